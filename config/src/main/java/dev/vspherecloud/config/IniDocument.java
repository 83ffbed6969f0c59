package dev.vspherecloud.config;

import dev.vspherecloud.config.ConfigDocument.Comment;
import dev.vspherecloud.config.ConfigDocument.Entry;
import dev.vspherecloud.config.ConfigDocument.Header;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Reads and writes a [ConfigDocument] as INI.
///
/// Rule from: gopkg.in/gcfg.v1 1.2.3, scanner: what must be escaped, and what cannot be said at all.
///
/// Threads: one, for one text.
final class IniDocument {
    private static final KeyName SERVER = KeyName.of(ConfigKey.SERVER);

    private final ConfigDocument document;
    /// The section that keys belong to; nothing when it is not read.
    private Optional<Header> current = Optional.empty();
    /// The server of the vCenter, as long as none is given: in INI it is the name of the section then.
    private Optional<Entry> implied = Optional.empty();

    private IniDocument(ConfigDocument document) {
        this.document = document;
    }

    /// @param text     one that the INI reader accepts
    /// @param problems gets a warning for whatever becomes a comment
    static ConfigDocument read(String file, String text, Problems problems) {
        var reader = new IniDocument(new ConfigDocument(List.of(text.split("\n", -1)), problems));
        var cursor = new IniCursor(file, text);
        while (cursor.peek() != IniCursor.END) {
            IniText.next(cursor)
                    .ifPresent(line -> reader.line(line, cursor.place().line()));
            cursor.skipLine();
            cursor.take();
        }
        return reader.document;
    }

    private void line(IniLine line, int last) {
        switch (line) {
            case IniLine.Header header -> header(header, last);
            case IniLine.Entry entry -> entry(entry, last);
            case IniLine.Stray(IniFlaw flaw) -> throw new IllegalStateException("accepted, and has a flaw: " + flaw);
        }
    }

    private void header(IniLine.Header header, int last) {
        current = SectionName.of(Dialect.INI, header.section())
                .filter(section -> section.isNamed() == header.name().isPresent())
                .map(section -> new Header(section, header.name(), header.place()));
        implied = current.filter(Header::isVcenter)
                .map(section ->
                        new Entry(SERVER, List.of(section.name().orElseThrow().strip()), header.place()));
        current.ifPresentOrElse(
                section -> document.add(section, header.place(), last),
                () -> document.keep(header.place(), last, "nothing here reads this section"));
        implied.ifPresent(server -> document.add(server, header.place(), last));
    }

    private void entry(IniLine.Entry entry, int last) {
        Optional<KeyName> key = current.flatMap(header -> header.section().key(Dialect.INI, entry.key()));
        // A key alone is a flag that is set.
        String text = entry.value().map(IniValue::text).orElse("true");
        if (key.isEmpty()) {
            document.keep(
                    current.map(header -> entry.place().withKey(header.path(entry.key())))
                            .orElse(entry.place()),
                    last,
                    current.map(header -> header.section().unread()).orElse(""));
        } else if (text.isBlank()) {
            document.keep(entry.place(), last, "");
        } else {
            implied.filter(_ -> key.get().equals(SERVER)).ifPresent(document::remove);
            List<String> words = List.of(key.get().unambiguous(Dialect.INI, text));
            document.add(new Entry(key.get(), words, entry.place()), entry.place(), last);
        }
    }

    /// @param problems gets an error for everything that INI cannot say
    static String write(ConfigDocument document, Problems problems) {
        return document.statements().stream()
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
            refuse(header.place(), name.isBlank() ? "nothing" : "a line break", "the name", problems);
        }
        return " \"" + escaped(name, header.place(), "the name", problems) + "\"";
    }

    private static String value(Entry entry, Problems problems) {
        String text = escaped(entry.text(), entry.place(), entry.key().ini(), problems);
        return entry.isPlain() ? text : "\"" + text.replace("\n", "\\n").replace("\t", "\\t") + "\"";
    }

    private static String escaped(String text, Place place, String what, Problems problems) {
        if (text.contains("\r") || text.contains("\0")) {
            refuse(place, text.contains("\r") ? "a carriage return" : "a zero byte", what, problems);
        }
        return text.replace("\\", "\\\\").replace("\"", "\\\"");
    }

    private static void refuse(Place place, String found, String what, Problems problems) {
        problems.error(
                place,
                "found %s in %s, and INI has no form for that; stay with YAML, or change it".formatted(found, what));
    }
}
