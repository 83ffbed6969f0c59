package dev.vspherecloud.config.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.eclipse.jgit.errors.ConfigInvalidException;
import org.eclipse.jgit.lib.Config;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Compares the INI parser with JGit, from whose syntax gcfg comes.
///
/// The files contain only syntax that both define. The following is left out, since one of the two refuses it
/// or gives it another meaning. There, this project follows gcfg:
///
/// | text | gcfg and this project | JGit |
/// |---|---|---|
/// | `\b` between quotes | refused | a backspace |
/// | `\\`, `\n`, `\t` outside of quotes | refused | as between quotes |
/// | a line break between quotes | refused | joined, if a backslash is before it |
/// | `[a.b]`, and `_` or `.` in a name | refused | a subsection, and a name |
/// | `[a] key = value` on one line | refused | both |
/// | `[a ""]` | refused | a subsection without name |
/// | another letter behind a backslash in a subsection | refused | the letter |
/// | a letter beyond ASCII in a name | accepted | refused |
/// | a digit or dash at the start of a name | refused | accepted |
/// | a carriage return that ends no line | dropped | kept |
/// | a bare key with a blank, a comment or a carriage return behind it | as without | no value, or refused |
class IniOracleTest {
    private static final int FILES = 10_000;

    @Test
    void readsTenThousandFilesAsJgitDoes() throws ConfigInvalidException {
        var random = new Random(4);
        for (int i = 0; i < FILES; i++) {
            String text = new Generator(random, random.nextInt(4) == 0).file();

            assertThat(parsed(text)).as(text).isEqualTo(parsedByJgit(text));
        }
    }

    /// Maps each `section/subsection/key` to its last value.
    private static Map<String, String> parsed(String text) {
        var values = new TreeMap<String, String>();
        String path = "";
        for (IniLine line : IniText.lines("f", text)) {
            switch (line) {
                case IniLine.Header(var _, String section, var name, var flaw) -> {
                    assertThat(flaw).isEmpty();
                    path = section.toLowerCase(Locale.ROOT) + "/" + name.orElse("") + "/";
                }
                case IniLine.Entry(var _, String key, var value, var flaw) -> {
                    assertThat(flaw).isEmpty();
                    values.put(
                            path + key.toLowerCase(Locale.ROOT),
                            value.map(IniValue::text).orElse("(bare)"));
                }
                case IniLine.Unparsed(IniSyntaxError flaw) -> throw new AssertionError(flaw);
            }
        }
        return values;
    }

    private static Map<String, String> parsedByJgit(String text) throws ConfigInvalidException {
        var config = new Config();
        config.fromText(text);
        var values = new TreeMap<String, String>();
        for (String section : config.getSections()) {
            config.getNames(section).forEach(key -> put(values, config, section, null, key));
            for (String subsection : config.getSubsections(section)) {
                config.getNames(section, subsection).forEach(key -> put(values, config, section, subsection, key));
            }
        }
        return values;
    }

    private static void put(
            Map<String, String> values, Config config, String section, @Nullable String subsection, String key) {
        String value = config.getString(section, subsection, key);
        boolean bare = Config.isMissing(value);
        values.put(
                section.toLowerCase(Locale.ROOT) + "/" + (subsection == null ? "" : subsection) + "/"
                        + key.toLowerCase(Locale.ROOT),
                bare ? "(bare)" : value == null ? "" : value);
    }

    /// Writes files of sections, keys, quotes, escapes, comments and joined lines.
    private record Generator(Random random, boolean windows) {
        private static final List<String> NAMES = List.of("Global", "VirtualCenter", "labels", "x", "a-1", "Z-z");
        private static final List<String> KEYS = List.of("user", "password", "Port", "secret-name", "k", "K", "a-1-b");
        private static final List<String> SUBSECTIONS =
                List.of("a", "A", "10.0.0.1", "a b", "fd00::1", "x\\\"y", "x\\\\y", "é", "[x]", "#;", "tab\there");
        private static final List<String> PLAIN = List.of(
                "a", "pw", "1", "true", "dom", "é", "日本", "😀", "'", "=", "[", "]", ":", ",", "$", "*", "a  b", "a\tb");
        private static final List<String> QUOTED =
                List.of("a", " ", "\\\\", "\\\"", "\\n", "\\t", "#", ";", "'", "=", "é", "  x  ", "[y]");
        private static final List<String> BLANKS = List.of("", " ", "\t", "  ", " \t ");
        private static final List<String> COMMENTS = List.of("# c", "; c", "#", ";", "# \"", "; \\", "#=[x]");

        String file() {
            var text = new StringBuilder();
            repeat(2, () -> blankLine(text));
            header(text);
            repeat(12, () -> {
                switch (random.nextInt(6)) {
                    case 0 -> header(text);
                    case 1 -> blankLine(text);
                    case 2 -> text.append(one(BLANKS)).append(one(KEYS)).append(windows ? "=\n" : "\n");
                    default -> entry(text);
                }
            });
            String file = text.toString();
            return windows ? file.replace("\n", "\r\n") : file;
        }

        private void header(StringBuilder text) {
            text.append(one(BLANKS)).append('[').append(cased(one(NAMES)));
            if (random.nextBoolean()) {
                text.append(' ').append('"').append(one(SUBSECTIONS)).append('"');
            }
            text.append(']').append(end());
        }

        private void entry(StringBuilder text) {
            text.append(one(BLANKS))
                    .append(cased(one(KEYS)))
                    .append(one(BLANKS))
                    .append('=');
            text.append(one(BLANKS));
            repeat(4, () -> piece(text));
            text.append(end());
        }

        private void piece(StringBuilder text) {
            switch (random.nextInt(4)) {
                case 0 -> {
                    text.append('"');
                    repeat(4, () -> text.append(one(QUOTED)));
                    text.append('"');
                }
                case 1 -> text.append(one(BLANKS)).append("\\\n").append(one(BLANKS));
                case 2 -> text.append(one(BLANKS)).append("\\\"");
                default -> text.append(one(PLAIN)).append(one(BLANKS));
            }
        }

        private void blankLine(StringBuilder text) {
            text.append(one(BLANKS))
                    .append(random.nextBoolean() ? one(COMMENTS) : "")
                    .append('\n');
        }

        private String end() {
            return one(BLANKS) + (random.nextInt(3) == 0 ? one(COMMENTS) : "") + "\n";
        }

        private String cased(String name) {
            return switch (random.nextInt(4)) {
                case 0 -> name.toUpperCase(Locale.ROOT);
                case 1 -> name.toLowerCase(Locale.ROOT);
                default -> name;
            };
        }

        private void repeat(int most, Runnable step) {
            IntStream.range(0, random.nextInt(most + 1)).forEach(_ -> step.run());
        }

        private String one(List<String> choices) {
            return choices.get(random.nextInt(choices.size()));
        }
    }
}
