package dev.vspherecloud.config;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// One row of a program's table of keys: the properties of one key.
///
/// Threads: only the thread that loads the table writes a row, before other threads can see the table.
/// Afterwards all threads only read.
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

    /// Creates the row of a key.
    ///
    /// @param yaml the name of the key in YAML
    /// @param sections the sections in which the key is valid
    public static KeyRow key(String yaml, KeyForm form, Section... sections) {
        return new KeyRow(yaml, form, Set.of(sections));
    }

    /// Returns the INI name of the key with this YAML name.
    public static String ini(String yaml) {
        return yaml.replaceAll("(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }

    /// Sets the possible values of a key whose form is [KeyForm#CHOICE].
    ///
    /// @param words the possible values in lower case
    public KeyRow choices(Stream<String> words) {
        choices = words.toList();
        return this;
    }

    /// Sets the default value of the key.
    public KeyRow defaultsTo(String text) {
        defaultText = text;
        return this;
    }

    /// Sets the description of the key for the reference page.
    public KeyRow means(String sentence) {
        description = sentence;
        return this;
    }

    /// Sets how this key in the section `global` affects a vCenter.
    public KeyRow inherited(Inheritance how) {
        inheritance = how;
        return this;
    }

    /// Sets an environment variable that overrides the key in its section, and that also has an effect in
    /// cloud-provider-vsphere (Go).
    public KeyRow variable(String name) {
        variable = Optional.of(new KeyVariable(name, true));
        return this;
    }

    /// Sets an environment variable for the key that cloud-provider-vsphere (Go) reads and never uses.
    public KeyRow dormantVariable(String name) {
        variable = Optional.of(new KeyVariable(name, false));
        return this;
    }

    /// Sets an environment variable `VCENTER_<ID>_<suffix>` that overrides the key for one vCenter, and that
    /// also has an effect in cloud-provider-vsphere (Go).
    public KeyRow indexed(String suffix) {
        indexedVariable = Optional.of(new KeyVariable(suffix, true));
        return this;
    }

    /// Sets an environment variable `VCENTER_<ID>_<suffix>` for the key of one vCenter. The variable has no
    /// effect in cloud-provider-vsphere (Go).
    public KeyRow dormantIndexed(String suffix) {
        indexedVariable = Optional.of(new KeyVariable(suffix, false));
        return this;
    }

    /// Marks a key that cloud-provider-vsphere (Go) does not know.
    public KeyRow ofThisProject() {
        isOfThisProject = true;
        return this;
    }

    /// Marks the key as deprecated, and sets what a user should use instead.
    public KeyRow replacedBy(String markdown) {
        successor = Optional.of(markdown);
        return this;
    }

    /// Marks a key that has an effect neither in this project nor in cloud-provider-vsphere (Go).
    public KeyRow withoutEffect() {
        hasEffect = false;
        return replacedBy("nothing, it has no effect");
    }
}
