package dev.vspherecloud.config.document;

import dev.vspherecloud.config.ConfigKey;
import dev.vspherecloud.config.ConfigLocation;
import dev.vspherecloud.config.Dialect;
import dev.vspherecloud.config.KeyForm;
import dev.vspherecloud.config.KeyTable;
import dev.vspherecloud.config.Problems;
import dev.vspherecloud.config.RawConfig;
import dev.vspherecloud.config.RawSection;
import dev.vspherecloud.config.RawValue;
import dev.vspherecloud.config.Section;
import dev.vspherecloud.config.ValueParser;
import dev.vspherecloud.config.VcenterKey;
import dev.vspherecloud.text.YamlEntries;
import dev.vspherecloud.text.YamlResult;
import dev.vspherecloud.text.YamlText;
import dev.vspherecloud.text.YamlText.FurtherDocuments;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/// Reads a configuration in YAML: sections, keys and values with their locations.
///
/// Like Go's yaml.v2, the reader uses YAML 1.1. The last value of a repeated key counts, repeated sections
/// count as one, and unknown keys have no effect. The reader reports each of these cases.
final class YamlReader {
    private static final Set<Tag> SCALARS = Set.of(Tag.STR, Tag.INT, Tag.FLOAT, Tag.BOOL, Tag.NULL, Tag.TIMESTAMP);

    private static final String BELOW_VCENTER =
            "it looks like a vCenter: move it below \"vcenter\", which belongs to the top level";

    private final KeyTable table;
    private final String file;
    private final Problems problems;
    private final String text;
    private final YamlValueWarnings warnings;

    YamlReader(KeyTable table, String file, String text, Problems problems) {
        this.table = table;
        this.file = file;
        this.problems = problems;
        this.text = text;
        this.warnings = new YamlValueWarnings(text, problems);
    }

    /// Parses the text. If the text is no configuration at all, the result is empty and an error is reported.
    Optional<RawConfig> read() {
        Optional<Node> root = root(file, text, problems);
        if (root.isPresent() && root.get() instanceof MappingNode sections) {
            Optional<String> other = KubernetesObject.mistake(sections);
            other.ifPresent(mistake -> problems.error(place(sections, ""), mistake));
            return other.isPresent() ? Optional.empty() : Optional.of(config(sections));
        }
        if (root.isPresent()) {
            problems.error(
                    place(root.get(), ""),
                    "found " + kind(root.get()) + ", expected sections; begin with \"vcenter:\", see the reference");
        } else if (!problems.hasErrors()) {
            problems.error(
                    ConfigLocation.wholeFile(file),
                    "found no configuration in it, expected at least the section \"vcenter\"; add it");
        }
        return Optional.empty();
    }

    /// Returns the root of the first YAML document. The result is empty if the document has no content, or if
    /// the text is not YAML; the latter is reported as an error.
    static Optional<Node> root(String file, String text, Problems problems) {
        return switch (YamlText.read(text, FurtherDocuments.REPORTED)) {
            case YamlResult.Empty() -> Optional.empty();
            case YamlResult.Document(Node root, Optional<YamlResult.SyntaxError> rest) -> {
                rest.ifPresent(error -> problems.warning(place(file, error), error.sentence()));
                yield Optional.of(root);
            }
            case YamlResult.Malformed(YamlResult.SyntaxError error) -> {
                problems.error(place(file, error), "not YAML: " + error.sentence());
                yield Optional.empty();
            }
        };
    }

    private static ConfigLocation place(String file, YamlResult.SyntaxError error) {
        return new ConfigLocation(file, error.line(), error.column(), "");
    }

    private RawConfig config(MappingNode root) {
        var keyed = new LinkedHashMap<Section, RawSection>();
        var vcenters = new LinkedHashMap<String, RawSection>();
        var named = new LinkedHashMap<Section, Map<String, RawSection>>();
        var foreign = new LinkedHashSet<String>();
        for (NodeTuple entry : YamlEntries.all(root)) {
            String name = name(entry.getKeyNode(), "");
            Optional<Section> section = table.section(Dialect.YAML, name);
            if (table.isForeign(Dialect.YAML, name)) {
                foreign.add(name);
                table.others().onForeignSection(name, place(entry.getKeyNode(), name), problems);
            } else if (section.isEmpty()) {
                unknownSection(entry, name);
            } else if (section.get().equals(Section.VCENTER)) {
                named(Section.VCENTER, "one entry for each vCenter, under its name", entry, vcenters);
            } else if (section.get().isNamed()) {
                named(
                        section.get(),
                        "entries, each under its name",
                        entry,
                        named.computeIfAbsent(section.get(), _ -> new LinkedHashMap<>()));
            } else {
                keyed.merge(section.get(), section(section.get(), name, entry), this::joined);
            }
        }
        return new RawConfig(Dialect.YAML, ConfigLocation.wholeFile(file), keyed, vcenters, named, foreign);
    }

