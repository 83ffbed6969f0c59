package dev.vspherecloud.conformance;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A mistake that people make in a configuration in YAML or INI. Each one changes a text in the same way every
/// time.
public enum ConfigMutation {
    WRONG_INDENTATION,
    TAB,
    MISSING_COLON,
    WRONG_DEPTH,
    MISSPELT_KEY,
    COMMENT_CUT,
    SPECIAL_CHARACTER,
    DUPLICATE_KEY,
    LIST_OR_TEXT,
    WHOLE_OBJECT,
    NUMBER_FORM;

    /// Matches a line with a key: its indentation, its name, what separates it from the value, and the value.
    private static final Pattern LINE = Pattern.compile("(\\s*)([A-Za-z-]+)(\\s*[:=]\\s*)(.*)");

    /// The keys that a mutation changes, the most important one first.
    private static final List<String> TARGETS =
            List.of("password", "secretname", "secret-name", "server", "user", "secretsdirectory", "secrets-directory");

    private static final List<String> SPECIAL =
            List.of("[%s", "{%s}", "|%s", "&%s x", "*%s", "\"%s\"x", "'%s", "#%s", "@%s", "!%s", "%%%s", "'%s'");

    private static final List<String> NUMBERS =
            List.of("port: 0443", "port: 1e3", "port: '443'", "insecureFlag: maybe");

    /// Returns the text with this mistake.
    ///
    /// @param variant selects one of several forms of the mistake
    public String apply(String text, int variant) {
        List<String> lines = text.lines().toList();
        int target = target(lines);
        boolean isYaml = !text.contains("[VirtualCenter") && !text.contains("[Global]");
        Matcher line = LINE.matcher(lines.get(target));
        if (!line.matches()) {
            throw new IllegalArgumentException("no key to change");
        }
        String indent = line.group(1);
        String key = line.group(2);
        String separator = line.group(3);
        String value = line.group(4).replaceAll("^[\"']|[\"']$", "");
        String start = indent + key + separator;
        return switch (this) {
            case WRONG_INDENTATION -> replaced(lines, target, " " + lines.get(target));
            case TAB -> replaced(lines, target, "\t" + lines.get(target).strip());
            case MISSING_COLON ->
                replaced(lines, target, indent + key + separator.replaceAll("[:=]", "") + line.group(4));
            case WRONG_DEPTH ->
                isYaml ? nested(lines) : String.join("\n", lines) + "\n[Labels]\n" + lines.get(target) + "\n";
            case MISSPELT_KEY ->
                replaced(lines, target, indent + key.substring(0, 2) + key.substring(3) + separator + line.group(4));
            case COMMENT_CUT -> replaced(lines, target, start + value + (isYaml ? " #" : ";") + value);
            case SPECIAL_CHARACTER ->
                replaced(
                        lines,
                        target,
                        start + SPECIAL.get(variant % SPECIAL.size()).formatted(value));
            case DUPLICATE_KEY -> replaced(lines, target, lines.get(target) + "\n" + start + "other");
            case LIST_OR_TEXT -> replaced(lines, target, start + "[" + value + ", " + value + "]");
            case WHOLE_OBJECT ->
                "apiVersion: v1\nkind: %s\nmetadata:\n  name: conf\n%s:\n  vsphere.conf: |\n"
                                .formatted(
                                        variant % 2 == 0 ? "ConfigMap" : "Secret",
                                        variant % 2 == 0 ? "data" : "stringData")
                        + lines.stream().map(each -> "    " + each).collect(Collectors.joining("\n", "", "\n"));
            case NUMBER_FORM -> replaced(lines, target, lines.get(target) + "\n" + indent + number(isYaml, variant));
        };
    }

    private static String number(boolean isYaml, int variant) {
        String form = NUMBERS.get(variant % NUMBERS.size());
        return isYaml ? form : form.replace("insecureFlag", "insecure-flag").replace(": ", " = ");
    }

    private static int target(List<String> lines) {
        Optional<Integer> target = TARGETS.stream()
                .flatMap(key -> IntStream.range(0, lines.size())
                        .filter(at ->
                                lines.get(at).strip().toLowerCase(Locale.ROOT).matches(key + "\\s*[:=].+"))
                        .boxed()
                        .limit(1))
                .findFirst();
        return target.orElseThrow();
    }

    /// Puts all sections after the first below it.
    private static String nested(List<String> lines) {
        boolean isFirst = true;
        var text = new StringBuilder();
        boolean begun = false;
        for (String line : lines) {
            boolean isSection = !line.isBlank() && !line.startsWith(" ") && !line.startsWith("#");
            isFirst &= !(isSection && begun);
            begun |= isSection;
            text.append(isFirst ? line : "  " + line).append('\n');
        }
        return text.toString();
    }

    private static String replaced(List<String> lines, int at, String line) {
        String[] changed = lines.toArray(String[]::new);
        changed[at] = line;
        return Arrays.stream(changed).collect(Collectors.joining("\n", "", "\n"));
    }
}
