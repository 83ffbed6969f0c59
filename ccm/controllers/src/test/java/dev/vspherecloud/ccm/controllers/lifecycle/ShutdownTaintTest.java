package dev.vspherecloud.ccm.controllers.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.node.NodeHealth;
import dev.vspherecloud.ccm.domain.node.NodeHealth.Ready;
import dev.vspherecloud.ccm.domain.node.WriteOutcome;
import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.reconcile.Outcome;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ShutdownTaintTest {
    private final LifecycleTestBed bed = new LifecycleTestBed().cluster(3);

    @ParameterizedTest
    @EnumSource(names = {"OFF", "SUSPENDED"})
    @Conforms("J28")
    void aNodeWhoseVmDoesNotRunIsTaintedOnce(PowerState power) {
        bed.silence("w-1");
        bed.show(LifecycleTestBed.vm("w-1", power, ConnectionState.CONNECTED));

        bed.pass(Duration.ofMinutes(1));

        assertThat(bed.nodes.writes()).endsWith("taint w-1");
        assertThat(taints()).containsExactly("taint w-1");
        assertThat(bed.observer.calls).containsExactly("written w-1");
    }

    @Test
    @Conforms("J28")
    void theTaintOfAVmThatStartsAgainIsRemovedOnce() {
        bed.silence("w-1");
        bed.show(LifecycleTestBed.vm("w-1", PowerState.OFF, ConnectionState.CONNECTED));
        bed.pass(Duration.ofMinutes(1));

        bed.show(LifecycleTestBed.vm("w-1", PowerState.ON, ConnectionState.CONNECTED));
        bed.pass(Duration.ofMinutes(1));
        bed.nodes.report("w-1", new NodeHealth(Ready.TRUE, LifecycleTestBed.NOON, false, false, false));
        bed.pass(Duration.ofMinutes(1));

        assertThat(taints()).containsExactly("taint w-1", "untaint w-1");
    }

    @Test
    void aReadyNodeIsNotTainted() {
        bed.show(LifecycleTestBed.vm("w-1", PowerState.OFF, ConnectionState.CONNECTED));

        bed.pass(Duration.ofMinutes(1));

        assertThat(taints()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = "CONNECTED", mode = EnumSource.Mode.EXCLUDE)
    void thePowerStateOfADisconnectedVmIsNotUsed(ConnectionState connection) {
        bed.silence("w-1");
        bed.show(LifecycleTestBed.vm("w-1", PowerState.OFF, connection));

        bed.pass(Duration.ofMinutes(1));

        assertThat(taints()).isEmpty();
    }

    @Test
    void aPowerStateOlderThanAMinuteIsNotUsed() {
        bed.silence("w-1");
        bed.show(LifecycleTestBed.vm("w-1", PowerState.OFF, ConnectionState.CONNECTED));
        bed.existenceChecker.ages.put("vc-a", Duration.ofSeconds(61));
        bed.pass(Duration.ofMinutes(1));
        assertThat(taints()).isEmpty();

        bed.existenceChecker.ages.put("vc-a", Duration.ofSeconds(60));
        bed.pass(Duration.ofSeconds(1));

        assertThat(taints()).containsExactly("taint w-1");
    }

    @Test
    @Conforms("J23 J29")
    void aSilentVcenterTaintsNothing() {
        bed.silence("w-1");
        bed.instances.setLookup("w-1", new VmLookup.Unknown(List.of(new VmLookup.Silence("vc-a", "away"))));

        bed.pass(Duration.ofMinutes(1));

        assertThat(taints()).isEmpty();
        assertThat(bed.deletes()).isZero();
        assertThat(bed.has("w-1")).isTrue();
    }

    @Test
    void theTaintIsRemovedWhenTheNodeIsReady() {
        bed.nodes.report("w-1", new NodeHealth(Ready.TRUE, LifecycleTestBed.NOON, true, false, false));

        bed.pass(Duration.ofSeconds(1));

        assertThat(taints()).containsExactly("untaint w-1");
    }

    @Test
    void theTaintIsRemovedWhenTheVmRuns() {
        bed.nodes.report("w-1", new NodeHealth(Ready.UNKNOWN, LifecycleTestBed.NOON, true, false, false));

        bed.pass(Duration.ofSeconds(1));

        assertThat(taints()).containsExactly("untaint w-1");
    }

    @Test
    void aProcessThatLostTheLeaseTaintsNothing() {
        bed.isHeld = false;
        bed.silence("w-1");
        bed.show(LifecycleTestBed.vm("w-1", PowerState.OFF, ConnectionState.CONNECTED));

        bed.pass(Duration.ofMinutes(1));

        assertThat(taints()).isEmpty();
    }

    @Test
    void aNodeThatChangedIsReconciledAgain() {
        bed.silence("w-1");
        bed.show(LifecycleTestBed.vm("w-1", PowerState.OFF, ConnectionState.CONNECTED));
        bed.nodes.answerNextWith(new WriteOutcome.Conflict());

        assertThat(bed.reconcile("w-1")).isInstanceOf(Outcome.Retry.class);
        bed.reconcile("w-1");

        assertThat(taints()).containsExactly("taint w-1");
    }

    private List<String> taints() {
        return bed.nodes.writes().stream()
                .filter(write -> write.contains("taint"))
                .toList();
    }
}
