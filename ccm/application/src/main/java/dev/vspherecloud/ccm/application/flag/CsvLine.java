package dev.vspherecloud.ccm.application.flag;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Parses one line of comma-separated values. A field that begins with a quote also ends with one, and contains two
/// quotes for each quote inside. A quote within any other field is an error.
///
/// Rule from: Go, encoding/csv, with which pflag reads lists and maps.
final class CsvLine {
    private static final Pattern FIELD =
            Pattern.compile("(?:\"(?<quoted>[^\"]*+(?:\"\"[^\"]*+)*+)\"|(?<plain>[^\",]*+))(?<end>,|\\z)");

    private CsvLine() {}

    /// Returns the fields of the line, at least one. Returns empty if the line is not valid.
    static Optional<List<String>> read(String line) {
        var fields = new ArrayList<String>();
        Matcher field = FIELD.matcher(line);
        boolean isLast = false;
        while (!isLast) {
            if (!field.lookingAt()) {
                return Optional.empty();
            }
            String quoted = field.group("quoted");
            fields.add(quoted == null ? field.group("plain") : quoted.replace("\"\"", "\""));
            isLast = field.group("end").isEmpty();
            field.region(field.end(), line.length());
        }
        return Optional.of(fields);
    }
}
