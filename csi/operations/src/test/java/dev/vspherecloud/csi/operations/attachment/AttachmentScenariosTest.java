package dev.vspherecloud.csi.operations.attachment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.domain.attachment.AttachReason;
import dev.vspherecloud.csi.domain.node.ClusterAttachment;
import dev.vspherecloud.csi.operations.attachment.PretendWorld.Machine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The scenarios of csi-production 14 that are about attaching and detaching, by their numbers: the real executor over
/// the model of [NeverOnTwoVmsTest].
class AttachmentScenariosTest {
    private static final String VOLUME = "volume-1";
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final VirtualTime time = new VirtualTime(1, false);
    private final PretendWorld world = new PretendWorld(time);
    private final PretendReplica replica = new PretendReplica(world, Safeguard.NONE);
    private final Machine first = world.addVm();
    private final Machine second = world.addVm();

    AttachmentScenariosTest() {
        world.endFaults();
        world.nodes.put("node-1", first.number);
        world.nodes.put("node-2", second.number);
        // VMs that were hidden before are hidden no more.
        pass(Duration.ofMinutes(5));
    }

    @AfterEach
    void noVolumeWasOnTwoVms() {
        time.end();
        assertThat(world.wrong).isEmpty();
    }

    /// A process is stopped somewhere between the begin of a call and its end, and goes on after the next leader has
    /// moved the volume.
    @ParameterizedTest
    @ValueSource(ints = {0, 10, 20, 40, 51, 60, 70, 80, 90, 100, 110, 120, 130, 150, 200, 500, 2_000})
    void scenario3ACallOfAnOldProcessThatEndsLateAttachesNothing(int millis) {
        world.create(VOLUME, "node-1");
        var late = new ArrayList<AttachOutcome>();
        replica.attach(VOLUME, first.id(), TIMEOUT, late::add);
        time.in(
                Duration.ofMillis(millis),
                () -> replica.stoppedUntil = time.now().plus(Duration.ofMinutes(4)));
        pass(Duration.ofSeconds(5));

        var leader = new PretendReplica(world, Safeguard.NONE);
        delete("node-1");
        AttachOutcome detached = detach(leader, first);
        for (int i = 0; i < 10 && detached instanceof AttachOutcome.NotDone; i++) {
            detached = detach(leader, first);
        }
        assertThat(detached).isInstanceOf(AttachOutcome.Detached.class);
        world.remove(PretendWorld.key(VOLUME, "node-1"));
        world.create(VOLUME, "node-2");
        assertThat(attach(leader, second)).isInstanceOf(AttachOutcome.Attached.class);

        pass(Duration.ofMinutes(10));

        assertThat(late).hasSize(1);
        assertThat(world.holders(VOLUME)).containsExactly(second);
    }

    @Test
    void scenario8AnAttachWhoseAnswerIsLostKeepsTheVolumeWhileItsHostIsDisconnected() {
        attachWithoutAnswer();
        world.disconnect(first);
        var leader = new PretendReplica(world, Safeguard.NONE);
        delete("node-1");

        assertThat(detach(leader, first)).isInstanceOf(AttachOutcome.NotDone.class);
        pass(Duration.ofMinutes(3));
        assertThat(detach(leader, first)).isInstanceOf(AttachOutcome.NotDone.class);
        assertThat(world.holders(VOLUME)).containsExactly(first);

        first.isConnected = true;
        movesToTheSecond(leader);
    }

    @Test
    void scenario8AnAttachWhoseAnswerIsLostIsDetachedAfterItsVmHasMoved() {
        attachWithoutAnswer();
        first.isMoving = true;
        var leader = new PretendReplica(world, Safeguard.NONE);
        delete("node-1");

        assertThat(detach(leader, first)).isInstanceOf(AttachOutcome.NotDone.class);
        assertThat(world.holders(VOLUME)).containsExactly(first);

        first.isMoving = false;
        movesToTheSecond(leader);
    }

