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
    private final LifecycleTestBed stage = new LifecycleTestBed().cluster(3);

    @ParameterizedTest
    @EnumSource(names = {"OFF", "SUSPENDED"})
    @Conforms("J28")
    void aNodeWhoseVmDoesNotRunIsTaintedOnce(PowerState power) {
        stage.silence("w-1");
        stage.show(LifecycleTestBed.vm("w-1", power, ConnectionState.CONNECTED));

        stage.pass(Duration.ofMinutes(1));

        assertThat(stage.nodes.writes()).endsWith("taint w-1");
        assertThat(taints()).containsExactly("taint w-1");
        assertThat(stage.heard.news).containsExactly("written w-1");
    }

    @Test
    @Conforms("J28")
    void theTaintOfAVmThatStartsAgainGoesOnce() {
        stage.silence("w-1");
        stage.show(LifecycleTestBed.vm("w-1", PowerState.OFF, ConnectionState.CONNECTED));
        stage.pass(Duration.ofMinutes(1));

        stage.show(LifecycleTestBed.vm("w-1", PowerState.ON, ConnectionState.CONNECTED));
        stage.pass(Duration.ofMinutes(1));
        stage.nodes.report("w-1", new NodeHealth(Ready.TRUE, LifecycleTestBed.NOON, false, false, false));
        stage.pass(Duration.ofMinutes(1));

        assertThat(taints()).containsExactly("taint w-1", "untaint w-1");
    }

    @Test
    void aReadyNodeIsNotTainted() {
        stage.show(LifecycleTestBed.vm("w-1", PowerState.OFF, ConnectionState.CONNECTED));

        stage.pass(Duration.ofMinutes(1));

        assertThat(taints()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = "CONNECTED", mode = EnumSource.Mode.EXCLUDE)
    void whatVcenterDoesNotSeeItselfIsNotBelieved(ConnectionState connection) {
        stage.silence("w-1");
        stage.show(LifecycleTestBed.vm("w-1", PowerState.OFF, connection));

        stage.pass(Duration.ofMinutes(1));

        assertThat(taints()).isEmpty();
    }

    @Test
    void whatIsOlderThanAMinuteIsNotBelieved() {
        stage.silence("w-1");
        stage.show(LifecycleTestBed.vm("w-1", PowerState.OFF, ConnectionState.CONNECTED));
        stage.existenceChecker.ages.put("vc-a", Duration.ofSeconds(61));
        stage.pass(Duration.ofMinutes(1));
        assertThat(taints()).isEmpty();

        stage.existenceChecker.ages.put("vc-a", Duration.ofSeconds(60));
        stage.pass(Duration.ofSeconds(1));

        assertThat(taints()).containsExactly("taint w-1");
    }

    @Test
    @Conforms("J23 J29")
    void aSilentVcenterTaintsNothing() {
        stage.silence("w-1");
        stage.instances.setLookup("w-1", new VmLookup.Unknown(List.of(new VmLookup.Silence("vc-a", "away"))));

        stage.pass(Duration.ofMinutes(1));

        assertThat(taints()).isEmpty();
        assertThat(stage.deletes()).isZero();
        assertThat(stage.has("w-1")).isTrue();
    }

    @Test
    void theTaintGoesWhenTheNodeIsReady() {
        stage.nodes.report("w-1", new NodeHealth(Ready.TRUE, LifecycleTestBed.NOON, true, false, false));

        stage.pass(Duration.ofSeconds(1));

        assertThat(taints()).containsExactly("untaint w-1");
    }

    @Test
    void theTaintGoesWhenTheVmRuns() {
        stage.nodes.report("w-1", new NodeHealth(Ready.UNKNOWN, LifecycleTestBed.NOON, true, false, false));

        stage.pass(Duration.ofSeconds(1));

        assertThat(taints()).containsExactly("untaint w-1");
    }

    @Test
    void whoMayNotLeadAnyMoreTaintsNothing() {
        stage.isHeld = false;
        stage.silence("w-1");
        stage.show(LifecycleTestBed.vm("w-1", PowerState.OFF, ConnectionState.CONNECTED));

        stage.pass(Duration.ofMinutes(1));

        assertThat(taints()).isEmpty();
    }

    @Test
    void aNodeThatChangedIsLookedAtAgain() {
        stage.silence("w-1");
        stage.show(LifecycleTestBed.vm("w-1", PowerState.OFF, ConnectionState.CONNECTED));
        stage.nodes.answerNextWith(new WriteOutcome.Conflict());

        assertThat(stage.look("w-1")).isInstanceOf(Outcome.Retry.class);
        stage.look("w-1");

        assertThat(taints()).containsExactly("taint w-1");
    }

    private List<String> taints() {
        return stage.nodes.writes().stream()
                .filter(write -> write.contains("taint"))
                .toList();
    }
}
