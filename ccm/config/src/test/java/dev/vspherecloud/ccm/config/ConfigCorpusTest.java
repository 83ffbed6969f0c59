package dev.vspherecloud.ccm.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.ConfigSample;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Reads the configurations of `corpus.txt`, most of them with a mistake of a public report, and compares the
/// problems and vCenters with those of the file.
class ConfigCorpusTest {
    static Stream<ConfigSample> theResultIsThatOfTheCorpus() {
        return ConfigSample.all(ConfigCorpusTest.class);
    }

    @ParameterizedTest
    @MethodSource
    void theResultIsThatOfTheCorpus(ConfigSample sample) {
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