    private void attachWithoutAnswer() {
        world.create(VOLUME, "node-1");
        replica.attach(VOLUME, first.id(), TIMEOUT, _ -> {});
        time.in(Duration.ofMillis(190), () -> replica.isDead = true);
        pass(Duration.ofSeconds(10));
        assertThat(world.holders(VOLUME)).containsExactly(first);
    }

    private void movesToTheSecond(PretendReplica leader) {
        pass(Duration.ofSeconds(20));
        assertThat(detach(leader, first)).isInstanceOf(AttachOutcome.Detached.class);
        world.remove(PretendWorld.key(VOLUME, "node-1"));
        world.create(VOLUME, "node-2");
        assertThat(attach(leader, second)).isInstanceOf(AttachOutcome.Attached.class);
        assertThat(world.holders(VOLUME)).containsExactly(second);
    }

    /// Scenario 9 with two more changes: the Node becomes another VM and is then deleted, while csi-attacher still
    /// sends the id of that other VM.
    @Test
    void scenario9TheFormerVmOfADeletedNodeIsDetached() {
        world.create(VOLUME, "node-1");
        assertThat(attach(replica, first)).isInstanceOf(AttachOutcome.Attached.class);
        Machine third = world.addVm();
        world.nodes.remove("node-1");
        delete("node-1");
        pass(Duration.ofSeconds(20));

        assertThat(detach(replica, third)).isInstanceOf(AttachOutcome.Detached.class);

        assertThat(world.holders(VOLUME)).isEmpty();
    }

    @Test
    void scenario10TwoNodesWithOneBiosUuidGetNothing() {
        world.nodes.put("node-3", first.number);
        world.create(VOLUME, "node-1");

        assertThat(attach(replica, first)).isInstanceOfSatisfying(AttachOutcome.NotDone.class, outcome -> {
            assertThat(outcome.failure().reason()).isEqualTo(AttachReason.VM_AMBIGUOUS);
            assertThat(outcome.failure().message()).contains("Node node-1", "Node node-3");
        });
        assertThat(world.tasks).isEmpty();

        world.nodes.remove("node-3");
        assertThat(attach(replica, first)).isInstanceOf(AttachOutcome.Attached.class);
    }

    @Test
    void scenario11ANodeThatReturnsAfterAForcedDetachGetsNothing() {
        world.create(VOLUME, "node-1");
        assertThat(attach(replica, first)).isInstanceOf(AttachOutcome.Attached.class);
        world.nodes.remove("node-1");
        delete("node-1");
        movesToTheSecond(replica);

        world.nodes.put("node-1", first.number);
        world.create(VOLUME, "node-1");
        pass(Duration.ofSeconds(20));

        assertThat(attach(replica, first)).isInstanceOfSatisfying(AttachOutcome.NotDone.class, outcome -> assertThat(
                        outcome.failure().reason())
                .isEqualTo(AttachReason.ATTACHED_ELSEWHERE));
        delete("node-1");
        assertThat(detach(replica, first)).isInstanceOf(AttachOutcome.Detached.class);
        assertThat(world.holders(VOLUME)).containsExactly(second);
    }

    /// Kubernetes deletes the VolumeAttachment, so that csi-attacher asks for a detach.
    private void delete(String node) {
        ClusterAttachment attachment = Objects.requireNonNull(world.attachments.get(PretendWorld.key(VOLUME, node)));
        world.change(attachment, attachment.isAttached(), true);
        pass(Duration.ofSeconds(1));
    }

    private AttachOutcome attach(PretendReplica process, Machine vm) {
        var outcomes = new ArrayList<AttachOutcome>();
        process.attach(VOLUME, vm.id(), TIMEOUT, outcomes::add);
        pass(Duration.ofSeconds(15));
        assertThat(outcomes).hasSize(1);
        return outcomes.getFirst();
    }

    private AttachOutcome detach(PretendReplica process, Machine vm) {
        var outcomes = new ArrayList<AttachOutcome>();
        process.detach(VOLUME, vm.id(), TIMEOUT, outcomes::add);
        pass(Duration.ofSeconds(15));
        assertThat(outcomes).hasSize(1);
        return outcomes.getFirst();
    }

    private void pass(Duration duration) {
        time.runUntil(time.now().plus(duration));
    }
}
