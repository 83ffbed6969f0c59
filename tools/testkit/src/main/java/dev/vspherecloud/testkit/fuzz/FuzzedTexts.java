package dev.vspherecloud.testkit.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// The texts in the input of a fuzzer: one on each line of its bytes.
///
/// UTF-8 cannot encode every Java string, and a seed should be short. So a backslash, `u` and four hexadecimal digits
/// stand for a UTF-16 unit, also for an unpaired surrogate. `\*` at the end of a line repeats the text before it up to
/// [#LONG] characters.
///
/// @param lines in their order
public record FuzzedTexts(List<String> lines) {
    /// About the maximum length of one annotation: all annotations of an object together have at most 256 kB.
    public static final int LONG = 200_000;

    private static final Pattern UNIT = Pattern.compile("[\\\\]u([0-9A-Fa-f]{4})");
    private static final String REPEAT = "\\*";

    public FuzzedTexts {
        lines = List.copyOf(lines);
    }

    public static FuzzedTexts of(byte[] bytes) {
        String[] lines = new String(bytes, StandardCharsets.UTF_8).split("\n", -1);
        return new FuzzedTexts(List.of(lines).stream().map(FuzzedTexts::text).toList());
    }

    private static String text(String line) {
        if (line.endsWith(REPEAT) && line.length() > REPEAT.length()) {
            String once = unescaped(line.substring(0, line.length() - REPEAT.length()));
            return once.repeat(1 + LONG / once.length()).substring(0, LONG);
        }
        return unescaped(line);
    }

    private static String unescaped(String line) {
        return line.indexOf('\\') >= 0 ? UNIT.matcher(line).replaceAll(FuzzedTexts::unit) : line;
    }

    private static String unit(MatchResult escape) {
        String text = String.valueOf((char) Integer.parseInt(escape.group(1), 16));
        return text.equals("$") || text.equals("\\") ? "\\" + text : text;
    }

    /// Returns the text of this line; empty if there are fewer lines.
    public String get(int line) {
        return line < lines.size() ? lines.get(line) : "";
    }

    /// Returns the lines from this one on.
    public List<String> from(int line) {
        return line < lines.size() ? lines.subList(line, lines.size()) : List.of();
    }
}
