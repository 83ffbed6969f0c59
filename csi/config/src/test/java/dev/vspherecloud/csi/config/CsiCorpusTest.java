package dev.vspherecloud.csi.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.ConfigSample;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Reads the configurations of `corpus.txt`, and compares the problems and values with those of the file.
class CsiCorpusTest {
    static Stream<ConfigSample> samples() {
        return ConfigSample.all(CsiCorpusTest.class);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void theResultIsThatOfTheCorpus(ConfigSample sample) {
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
