package dev.vspherecloud.config;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// One row of the table of keys: what [ConfigKey] says of a key, column by column.
///
/// Threads: written by the one that loads [ConfigKey], which nobody sees before it is done; only read ever after.
final class KeyRow {
    final String yaml;
    final KeyForm form;
    final Set<Section> sections;
    List<String> choices = List.of();
    String standard = "";
    String meaning = "";
    String since = "0.1.0";
    boolean ours;
    boolean hasEffect = true;
    Inheritance inheritance = Inheritance.NONE;
    Optional<String> successor = Optional.empty();
    Optional<KeyVariable> variable = Optional.empty();
    Optional<KeyVariable> indexedVariable = Optional.empty();

    private KeyRow(String yaml, KeyForm form, Set<Section> sections) {
        this.yaml = yaml;
        this.form = form;
        this.sections = sections;
    }

    static KeyRow key(String yaml, KeyForm form, Section first, Section... more) {
        return new KeyRow(yaml, form, EnumSet.of(first, more));
    }

    /// What a [KeyForm#CHOICE] is between.
    KeyRow among(Enum<?>... values) {
        choices = Arrays.stream(values)
                .map(value -> value.name().toLowerCase(Locale.ROOT))
                .toList();
        return this;
    }

    /// What counts when the key is not given.
    KeyRow standard(String text) {
        standard = text;
        return this;
    }

    KeyRow means(String sentence) {
        meaning = sentence;
        return this;
    }

    KeyRow inherited(Inheritance how) {
        inheritance = how;
        return this;
    }

    /// A variable that overrides the key in its section, with effect in the Go program.
    KeyRow variable(String name) {
        variable = Optional.of(new KeyVariable(name, true));
        return this;
    }

    /// A variable that the Go program reads, and never uses.
    KeyRow dormantVariable(String name) {
        variable = Optional.of(new KeyVariable(name, false));
        return this;
    }

    /// A variable `VCENTER_<ID>_<suffix>` of one vCenter, with effect in the Go program.
    KeyRow indexed(String suffix) {
        indexedVariable = Optional.of(new KeyVariable(suffix, true));
        return this;
    }

    /// A variable `VCENTER_<ID>_<suffix>` of one vCenter, without effect in the Go program.
    KeyRow dormantIndexed(String suffix) {
        indexedVariable = Optional.of(new KeyVariable(suffix, false));
        return this;
    }

    /// A key that the Go program does not know.
    KeyRow ours() {
        ours = true;
        return this;
    }

    KeyRow replacedBy(String markdown) {
        successor = Optional.of(markdown);
        return this;
    }

    /// A key that does nothing, and does nothing in the Go program.
    KeyRow withoutEffect() {
        hasEffect = false;
        return replacedBy("nothing, it has no effect");
    }
}
