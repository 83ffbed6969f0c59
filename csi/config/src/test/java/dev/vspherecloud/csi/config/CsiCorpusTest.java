package dev.vspherecloud.csi.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Project;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Reads the configurations of `corpus.txt`, and compares the problems and values with those of the file.
class CsiCorpusTest {
    record Sample(String name, String text, List<String> expected) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Sample> samples() {
        String corpus = Project.resource(CsiCorpusTest.class, "corpus.txt");
        return Arrays.stream(corpus.split("(?m)^=== ")).skip(1).map(each -> {
            String[] parts = each.split("(?m)^---\n", 2);
            int line = parts[0].indexOf('\n');
            return new Sample(
                    parts[0].substring(0, line),
                    parts[0].substring(line + 1),
                    parts[1].lines().filter(expected -> !expected.isBlank()).toList());
        });
    }

    @ParameterizedTest
    @MethodSource("samples")
    void theResultIsThatOfTheCorpus(Sample sample) {
        CsiConfigResult result = CsiReading.read(sample.text());

        assertThat(CsiReading.problems(result))
                .containsExactlyElementsOf(sample.expected().stream()
                        .filter(line -> !line.startsWith("="))
                        .toList());
        boolean isRefused = sample.expected().stream().anyMatch(line -> line.startsWith("E"));
        assertThat(result instanceof CsiConfigResult.Rejected).isEqualTo(isRefused);
        if (!isRefused) {
            assertThat(CsiReading.values(CsiReading.accepted(result)))
                    .containsAll(sample.expected().stream()
                            .filter(line -> line.startsWith("="))
                            .toList());
        }
    }
}
