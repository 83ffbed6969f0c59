package dev.vspherecloud.csi.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.DocBlock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tests that the reader accepts the configurations in the documentation without a warning.
class CsiConfigBlocksTest {
    static List<DocBlock> blocks() {
        return DocBlock.of(CsiConfigBlocksTest.class, "theReaderAcceptsThem");
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void theReaderAcceptsThem(DocBlock block) {
        assertThat(CsiReading.problems(CsiReading.read(block.text()))).isEmpty();
    }

    @Test
    void theBlocksMeanTheSame() {
        List<CsiConfig> configs = blocks().stream()
                .map(block -> CsiReading.accepted(CsiReading.read(block.text())))
                .toList();

        assertThat(configs).hasSize(2).allMatch(configs.getFirst()::equals);
    }
}
