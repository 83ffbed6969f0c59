package dev.vspherecloud.config.document;

import dev.vspherecloud.config.ConfigLocation;
import dev.vspherecloud.config.Dialect;
import dev.vspherecloud.config.KeyForm;
import dev.vspherecloud.config.KeyTable;
import dev.vspherecloud.config.Problems;
import dev.vspherecloud.config.Section;
import dev.vspherecloud.config.ValueParser;
import dev.vspherecloud.config.document.ConfigDocument.Comment;
import dev.vspherecloud.config.document.ConfigDocument.Entry;
import dev.vspherecloud.config.document.ConfigDocument.Header;
import dev.vspherecloud.config.document.ConfigDocument.Statement;
import dev.vspherecloud.text.YamlEntries;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/// Reads and writes the statements of a [ConfigDocument] as YAML 1.1, the version that Go's yaml.v2 reads.
final class YamlDocument {
    static final String LINE_BREAK = "\r\n|[\n\r\u0085\u2028\u2029]";

    /// Texts that YAML reads as text without quotes, except the words in [#WORDS].
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z/][A-Za-z0-9_./@+-]*");

    /// The words that YAML 1.1 reads as flags or as null, and not as text.
    private static final Set<String> WORDS = Set.of("y", "n", "yes", "no", "on", "off", "true", "false", "null");

    /// Matches control characters, line breaks of any kind, and other characters that YAML 1.1 does not allow
    /// unescaped in a text.
    private static final Pattern UNPRINTABLE =
            Pattern.compile("[\\p{Cntrl}\\x80-\\x9f\\u2028\\u2029\\ufeff\\ufffe\\uffff]");

    private final KeyTable table;
    private final String file;
    private final List<String> source;
    private final ConfigDocument document;

    private YamlDocument(KeyTable table, String file, List<String> source, Problems problems) {
        this.table = table;
        this.file = file;
        this.source = source;
        this.document = new ConfigDocument(source, problems);
    }

    /// Reads the statements of a YAML text.
    ///
    /// @param text a YAML text that [YamlReader] accepts
    /// @param problems receives a warning for everything that becomes a comment
    static List<Statement> read(KeyTable table, String file, String text, Problems problems) {
        var reader = new YamlDocument(table, file, List.of(text.split(LINE_BREAK, -1)), problems);
        var more = new Problems();
        if (YamlReader.root(file, text, more).orElseThrow() instanceof MappingNode root) {
            reader.sections(root);
            if (!more.all().isEmpty()) {
                ConfigLocation rest = new ConfigLocation(file, reader.last(root) + 1, 1, "");
                reader.document.keepUnparsed(rest, reader.source.size(), "only the first YAML document is used");
            }
        }
        return reader.document.statements();
    }

    private void sections(MappingNode root) {
        for (NodeTuple each : YamlEntries.all(root)) {
            Optional<SectionName> section = SectionName.of(table, Dialect.YAML, name(each));
            if (section.isEmpty() || !mayHaveKeys(each)) {
                document.keepUnparsed(place(each), last(each), "this project does not use this section");
            } else if (section.get().isNamed()) {
                entries(each).forEach(named -> named(section.get(), named));
            } else {
                section(section.get(), Optional.empty(), each);
            }
        }
    }

    private void named(SectionName section, NodeTuple tuple) {
        boolean isVcenter = section.section().equals(Optional.of(Section.VCENTER));
        if (isVcenter && YamlReader.sectionInVcenter(table, tuple, name(tuple)).isPresent()) {
            document.keepUnparsed(place(tuple), last(tuple), "this section has no effect at this place");
        } else {
            section(section, Optional.of(name(tuple)), tuple);
        }
    }

    /// Returns true if the section has keys or is empty. [YamlReader] does not check the sections of other
    /// programs.
    private static boolean mayHaveKeys(NodeTuple section) {
        Node value = section.getValueNode();
        return value instanceof MappingNode || Tag.NULL.equals(value.getTag());
    }

    private void section(SectionName section, Optional<String> name, NodeTuple tuple) {
        if (!mayHaveKeys(tuple)) {
            document.keepUnparsed(place(tuple), last(tuple), section.unconvertibleReason());
            return;
        }
        var header = new Header(section, name, place(tuple));
        document.add(header, header.place(), header.place().line());
        for (NodeTuple pair : entries(tuple)) {
            Optional<KeyName> key = section.key(table, Dialect.YAML, name(pair));
            Optional<List<String>> words = values(pair.getValueNode());
            if (key.isEmpty() || words.isEmpty()) {
                document.keepUnparsed(
                        place(pair).withKey(header.path(name(pair))),
                        last(pair),
                        key.isPresent() ? "INI cannot express this value" : section.unconvertibleReason());
            } else if (words.get().stream().allMatch(String::isBlank)) {
                document.keepUnparsed(place(pair), last(pair), "");
            } else {
                entry(key.get(), words.get(), pair);
            }
        }
    }

    /// Adds a key with its value. Comments are searched from the second line of a list on, because comments may
    /// stand between its items.
    private void entry(KeyName key, List<String> words, NodeTuple pair) {
        List<String> all =
                words.stream().map(word -> key.unambiguous(Dialect.YAML, word)).toList();
        boolean isList = pair.getValueNode() instanceof SequenceNode;
        document.add(
                new Entry(key, all, place(pair)),
                place(pair),
                isList ? place(pair).line() : last(pair));
    }

    private static List<NodeTuple> entries(NodeTuple tuple) {
        return tuple.getValueNode() instanceof MappingNode mapping ? YamlEntries.all(mapping) : List.of();
    }

    /// Returns the text of the node, or the texts of a list. A null counts as an empty text.
    private static Optional<List<String>> values(Node node) {
        return switch (node) {
            case ScalarNode scalar -> Optional.of(List.of(text(scalar)));
            case SequenceNode list
            when list.getValue().stream().allMatch(ScalarNode.class::isInstance) ->
                Optional.of(list.getValue().stream()
                        .map(item -> text((ScalarNode) item))
                        .toList());
            default -> Optional.empty();
        };
    }

    private static String text(ScalarNode scalar) {
        return Tag.NULL.equals(scalar.getTag()) ? "" : scalar.getValue();
    }

    private static String name(NodeTuple tuple) {
        return tuple.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "";
    }

    private ConfigLocation place(NodeTuple tuple) {
        return YamlReader.place(file, tuple.getKeyNode());
    }

    /// Returns the number of the last line of a key and its value. If the value is an alias, the anchor is on
    /// an earlier line.
    private int last(NodeTuple tuple) {
        return Math.max(last(tuple.getKeyNode()), last(tuple.getValueNode()));
    }

    /// Returns the number of the last line of a node. The parser ends a mapping or list without brackets at the
    /// next token, which is on a later line.
    private int last(Node node) {
        Mark end = node.getEndMark();
        String line = source.get(end.getLine());
        boolean isBehind =
                line.substring(0, Math.min(line.length(), end.getColumn())).isBlank();
        return isBehind ? end.getLine() : end.getLine() + 1;
    }

    /// Writes the statements as YAML. A comment gets the indentation of the line that follows it.
    static String write(List<Statement> statements) {
        var lines = new ArrayList<String>();
        var comments = new ArrayList<String>();
        String indent = "";
        Optional<SectionName> section = Optional.empty();
        for (Statement statement : statements) {
            switch (statement) {
                case Comment(String text) -> comments.add(text);
                case Header header -> {
                    if (header.section().isNamed() && !section.equals(Optional.of(header.section()))) {
                        move(comments, "", lines);
                        lines.add(header.section().yaml() + ":");
                    }
                    section = Optional.of(header.section());
                    indent = section.get().isNamed() ? "  " : "";
                    move(comments, indent, lines);
                    lines.add(indent
                            + header.name()
                                    .map(YamlDocument::scalar)
                                    .orElse(header.section().yaml()) + ":");
                    indent += "  ";
                }
                case Entry entry -> {
                    move(comments, indent, lines);
                    lines.add(indent + entry.key().yaml() + ": " + value(entry));
                }
            }
        }
        move(comments, "", lines);
        return String.join("\n", lines).strip() + "\n";
    }

    private static void move(List<String> comments, String indent, List<String> lines) {
        comments.forEach(comment -> lines.add(comment.isEmpty() ? "" : indent + comment));
        comments.clear();
    }

    private static String value(Entry entry) {
        if (entry.key().form().filter(KeyForm::isList).isPresent()) {
            return ValueParser.nonEmpty(entry.values()).stream()
                    .map(word -> scalar(ValueParser.element(word)))
                    .collect(Collectors.joining(", ", "[", "]"));
        }
        return entry.isPlain() ? entry.text() : scalar(entry.text());
    }

    /// Formats the text as a YAML scalar, with quotes if YAML would otherwise read something else.
    private static String scalar(String text) {
        if (PLAIN.matcher(text).matches() && !WORDS.contains(text.toLowerCase(Locale.ROOT))) {
            return text;
        }
        return UNPRINTABLE.matcher(text).find() ? escaped(text) : "'" + text.replace("'", "''") + "'";
    }

    private static String escaped(String text) {
        String quoted = text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
        return "\""
                + UNPRINTABLE.matcher(quoted).replaceAll(each -> "\\\\u%04x"
                        .formatted((int) each.group().charAt(0))) + "\"";
    }
}
