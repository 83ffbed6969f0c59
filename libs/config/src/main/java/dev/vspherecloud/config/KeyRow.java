package dev.vspherecloud.config;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// One row of a program's table of keys: what it says of a key, column by column.
///
/// Threads: written by the one that loads the table, which nobody sees before it is done; only read ever after.
public final class KeyRow {
    final String yaml;
    final String ini;
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
        this.ini = ini(yaml);
        this.form = form;
        this.sections = sections;
    }

    /// @param yaml     its name in YAML
    /// @param sections those it may stand in
    public static KeyRow key(String yaml, KeyForm form, Section... sections) {
        return new KeyRow(yaml, form, Set.of(sections));
    }

    /// The name in INI of the key that has this one in YAML.
    public static String ini(String yaml) {
        return yaml.replaceAll("(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }

    /// What a [KeyForm#CHOICE] is between.
    ///
    /// @param words in lower case
    public KeyRow among(Stream<String> words) {
        choices = words.toList();
        return this;
    }

    /// What counts when the key is not given.
    public KeyRow standard(String text) {
        standard = text;
        return this;
    }

    /// For the reference.
    public KeyRow means(String sentence) {
        meaning = sentence;
        return this;
    }

    /// What the key of `global` is to a vCenter.
    public KeyRow inherited(Inheritance how) {
        inheritance = how;
        return this;
    }

    /// A variable that overrides the key in its section, with effect in the Go program.
    public KeyRow variable(String name) {
        variable = Optional.of(new KeyVariable(name, true));
        return this;
    }

    /// A variable that the Go program reads, and never uses.
    public KeyRow dormantVariable(String name) {
        variable = Optional.of(new KeyVariable(name, false));
        return this;
    }

    /// A variable `VCENTER_<ID>_<suffix>` of one vCenter, with effect in the Go program.
    public KeyRow indexed(String suffix) {
        indexedVariable = Optional.of(new KeyVariable(suffix, true));
        return this;
    }

    /// A variable `VCENTER_<ID>_<suffix>` of one vCenter, without effect in the Go program.
    public KeyRow dormantIndexed(String suffix) {
        indexedVariable = Optional.of(new KeyVariable(suffix, false));
        return this;
    }

    /// A key that the Go program does not know.
    public KeyRow ours() {
        ours = true;
        return this;
    }

    /// What to use instead.
    public KeyRow replacedBy(String markdown) {
        successor = Optional.of(markdown);
        return this;
    }

    /// A key that does nothing, and does nothing in the Go program.
    public KeyRow withoutEffect() {
        hasEffect = false;
        return replacedBy("nothing, it has no effect");
    }
}
