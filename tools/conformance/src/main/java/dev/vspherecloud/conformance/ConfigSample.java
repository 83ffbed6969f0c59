package dev.vspherecloud.conformance;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// A configuration of `corpus.txt` beside a test, and what the reader says about it.
///
/// @param expected the lines after `---`: the problems, and the values, which begin with `=`
public record ConfigSample(String name, String text, List<String> expected) {
    /// Returns all samples of the file. Each begins with `=== ` and its name.
    public static Stream<ConfigSample> all(Class<?> test) {
        String corpus = Project.resource(test, "corpus.txt");
        return Arrays.stream(corpus.split("(?m)^=== ")).skip(1).map(each -> {
            String[] parts = each.split("(?m)^---\n", 2);
            int line = parts[0].indexOf('\n');
            return new ConfigSample(
                    parts[0].substring(0, line),
                    parts[0].substring(line + 1),
                    parts[1].lines().filter(expected -> !expected.isBlank()).toList());
        });
    }

    @Override
    public String toString() {
        return name;
    }
}
