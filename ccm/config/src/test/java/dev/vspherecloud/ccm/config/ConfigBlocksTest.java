package dev.vspherecloud.ccm.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.DocBlock;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tests that the reader accepts the configurations in the documentation without a warning.
class ConfigBlocksTest {
    private static final String VCENTER = "vcenter: {paris: {server: vcenter.paris.example.org}}\n";
    private static final String ACCOUNT = "global: {secretName: cpi, secretNamespace: kube-system}\n";

    static List<DocBlock> blocks() {
        return DocBlock.of(ConfigBlocksTest.class, "theReaderAcceptsThem");
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void theReaderAcceptsThem(DocBlock block) {
        assertThat(Reading.problems(completed(block.text()))).isEmpty();
    }

    /// Adds a vCenter and an account to blocks that show only the keys that the page describes.
    private static String completed(String text) {
        String vcenter = text.contains("[VirtualCenter") || text.contains("vcenter:") ? "" : VCENTER;
        String account =
                text.contains("secretName") || text.contains("secret-name") || text.contains("user") ? "" : ACCOUNT;
        return account + vcenter + text;
    }
}
