package dev.vspherecloud.ccm.controllers.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.identity.InvalidAnnotation;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.testkit.fakes.FakeNodes;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class InvalidAnnotationLogTest {
    private static final NodeName W1 = new NodeName("w-1");
    private static final Duration TIMEOUT = Duration.ofSeconds(59);
    private static final Duration LATER = Duration.ofSeconds(60);

    private final FakeNodes nodes = new FakeNodes();
    private final InvalidAnnotationLog log = new InvalidAnnotationLog();
    private long now;

    InvalidAnnotationLogTest() {
        nodes.add("w-1", "", "42000000-0000-0000-0000-0000000000a1", false, List.of());
    }

    @Test
    void validAnnotationsAreNotLogged() {
        assertThat(check()).isEmpty();

        nodes.annotate("w-1", RecordedVm.SEEN, "5030 2026-01-02T03:04:05Z");
        nodes.annotate("w-1", RecordedVm.HOME, "");

        assertThat(check()).isEmpty();
    }

    @Test
    void eachInvalidValueIsLoggedOnce() {
        nodes.annotate("w-1", RecordedVm.VM, "vm-1\uFFFE");
        assertThat(check()).containsExactly(RecordedVm.VM);

        pass(LATER);
        assertThat(check()).isEmpty();
        nodes.annotate("w-1", RecordedVm.SEEN, "5 +1000000000-12-31T23:59:59Z");

        assertThat(check()).containsExactly(RecordedVm.SEEN);
        pass(LATER);
        nodes.annotate("w-1", RecordedVm.VM, "vm 1");
        assertThat(check()).containsExactly(RecordedVm.VM);
    }

    @Test
    void aKubeletThatWritesConstantlyIsLoggedOnceAMinute() {
        for (int i = 0; i < 100; i++) {
            nodes.annotate("w-1", RecordedVm.VM, "vm " + i);
            assertThat(check()).hasSize(i == 0 ? 1 : 0);
        }

        pass(TIMEOUT);
        assertThat(check()).isEmpty();
        pass(LATER.minus(TIMEOUT));
        assertThat(check()).containsExactly(RecordedVm.VM);
    }

    @Test
    void aDeletedNodeIsForgotten() {
        nodes.annotate("w-1", RecordedVm.VM, "vm 1");
        assertThat(check()).hasSize(1);

        log.forget(W1);

        assertThat(check()).hasSize(1);
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }

    private List<String> check() {
        return log.check(nodes.find(W1).orElseThrow(), now).stream()
                .map(InvalidAnnotation::key)
                .toList();
    }
}