    private void named(Section section, String expected, NodeTuple entry, Map<String, RawSection> sections) {
        for (NodeTuple each : entries(entry, section.yaml(), expected)) {
            String name = name(each.getKeyNode(), section.yaml());
            String path = section.yaml() + "." + name;
            if (section.equals(Section.VCENTER) && isMisplaced(entry, each, name)) {
                continue;
            }
            RawSection again = sections.put(name, section(section, path, each));
            if (again != null) {
                givenTwice(place(each.getKeyNode(), path), again.place());
            }
        }
    }

    /// Reports an entry of `vcenter` that is a key of a vCenter or another section, and not a vCenter.
    private boolean isMisplaced(NodeTuple vcenters, NodeTuple entry, String name) {
        boolean isKey = !(entry.getValueNode() instanceof MappingNode)
                && table.key(Dialect.YAML, Section.VCENTER, name).isPresent();
        if (isKey) {
            problems.error(
                    place(vcenters.getKeyNode(), Section.VCENTER.yaml()),
                    "found keys of a vCenter directly below \"vcenter\", expected a name of your choice between them;"
                            + " add a line such as \"north:\" above the keys, and indent them below it");
        }
        Optional<String> section = sectionInVcenter(table, entry, name);
        section.ifPresent(each -> problems.warning(
                place(entry.getKeyNode(), Section.VCENTER.yaml() + "." + name), moveOut(each, Section.VCENTER.yaml())));
        return isKey || section.isPresent();
    }

    /// Returns the section that this entry of `vcenter` is; empty if the entry is a vCenter.
    static Optional<String> sectionInVcenter(KeyTable table, NodeTuple entry, String name) {
        return isVcenter(entry) ? Optional.empty() : misplacedSection(table, entry, name);
    }

    /// Returns the section that this entry of another section probably is.
    private static Optional<String> misplacedSection(KeyTable table, NodeTuple entry, String name) {
        return UnknownName.sectionNamed(table, Dialect.YAML, name)
                .filter(_ -> entry.getValueNode() instanceof MappingNode);
    }

    private static String moveOut(String section, String from) {
        return "has no effect here, since the section \"%s\" belongs to the top level; move it out of \"%s\", without indentation"
                .formatted(section, from);
    }

    /// Returns true if the entry has the key `server`, as a vCenter has.
    private static boolean isVcenter(NodeTuple entry) {
        return entry.getValueNode() instanceof MappingNode mapping
                && YamlEntries.last(mapping).containsKey(VcenterKey.SERVER.yaml());
    }

    /// Joins the two parts of a section that occurs twice. If both parts have a key, the second counts. The
    /// repetition is reported as a warning.
    private RawSection joined(RawSection first, RawSection second) {
        problems.warning(
                second.place(),
                "this section already begins in line " + first.place().line() + "; both apply, join them");
        var values = new LinkedHashMap<>(first.values());
        values.putAll(second.values());
        return new RawSection(Dialect.YAML, second.place(), values);
    }

    private RawSection section(Section section, String path, NodeTuple entry) {
        var values = new LinkedHashMap<ConfigKey, RawValue>();
        for (NodeTuple pair : entries(entry, path, "keys with values")) {
            String name = name(pair.getKeyNode(), path);
            ConfigLocation place = place(pair.getKeyNode(), path + "." + name);
            Optional<ConfigKey> key = table.key(Dialect.YAML, section, name);
            if (key.isEmpty()) {
                unknownKey(section, path, pair, name);
            } else {
                value(key.get(), pair.getValueNode(), place.key()).ifPresent(value -> {
                    RawValue again = values.put(key.get(), value);
                    if (again != null) {
                        givenTwice(place, again.place());
                    }
                });
            }
        }
        return new RawSection(Dialect.YAML, place(entry.getKeyNode(), path), values);
    }

    /// Returns the entries below a key. If the value is empty, there are none. If the value is not a mapping,
    /// there are none and an error is reported.
    private List<NodeTuple> entries(NodeTuple entry, String path, String expected) {
        return switch (entry.getValueNode()) {
            case MappingNode mapping -> YamlEntries.all(mapping);
            case ScalarNode scalar when isNull(scalar) -> List.of();
            case Node other -> {
                String advice = other instanceof SequenceNode
                        ? "write a name and a colon in place of each dash"
                        : "indent them below";
                problems.error(place(other, path), "found " + kind(other) + ", expected " + expected + "; " + advice);
                yield List.of();
            }
        };
    }

    /// Returns the value as written. The result is empty if the value is null, or if it has the wrong kind,
    /// which is reported as an error.
    private Optional<RawValue> value(ConfigKey key, Node node, String path) {
        ConfigLocation place = place(node, path);
        return switch (node) {
            case ScalarNode scalar
            when isNull(scalar) -> {
                warnings.warnAbout(key, scalar, place);
                yield Optional.empty();
            }
            case ScalarNode scalar
            when SCALARS.contains(scalar.getTag()) -> {
                warnOfLooseForm(key, scalar, place);
                warnings.warnAbout(key, scalar, place);
                yield Optional.of(new RawValue(place, List.of(scalar.getValue())));
            }
            case SequenceNode list
            when key.form().mayBeList() -> Optional.of(new RawValue(place, items(key, list, path)));
            case Node other -> {
                String advice = key.form().isText() ? "put the value between single quotes" : "correct it";
                problems.error(place, "found " + kind(other) + ", expected " + key.expected() + "; " + advice);
                yield Optional.empty();
            }
        };
    }

