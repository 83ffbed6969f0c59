package dev.vspherecloud.ccm.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Project;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Reads the configurations of `corpus.txt`, most of them with a mistake of a public report, and compares the
/// problems and vCenters with those of the file.
class CorpusTest {
    record Sample(String name, String text, List<String> expected) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Sample> theResultIsThatOfTheCorpus() {
        String corpus = Project.resource(CorpusTest.class, "corpus.txt");
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
    @MethodSource
    void theResultIsThatOfTheCorpus(Sample sample) {
        ConfigResult result = Reading.read(sample.text());

        assertThat(Stream.concat(Reading.lines(result).stream(), vcenters(result)))
                .containsExactlyElementsOf(sample.expected());
    }

    private static Stream<String> vcenters(ConfigResult result) {
        return result instanceof ConfigResult.Accepted(CloudConfig config, var _)
                ? config.vcenters().stream()
                        .map(each -> "= " + each.name() + " " + each.server() + " <"
                                + String.join("> <", each.datacenters()) + ">")
                : Stream.of();
    }
}
