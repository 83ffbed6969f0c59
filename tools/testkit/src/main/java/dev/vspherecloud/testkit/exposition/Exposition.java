package dev.vspherecloud.testkit.exposition;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The content of one scrape.
///
/// Rule from: Prometheus, exposition formats, text format 0.0.4. This parser is stricter: each metric has `# HELP`,
/// then `# TYPE`, then its lines, all in one place, and no line has a timestamp.
///
/// @param families by name
public record Exposition(Map<String, Family> families) {
    private static final Pattern HELP = Pattern.compile("# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) (.*)");
    private static final Pattern TYPE = Pattern.compile("# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) ([a-z]+)");
    private static final Pattern LINE =
            Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)\\})? (-?[0-9.Ee+-]+|[+-]Inf|NaN)");
    private static final Pattern LABEL =
            Pattern.compile("\\G([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\]|\\\\[n\"\\\\])*)\"(,|$)");

    public Exposition {
        families = Map.copyOf(families);
    }

    /// Parses a whole response.
    ///
    /// @throws IllegalArgumentException if the text violates the format
    public static Exposition parse(String text) {
        if (!text.endsWith("\n")) {
            throw new IllegalArgumentException("the last line has no end");
        }
        var families = new LinkedHashMap<String, Family>();
        List<String> lines = text.lines().toList();
        int next = 0;
        while (next < lines.size()) {
            Matcher help = match(HELP, lines.get(next));
            String name = help.group(1);
            Matcher type = match(TYPE, next + 1 < lines.size() ? lines.get(next + 1) : "");
            if (!type.group(1).equals(name)) {
                throw new IllegalArgumentException(
                        "after the help of %s comes the type of %s".formatted(name, type.group(1)));
            }
            next += 2;
            var samples = new ArrayList<Sample>();
            while (next < lines.size() && !lines.get(next).startsWith("#")) {
                samples.add(sample(name, lines.get(next)));
                next++;
            }
            var family = new Family(name, type.group(2), help.group(2), samples);
            family.check();
            if (families.put(name, family) != null) {
                throw new IllegalArgumentException(name + " comes in two places");
            }
        }
        return new Exposition(families);
    }

    private static Matcher match(Pattern pattern, String line) {
        Matcher matcher = pattern.matcher(line);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("\"%s\" is not as %s".formatted(line, pattern));
        }
        return matcher;
    }

    private static Sample sample(String family, String line) {
        Matcher matcher = match(LINE, line);
        if (!matcher.group(1).startsWith(family)) {
            throw new IllegalArgumentException("\"%s\" stands under %s".formatted(line, family));
        }
        String labels = Optional.ofNullable(matcher.group(2)).orElse("");
        return new Sample(matcher.group(1), labels(labels), number(matcher.group(3)));
    }

    private static Map<String, String> labels(String text) {
        var labels = new LinkedHashMap<String, String>();
        Matcher label = LABEL.matcher(text);
        int end = 0;
        while (end < text.length()) {
            if (!label.find(end)) {
                throw new IllegalArgumentException("\"%s\" are no labels".formatted(text));
            }
            if (labels.put(label.group(1), unescaped(label.group(2))) != null) {
                throw new IllegalArgumentException("\"%s\" has a label twice".formatted(text));
            }
            end = label.end();
        }
        return labels;
    }

    private static String unescaped(String value) {
        return value.replace("\\n", "\n").replace("\\\"", "\"").replace("\\\\", "\\");
    }

    static double number(String text) {
        return switch (text) {
            case "+Inf" -> Double.POSITIVE_INFINITY;
            case "-Inf" -> Double.NEGATIVE_INFINITY;
            default -> Double.parseDouble(text);
        };
    }

    /// Returns all lines with a value.
    public Stream<Sample> samples() {
        return families.values().stream().flatMap(family -> family.samples().stream());
    }

    /// Returns the value of one line; empty if there is none.
    ///
    /// @param labels alternating name and value; the line may have more
    public Optional<Double> value(String name, String... labels) {
        return samples()
                .filter(sample -> sample.name().equals(name) && has(sample, labels))
                .map(Sample::value)
                .findFirst();
    }

    private static boolean has(Sample sample, String... labels) {
        for (int i = 0; i < labels.length; i += 2) {
            if (!labels[i + 1].equals(sample.labels().get(labels[i]))) {
                return false;
            }
        }
        return true;
    }
}
