package dev.vspherecloud.ccm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One line of comma-separated values. A field that begins with a quote ends with one, and holds two for each inside;
/// a quote within any other field is a mistake.
///
/// Rule from: Go, encoding/csv, with which pflag reads lists and maps.
///
/// Threads: confined to one.
final class CsvLine {
    private final String line;
    private final List<String> fields = new ArrayList<>();
    private int at;

    private CsvLine(String line) {
        this.line = line;
    }

    /// The fields, at least one; empty when the line is none.
    static Optional<List<String>> read(String line) {
        var csv = new CsvLine(line);
        while (csv.at <= line.length()) {
            boolean isQuoted = csv.at < line.length() && line.charAt(csv.at) == '"';
            if (!(isQuoted ? csv.quoted() : csv.plain())) {
                return Optional.empty();
            }
        }
        return Optional.of(csv.fields);
    }

    private boolean plain() {
        int comma = line.indexOf(',', at);
        String field = line.substring(at, comma < 0 ? line.length() : comma);
        fields.add(field);
        at += field.length() + 1;
        return field.indexOf('"') < 0;
    }

    private boolean quoted() {
        var field = new StringBuilder();
        at++;
        while (true) {
            int quote = line.indexOf('"', at);
            if (quote < 0) {
                return false;
            }
            field.append(line, at, quote);
            at = quote + 1;
            if (at < line.length() && line.charAt(at) == '"') {
                field.append('"');
                at++;
            } else {
                fields.add(field.toString());
                boolean isLast = at == line.length();
                at++;
                return isLast || line.charAt(at - 1) == ',';
            }
        }
    }
}
