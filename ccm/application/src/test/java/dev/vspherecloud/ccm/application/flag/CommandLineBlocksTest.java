package dev.vspherecloud.ccm.application.flag;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.DocBlock;
import org.junit.jupiter.api.Test;

class CommandLineBlocksTest {
    @Test
    void theShortHelp() {
        String rendered = "$ vsphere-cloud-controller-manager --help\n" + Usage.text(Command.RUN);

        assertThat(DocBlock.only(CommandLineBlocksTest.class, "theShortHelp").renewed(rendered))
                .as(DocBlock.RENEW)
                .isEqualTo(rendered);
    }
}