    /// Warns about a value whose meaning is clear, but whose form cloud-provider-vsphere (Go) refuses.
    private void warnOfLooseForm(ConfigKey key, ScalarNode scalar, ConfigLocation place) {
        if (key.form().isList()) {
            problems.warning(place, "found one text, expected a list; it is read as a list, put it between [ and ]");
        } else if (key.form().isUnquoted() && !scalar.isPlain()) {
            problems.warning(place, "found quotes around a number or flag; it is read without them, remove them");
        } else if (key.form() == KeyForm.FLAG
                && !Tag.BOOL.equals(scalar.getTag())
                && ValueParser.flag(scalar.getValue()).isPresent()) {
            problems.warning(
                    place,
                    "found a word that YAML does not read as a boolean; it is read as true or "
                            + "false, write true or false");
        }
    }

    private List<String> items(ConfigKey key, SequenceNode list, String path) {
        var items = new ArrayList<String>();
        for (Node item : list.getValue()) {
            if (item instanceof ScalarNode scalar && SCALARS.contains(scalar.getTag())) {
                warnings.warnAboutItem(key, scalar, place(item, path));
                items.add(isNull(scalar) ? "" : scalar.getValue());
            } else {
                problems.error(place(item, path), "found " + kind(item) + " in the list, expected a word; correct it");
            }
        }
        return items;
    }

    private void unknownSection(NodeTuple entry, String name) {
        String advice = table.key(Dialect.YAML, Section.GLOBAL, name).isPresent()
                ? "move it below \"global\" or below a vCenter"
                : UnknownName.sectionOf(table, Dialect.YAML, name)
                        .map(section -> "move it to the section \"" + section + "\"")
                        .or(() -> UnknownName.didYouMean(table, Dialect.YAML, name))
                        .orElse(isVcenter(entry) ? BELOW_VCENTER : UnknownName.LOOK_UP);
        problems.warning(
                place(entry.getKeyNode(), printableName(entry, name).orElse("")),
                "unknown section, it has no effect; " + advice);
    }

    private void unknownKey(Section section, String path, NodeTuple entry, String name) {
        Optional<String> misplaced = misplacedSection(table, entry, name);
        if (misplaced.isPresent()) {
            problems.warning(place(entry.getKeyNode(), path + "." + name), moveOut(misplaced.get(), section.yaml()));
        } else if (!table.others().hasKey(section, name)) {
            problems.warning(
                    place(
                            entry.getKeyNode(),
                            printableName(entry, name)
                                    .map(key -> path + "." + key)
                                    .orElse(path)),
                    "unknown key, it has no effect; "
                            + UnknownName.didYouMean(table, Dialect.YAML, section, name)
                                    .orElse(isVcenter(entry) ? BELOW_VCENTER : UnknownName.LOOK_UP));
        }
    }

    /// Returns an unknown name if a message may show it. A name without a value may be a piece of a password,
    /// so it is not shown.
    private static Optional<String> printableName(NodeTuple entry, String name) {
        boolean isAlone = entry.getValueNode() instanceof ScalarNode scalar && isNull(scalar);
        return isAlone ? Optional.empty() : UnknownName.printableName(name);
    }

    private void givenTwice(ConfigLocation place, ConfigLocation first) {
        problems.warning(place, "already set in line " + first.line() + "; the last value applies, remove the others");
    }

    private String name(Node key, String path) {
        if (key instanceof ScalarNode scalar
                && key.getStartMark().getLine() == key.getEndMark().getLine()) {
            return scalar.getValue();
        }
        String found = key instanceof ScalarNode ? "several lines" : kind(key);
        problems.error(place(key, path), "found " + found + " as a key, expected a word; check the quotes");
        return "";
    }

    private ConfigLocation place(Node node, String path) {
        return place(file, node).withKey(path);
    }

    /// Returns the location of the first character of a node.
    static ConfigLocation place(String file, Node node) {
        Mark start = node.getStartMark();
        return new ConfigLocation(file, start.getLine() + 1, start.getColumn() + 1, "");
    }

    private static boolean isNull(ScalarNode scalar) {
        return Tag.NULL.equals(scalar.getTag());
    }

    /// Returns the kind of a node for messages, for example `a list`. It never shows the content.
    private static String kind(Node node) {
        return switch (node) {
            case MappingNode _ -> "keys with values";
            case SequenceNode _ -> "a list";
            case ScalarNode scalar when SCALARS.contains(scalar.getTag()) -> "a plain value";
            case ScalarNode scalar when Tag.MERGE.equals(scalar.getTag()) -> "a word that YAML reserves";
            default -> "a value with a tag (it begins with \"!\", put it between single quotes)";
        };
    }
}
