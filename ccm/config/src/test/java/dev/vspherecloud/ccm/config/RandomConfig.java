package dev.vspherecloud.ccm.config;

import dev.vspherecloud.config.ConfigKey;
import dev.vspherecloud.config.Dialect;
import dev.vspherecloud.config.KeyForm;
import dev.vspherecloud.config.Section;
import dev.vspherecloud.config.VcenterKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.Yaml;

/// Random valid configurations with every key, every kind of value and unusual formatting.
///
/// Other code than the program's own writes them: the library writes YAML, and a few lines write INI by its
/// grammar.
final class RandomConfig {
    private static final String REMARK = " remark %s \"of' [global] x = y: z";
    private static final String[] PIECES = {
        "a", "Z", "0", "7", " ", "  ", "\t", "\"", "'", "\\", "#", ";", "=", ":", ": ", " #", ",", "[", "]", "{", "}",
        "&", "*", "!", "|", ">", "-", "?", "%", "@", "`", "~", "$", "/", "\n", "ä", "ß", "中", "😀", "\u0085", "\u2028",
        "\ufeff", "\u0007"
    };
    private static final String[] WORDS = {
        "yes",
        "no",
        "on",
        "n",
        "true",
        "null",
        "~",
        "0443",
        "1e3",
        "0x1F",
        "1_000",
        "12:30:45",
        "2026-01-01",
        ".5",
        "=",
        "<<",
        "- a",
        "a: b",
        "a #b",
        "'a'",
        "\"a\"",
        "\\",
        "\\\\n",
        "DOMAIN\\user",
        "#",
        ";x",
        "[x]"
    };

    private final Random random;
    private final List<String> comments = new ArrayList<>();

    RandomConfig(long seed) {
        this.random = new Random(seed);
    }

    /// Returns every comment that has its own line, without the comment character.
    List<String> comments() {
        return comments;
    }

    String yaml() {
        var text = new StringBuilder(comment("", "#"));
        for (Section section : List.of(Section.GLOBAL, CloudConfigSection.LABELS, CloudConfigSection.NODES)) {
            text.append(section.yaml()).append(":").append(beside("#")).append('\n');
            text.append(yamlKeys(section, "  "));
        }
        text.append(comment("", "#")).append("vcenter:\n");
        for (int i = 0; i <= random.nextInt(3); i++) {
            text.append(comment("  ", "#"));
            text.append("  ? ").append(scalar(name(i))).append("\n  :\n");
            text.append("    server: host-").append(i).append("\n");
            text.append(yamlKeys(Section.VCENTER, "    "));
        }
        return text.append(comment("", "#")).toString();
    }

    String ini() {
        var text = new StringBuilder(comment("", "#"));
        for (Section section : List.of(Section.GLOBAL, CloudConfigSection.LABELS, CloudConfigSection.NODES)) {
            text.append("[")
                    .append(odd(section.ini()))
                    .append("]")
                    .append(beside(";"))
                    .append('\n');
            text.append(iniKeys(section));
        }
        for (int i = 0; i <= random.nextInt(3); i++) {
            text.append(comment("", ";"));
            boolean isHost = random.nextBoolean();
            text.append("[VirtualCenter ")
                    .append(quoted(isHost ? "host-" + i : name(i)))
                    .append("]\n");
            text.append(isHost ? "" : "server = host-" + i + "\n").append(iniKeys(Section.VCENTER));
        }
        return text.append(comment("", "#")).toString();
    }

    private String yamlKeys(Section section, String indent) {
        return keys(section).stream()
                .map(key -> {
                    String value = value(key, Dialect.YAML);
                    String line = key.yaml() + ": " + value;
                    return comment(indent, "#") + line.indent(indent.length()).stripTrailing()
                            + (value.contains("\n") ? "" : beside("#")) + "\n";
                })
                .collect(Collectors.joining());
    }

    private String iniKeys(Section section) {
        return keys(section).stream()
                .map(key -> comment("", random.nextBoolean() ? "#" : ";") + odd(key.ini()) + " = "
                        + value(key, Dialect.INI) + beside("#") + "\n")
                .collect(Collectors.joining());
    }

    /// Returns some of the keys, always with credentials.
    private List<ConfigKey> keys(Section section) {
        return CloudConfigTable.TABLE.in(section).stream()
                .filter(key -> key != VcenterKey.SERVER)
                .filter(key -> (key.isIn(Section.GLOBAL) && key.form() == KeyForm.SECRET)
                        || key == VcenterKey.USER
                        || random.nextInt(3) > 0)
                .toList();
    }

