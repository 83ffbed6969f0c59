package dev.vspherecloud.config;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// One row of a program's table of keys: the properties of a key, column by column.
///
/// Threads: written by the thread that loads the table, before the table is published; only read afterwards.
public final class KeyRow {
    final String yaml;
    final String ini;
    final KeyForm form;
    final Set<Section> sections;
    List<String> choices = List.of();
    String defaultText = "";
    String description = "";
    String since = "0.1.0";
    boolean isOfThisProject;
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

    /// @param yaml its name in YAML
    /// @param sections those it may stand in
    public static KeyRow key(String yaml, KeyForm form, Section... sections) {
        return new KeyRow(yaml, form, Set.of(sections));
    }

    /// Returns the INI name of the key with this YAML name.
    public static String ini(String yaml) {
        return yaml.replaceAll("(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }

    /// Sets the possible values of a [KeyForm#CHOICE].
    ///
    /// @param words in lower case
    public KeyRow choices(Stream<String> words) {
        choices = words.toList();
        return this;
    }

    /// Sets the default.
    public KeyRow defaultsTo(String text) {
        defaultText = text;
        return this;
    }

    /// Sets the description for the reference.
    public KeyRow means(String sentence) {
        description = sentence;
        return this;
    }

    /// Sets how the key of `global` affects a vCenter.
    public KeyRow inherited(Inheritance how) {
        inheritance = how;
        return this;
    }

    /// Sets a variable that overrides the key in its section, and has an effect in cloud-provider-vsphere (Go).
    public KeyRow variable(String name) {
        variable = Optional.of(new KeyVariable(name, true));
        return this;
    }

    /// Sets a variable that cloud-provider-vsphere (Go) reads, and never uses.
    public KeyRow dormantVariable(String name) {
        variable = Optional.of(new KeyVariable(name, false));
        return this;
    }

    /// Sets a variable `VCENTER_<ID>_<suffix>` of one vCenter, with effect in cloud-provider-vsphere (Go).
    public KeyRow indexed(String suffix) {
        indexedVariable = Optional.of(new KeyVariable(suffix, true));
        return this;
    }

    /// Sets a variable `VCENTER_<ID>_<suffix>` of one vCenter, without effect in cloud-provider-vsphere (Go).
    public KeyRow dormantIndexed(String suffix) {
        indexedVariable = Optional.of(new KeyVariable(suffix, false));
        return this;
    }

    /// Marks a key that cloud-provider-vsphere (Go) does not know.
    public KeyRow ofThisProject() {
        isOfThisProject = true;
        return this;
    }

    /// Sets what to use instead.
    public KeyRow replacedBy(String markdown) {
        successor = Optional.of(markdown);
        return this;
    }

    /// Marks a key without effect here and in cloud-provider-vsphere (Go).
    public KeyRow withoutEffect() {
        hasEffect = false;
        return replacedBy("nothing, it has no effect");
    }
}
