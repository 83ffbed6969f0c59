package dev.vspherecloud.ccm.controllers.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.DocBlock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// The Event that a documentation page shows when the breaker opens.
class BreakerBlocksTest {
    /// The id that the page acknowledges; a real one depends on the Nodes and the time.
    private static final String ID = "missing-3f2a91c0";

    private static final String HEAD = """
            $ kubectl -n kube-system describe lease cloud-controller-manager
            ...
            Events:
              Type     Reason             Age   From                   Message
              ----     ------             ----  ----                   -------
            """;

    @Test
    void theEventOfTheLease() {
        LifecycleTestBed bed = new LifecycleTestBed().cluster(40);
        for (int i = 1; i <= 7; i++) {
            bed.unregister("w-" + i);
        }
        bed.pass(Duration.ofMinutes(1));
        String id = bed.lifecycleState().breaker().open().orElseThrow().id();
        String event = bed.events("MassDisappearance").getFirst();
        String rendered = HEAD
                + event.replace(id, ID)
                        .replace("Warning cluster ", "  Warning  ")
                        .replaceFirst(": ", "  12s   cloud-node-controller  ")
                + "\n";

        assertThat(DocBlock.only(BreakerBlocksTest.class, "theEventOfTheLease").renewed(rendered))
                .as(DocBlock.RENEW)
                .isEqualTo(rendered);
    }
}