    private String value(ConfigKey key, Dialect dialect) {
        return switch (key.form()) {
            case TEXT, SECRET -> written(text(), dialect);
            case HOST -> written("host-" + random.nextInt(3), dialect);
            case PORT ->
                one(dialect == Dialect.YAML ? List.of("443", "0", "0x1F", "0443") : List.of("443", "\"0443\"", "0"));
            case NUMBER -> "3";
            case COUNT -> one(List.of("1", "20"));
            case PERCENT -> one(List.of("1", "100"));
            case DURATION -> written(one(List.of("10m", "1h30m", "5m0s", "7.5m")), dialect);
            case FLAG ->
                one(
                        dialect == Dialect.YAML
                                ? List.of("true", "false", "yes", "off")
                                : List.of("\"1\"", "\"0\"", "TRUE", "no"));
            case LIST -> list(List.of("A", "b c", "/x/y", "d#1", "ä"), dialect);
            case CHOICE -> one(key.choices());
            case LABEL_KEY -> written("example.com/" + key.yaml(), dialect);
            case FAMILIES -> list(List.of("ipv4", "ipv6"), dialect);
            case SUBNETS -> written(one(List.of("10.0.0.0/8", "10.0.0.0/8,fd00::/8")), dialect);
            case HOSTS -> written(one(List.of("*", "a.example,10.0.0.0/8")), dialect);
            case PATHS -> written(one(List.of("/a.pem", "/a.pem:/b c.pem")), dialect);
            case THUMBPRINTS -> written("0a:".repeat(19) + "0b", dialect);
            case DIRECTORY -> written("/some/dir", dialect);
            case KUBERNETES_NAME -> written("name-" + random.nextInt(3), dialect);
            case PROXY -> written("http://user:p%23w@proxy:3128", dialect);
        };
    }

    private String list(List<String> words, Dialect dialect) {
        List<String> some = words.subList(0, 1 + random.nextInt(words.size()));
        return switch (dialect) {
            case YAML -> some.stream().map(this::scalar).collect(Collectors.joining(", ", "[", "]"));
            case INI -> quoted(String.join(",", some));
        };
    }

    private String written(String text, Dialect dialect) {
        return switch (dialect) {
            case YAML -> scalar(text);
            case INI -> quoted(text);
        };
    }

    /// Returns the value with or without quotes, as the library chooses.
    private String scalar(String text) {
        var options = new DumperOptions();
        options.setDefaultScalarStyle(
                random.nextBoolean() ? DumperOptions.ScalarStyle.PLAIN : DumperOptions.ScalarStyle.DOUBLE_QUOTED);
        options.setWidth(Integer.MAX_VALUE);
        options.setSplitLines(false);
        String dumped = new Yaml(options).dump(text).strip();
        return dumped.contains("\n") || dumped.startsWith("!!") ? doubleQuoted(text) : dumped;
    }

    private static String doubleQuoted(String text) {
        return text.chars()
                .mapToObj(each -> each < 0x20 || each >= 0x7f ? "\\u%04x".formatted(each) : Character.toString(each))
                .map(each -> each.equals("\"") || each.equals("\\") ? "\\" + each : each)
                .collect(Collectors.joining("", "\"", "\""));
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }

    private String text() {
        return random.nextInt(3) == 0
                ? one(List.of(WORDS))
                : "x"
                        + IntStream.range(0, 1 + random.nextInt(12))
                                .mapToObj(_ -> one(List.of(PIECES)))
                                .collect(Collectors.joining());
    }

    private String name(int number) {
        return number + one(List.of("north", "a b", "yes", "c#d", "quo\"te", "back\\slash", "ä😀", "x: y"));
    }

    private String odd(String name) {
        return random.nextBoolean() ? name : name.toUpperCase(Locale.ROOT);
    }

    private String one(List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private String comment(String indent, String sign) {
        return random.nextInt(3) > 0 ? "" : indent + sign + remark() + "\n";
    }

    private String beside(String sign) {
        return random.nextInt(3) > 0 ? "" : " " + sign + REMARK.formatted("beside");
    }

    private String remark() {
        String remark = REMARK.formatted(comments.size());
        comments.add(remark);
        return remark;
    }
}
