package dev.vspherecloud.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A configuration of `shapes.txt` beside a test, with one mistake.
///
/// @param name the name of the file and of the mistake, such as `dual stack, TAB`
public record MutatedConfig(String name, String text) {
    private static final int MISTAKES = 8;
    private static final Pattern PLACE = Pattern.compile(
            "[EW] \\S+(?::\\d+:\\d+: .*|: (?:found no vCenter|found the section|found no configuration).*)");
    private static final Pattern FOUND = Pattern.compile(
            "found |unknown |already |has no effect|not YAML: |not INI: |not used|begins |looks like a");
    private static final Pattern REMEDY = Pattern.compile(
            "[;?] ?(?:.* )?(?:put|write|move|remove|add|correct|use|close|mean|look|join|set|check|indent|align|change|mount|keep)\\b");

    /// Returns all files of `shapes.txt`, each with eight mistakes.
    public static List<MutatedConfig> all(Class<?> test) {
        var all = new ArrayList<MutatedConfig>();
        String[] files = Project.resource(test, "shapes.txt").split("(?m)^=== ");
        for (int file = 1; file < files.length; file++) {
            String[] parts = files[file].split("\n", 2);
            ConfigMutation[] mistakes = ConfigMutation.values();
            for (int i = 0; i < MISTAKES; i++) {
                ConfigMutation mistake = mistakes[(file * MISTAKES + i) % mistakes.length];
                all.add(new MutatedConfig(parts[0] + ", " + mistake, mistake.apply(parts[1].strip(), file)));
            }
        }
        return all;
    }

    /// Returns the messages that do not say where the problem is, what was found, or what to do, and those that
    /// show a credential.
    public List<String> unclear(Stream<String> messages) {
        return messages.filter(message -> !PLACE.matcher(message).matches()
                        || !FOUND.matcher(message).find()
                        || !REMEDY.matcher(message).find()
                        || Stream.of("Qx7Zr9Lm", "svc-usr").anyMatch(message::contains))
                .map(message -> name + ": " + message)
                .toList();
    }

    /// Returns the names in a list of harmless mistakes, which has a line for each: its name, `: ` and the reason.
    public static List<String> names(String harmless) {
        return harmless.lines().map(line -> line.split(": ", 2)[0]).toList();
    }
}
