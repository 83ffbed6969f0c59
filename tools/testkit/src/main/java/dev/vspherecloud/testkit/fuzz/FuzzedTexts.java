package dev.vspherecloud.testkit.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Texts that a fuzzer made: one on each line of its bytes.
///
/// UTF-8 cannot hold everything that a Java text can, and a seed should be short. So a backslash, `u` and four
/// hexadecimal digits stand for a UTF-16 unit, also for one half of a pair; and `\*` at the end of a line repeats what
/// stands before it up to [#LONG] characters.
///
/// @param lines in their order
public record FuzzedTexts(List<String> lines) {
    /// About as much as one annotation can have: all of an object's annotations together have at most 256 kB.
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

    /// The text of this line; empty when there are fewer.
    public String get(int line) {
        return line < lines.size() ? lines.get(line) : "";
    }

    /// The lines from this one on.
    public List<String> from(int line) {
        return line < lines.size() ? lines.subList(line, lines.size()) : List.of();
    }
}
