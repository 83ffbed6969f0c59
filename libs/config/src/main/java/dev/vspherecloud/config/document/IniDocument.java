package dev.vspherecloud.config.document;

import dev.vspherecloud.config.ConfigLocation;
import dev.vspherecloud.config.Dialect;
import dev.vspherecloud.config.KeyTable;
import dev.vspherecloud.config.Problems;
import dev.vspherecloud.config.VcenterKey;
import dev.vspherecloud.config.document.ConfigDocument.Comment;
import dev.vspherecloud.config.document.ConfigDocument.Entry;
import dev.vspherecloud.config.document.ConfigDocument.Header;
import dev.vspherecloud.config.document.ConfigDocument.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Reads and writes the statements of a [ConfigDocument] as INI.
///
/// Rule from: gopkg.in/gcfg.v1 1.2.3, scanner: which characters must be escaped, and which texts INI cannot
/// express.
///
/// Threads: one, for one text.
final class IniDocument {
    private static final KeyName SERVER = KeyName.of(VcenterKey.SERVER);

    private final KeyTable table;
    private final ConfigDocument document;
    /// The section of the keys that follow; empty if that section cannot be converted.
    private Optional<Header> current = Optional.empty();

    private IniDocument(KeyTable table, ConfigDocument document) {
        this.table = table;
        this.document = document;
    }

    /// Reads the statements of an INI text.
    ///
    /// @param text an INI text that [IniReader] accepts
    /// @param problems receives a warning for everything that becomes a comment
    static List<Statement> read(KeyTable table, String file, String text, Problems problems) {
        var reader = new IniDocument(table, new ConfigDocument(List.of(text.split("\n", -1)), problems));
        var cursor = new IniCursor(file, text);
        while (cursor.peek() != IniCursor.END) {
            IniText.next(cursor)
                    .ifPresent(line -> reader.line(line, cursor.place().line()));
            cursor.skipLine();
            cursor.take();
        }
        return joined(reader.document.statements());
    }

    /// Joins the parts of a section whose header occurs more than once.
    private static List<Statement> joined(List<Statement> statements) {
        var sections = new LinkedHashMap<String, List<Statement>>();
        List<Statement> current = sections.computeIfAbsent("", _ -> new ArrayList<>());
        for (Statement statement : statements) {
            if (statement instanceof Header header) {
                current = sections.computeIfAbsent(
                        header.section().ini() + header.name(), _ -> new ArrayList<>(List.of(header)));
            } else {
                current.add(statement);
            }
        }
        return sections.values().stream().flatMap(IniDocument::withServer).toList();
    }

    /// Adds the server to the section of a vCenter that names none. In INI the name of such a section is the
    /// server.
    private static Stream<Statement> withServer(List<Statement> section) {
        boolean isGiven = section.stream()
                .anyMatch(each -> each instanceof Entry entry && entry.key().equals(SERVER));
        return section.stream()
                .flatMap(each -> each instanceof Header header && header.isVcenter() && !isGiven
                        ? Stream.of(header, server(header))
                        : Stream.of(each));
    }

    private static Entry server(Header header) {
        return new Entry(SERVER, List.of(header.name().orElseThrow().strip()), header.place());
    }

    private void line(IniLine line, int last) {
        switch (line) {
            case IniLine.Header header -> header(header, last);
            case IniLine.Entry entry -> entry(entry, last);
            case IniLine.Unparsed(IniSyntaxError error) ->
                throw new IllegalStateException("accepted, and has a flaw: " + error);
        }
    }

    private void header(IniLine.Header header, int last) {
        current = SectionName.of(table, Dialect.INI, header.section())
                .filter(section -> section.isNamed() == header.name().isPresent())
                .map(section -> new Header(section, header.name(), header.place()));
        current.ifPresentOrElse(
                section -> document.add(section, header.place(), last),
                () -> document.keepUnparsed(header.place(), last, "this project does not use this section"));
    }

    private void entry(IniLine.Entry entry, int last) {
        Optional<KeyName> key = current.flatMap(header -> header.section().key(table, Dialect.INI, entry.key()));
        // In INI, a key without a value is a flag with the value true.
        String text = entry.value().map(IniValue::text).orElse("true");
        if (key.isEmpty()) {
            document.keepUnparsed(
                    current.map(header -> entry.place().withKey(header.path(entry.key())))
                            .orElse(entry.place()),
                    last,
                    current.map(header -> header.section().unconvertibleReason())
                            .orElse(""));
        } else if (text.isBlank()) {
            document.keepUnparsed(entry.place(), last, "");
        } else {
            List<String> words = List.of(key.get().unambiguous(Dialect.INI, text));
            document.add(new Entry(key.get(), words, entry.place()), entry.place(), last);
        }
    }

    /// Writes the statements as INI.
    ///
    /// @param problems receives an error for everything that INI cannot express
    static String write(List<Statement> statements, Problems problems) {
        return statements.stream()
                        .map(statement -> switch (statement) {
                            case Comment(String text) -> text;
                            case Header header -> "[" + header.section().ini() + name(header, problems) + "]";
                            case Entry entry -> entry.key().ini() + " = " + value(entry, problems);
                        })
                        .collect(Collectors.joining("\n"))
                        .strip()
                + "\n";
    }

    private static String name(Header header, Problems problems) {
        if (header.name().isEmpty()) {
            return "";
        }
        String name = header.name().get();
        if (name.isBlank() || name.contains("\n")) {
            reportUnsupported(header.place(), name.isBlank() ? "nothing" : "a line break", "the name", problems);
        }
        return " \"" + escaped(name, header.place(), "the name", problems) + "\"";
    }

    private static String value(Entry entry, Problems problems) {
        String text = escaped(entry.text(), entry.place(), entry.key().ini(), problems);
        return entry.isPlain() ? text : "\"" + text.replace("\n", "\\n").replace("\t", "\\t") + "\"";
    }

    private static String escaped(String text, ConfigLocation place, String what, Problems problems) {
        if (text.contains("\r") || text.contains("\0")) {
            reportUnsupported(place, text.contains("\r") ? "a carriage return" : "a zero byte", what, problems);
        }
        return text.replace("\\", "\\\\").replace("\"", "\\\"");
    }

    private static void reportUnsupported(ConfigLocation place, String found, String what, Problems problems) {
        problems.error(
                place,
                "found %s in %s, which INI cannot express; keep the YAML file, or change the value"
                        .formatted(found, what));
    }
}
