package dev.vspherecloud.csi.domain.attachment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.node.AttachAttempt;
import dev.vspherecloud.csi.domain.node.VmDisk;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.vm.ConnectionState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DetachPolicyTest {
    private static final String VOLUME = "5f1c8a52-9b1d-4a0f-8d2f-2f9f0e6f3c11";
    private static final Instant NOW = Instant.parse("2026-11-27T12:00:00Z");
    private static final TestVm ONE = TestVm.of(1);
    private static final TestVm TWO = TestVm.of(2);
    private static final TestVm FORMER = TestVm.of(3).withoutNode();

    /// The facts of a request, with a default for what a test does not mention.
    private static final class Facts {
        private final FollowedVms machines;
        private String node = ONE.id();
        private Set<String> targets = Set.of(ONE.key().value());
        private Map<String, AbsenceState> absences = Map.of();
        private Optional<String> unknown = Optional.empty();
        private Optional<String> untrusted = Optional.empty();
        private Set<String> silent = Set.of();
        private Map<String, AttachAttempt> open = Map.of();
        private Map<String, List<VmDisk>> reads = Map.of();
        private Set<String> detached = Set.of();
        private Set<String> sent = Set.of();
        private Optional<List<String>> consumers = Optional.empty();
        private VolumeToAttach volume = new VolumeToAttach(VOLUME, VOLUME, "vc-a");

        Facts(FollowedVm... machines) {
            this.machines = FollowedVms.of(List.of(machines));
        }

        DetachStep step() {
            return DetachPolicy.evaluate(new DetachFacts(
                    volume, node, machines, targets, absences, unknown, untrusted, silent, open, reads, detached, sent,
                    consumers, NOW));
        }

        AttachFailure failure() {
            return step() instanceof DetachStep.Fail(AttachFailure failure)
                    ? failure
                    : new AttachFailure(
                            OperationCode.INTERNAL, AttachReason.REFUSED_BY_VCENTER, "not refused: " + step());
        }
    }

    @Test
    void theVolumeIsDetachedFromTheVmThatHasIt() {
        TestVm holder = ONE.withVolume(VOLUME);
        var facts = new Facts(holder.machine());

        assertThat(facts.step()).isEqualTo(new DetachStep.Send(holder.machine(), holder.vm()));
        facts.detached = Set.of(holder.ref());
        assertThat(facts.step()).isInstanceOf(DetachStep.Detached.class);
    }

    @Test
    void disksAreReadBeforeTheyProveAnything() {
        var facts = new Facts(ONE.machine());

        assertThat(facts.step()).isEqualTo(new DetachStep.ReadDisks(ONE.vm()));
        facts.reads = Map.of(ONE.ref(), List.of());
        assertThat(facts.step()).isInstanceOf(DetachStep.Detached.class);
        facts.reads = Map.of(ONE.ref(), List.of(TestVm.disk(VOLUME)));
        assertThat(facts.step()).isInstanceOf(DetachStep.Send.class);
    }

    @Test
    void theDisksOfADisconnectedVmProveNothing() {
        TestVm away = ONE.with(ConnectionState.DISCONNECTED);
        var facts = new Facts(away.machine());
        facts.reads = Map.of(ONE.ref(), List.of());

        assertThat(facts.failure().code()).isEqualTo(OperationCode.UNAVAILABLE);
        assertThat(facts.failure().reason()).isEqualTo(AttachReason.VM_NOT_CONNECTED);
        assertThat(facts.failure().message()).contains("is disconnected, so its disks may be old");
    }

    @Test
    void aSilentVcenterProvesNothing() {
        var facts = new Facts(ONE.machine());
        facts.silent = Set.of("vc-a");

        assertThat(facts.failure().reason()).isEqualTo(AttachReason.VCENTER_SILENT);
        assertThat(facts.failure().code()).isEqualTo(OperationCode.UNAVAILABLE);
    }

    @Test
    void aVmThatIsOnlyMissingProvesNothing() {
        var facts = new Facts(ONE.withVolume(VOLUME).machine(new VmLookup.Missing(List.of("vc-a"))));

        assertThat(facts.failure().reason()).isEqualTo(AttachReason.ABSENCE_UNPROVEN);
        assertThat(facts.failure().code()).isEqualTo(OperationCode.UNAVAILABLE);
        assertThat(facts.failure().message()).contains("checks whether the VM was destroyed");

        facts.absences = Map.of(ONE.key().value(), new AbsenceState.Unproven("its folder cannot be read"));
        assertThat(facts.failure().message()).contains("its folder cannot be read");

        facts.absences = Map.of(ONE.key().value(), new AbsenceState.Proven("it was destroyed"));
        assertThat(facts.step()).isEqualTo(new DetachStep.Detached("it was destroyed"));
    }

    @Test
    void forAVmThatNothingRecordedOnlyTheDiskProves() {
        var facts = new Facts(ONE.machine(new VmLookup.Missing(List.of("vc-a"))));
        facts.absences = Map.of(ONE.key().value(), new AbsenceState.Unrecorded());

        assertThat(facts.step()).isEqualTo(new DetachStep.ReadConsumers());
        facts.consumers = Optional.of(List.of("vm-1"));
        assertThat(facts.failure().code()).isEqualTo(OperationCode.UNAVAILABLE);
        assertThat(facts.failure().message()).contains("the VM vm-1 has volume");
        facts.consumers = Optional.of(List.of());
        assertThat(facts.step()).isInstanceOf(DetachStep.Detached.class);
    }

    @Test
    void aLookupThatFailsProvesNothing() {
        var facts = new Facts(
                ONE.machine(new VmLookup.Unknown(List.of(new VmLookup.Silence("vc-a", "connection refused")))));

        assertThat(facts.failure().reason()).isEqualTo(AttachReason.VCENTER_SILENT);
        assertThat(new Facts(ONE.machine(new VmLookup.Pending())).failure().reason())
                .isEqualTo(AttachReason.INVENTORY_UNKNOWN);
    }

    @Test
    void anUnknownClusterOrAnUntrustedInventoryProvesNothing() {
        var facts = new Facts(ONE.withVolume(VOLUME).machine());
        facts.untrusted = Optional.of("half of it has vanished");
        assertThat(facts.failure().reason()).isEqualTo(AttachReason.INVENTORY_UNTRUSTED);
        facts.unknown = Optional.of("the Nodes are not read yet");
        assertThat(facts.failure().reason()).isEqualTo(AttachReason.INVENTORY_UNKNOWN);
    }

    @Test
    void theFormerMachineOfTheNameIsMeantToo() {
        TestVm former = FORMER.withVolume(VOLUME);
        var facts = new Facts(ONE.machine(), former.machine());
        facts.targets = Set.of(ONE.key().value(), former.key().value());
        facts.reads = Map.of(ONE.ref(), List.of());

        assertThat(facts.step()).isEqualTo(new DetachStep.Send(former.machine(), former.vm()));
    }

    @Test
    void amongTwoVmsWithOneUuidOnlyTheRecordedOneIsMeant() {
        TestVm holder = ONE.withVolume(VOLUME);

        assertThat(new Facts(holder.twin(TWO, true)).step()).isInstanceOf(DetachStep.Send.class);
        assertThat(new Facts(holder.twin(TWO, false)).failure().reason()).isEqualTo(AttachReason.VM_AMBIGUOUS);
    }

    @Test
    void anOpenAttemptIsDetachedAndWaitedFor() {
        var facts = new Facts(ONE.machine());
        facts.reads = Map.of(ONE.ref(), List.of());
        facts.open = Map.of(ONE.key().value(), new AttachAttempt(NOW.minusSeconds(10), false));

        assertThat(facts.step()).isInstanceOf(DetachStep.Send.class);
        facts.sent = Set.of(ONE.ref());
        assertThat(facts.failure().code()).isEqualTo(OperationCode.ABORTED);
        assertThat(facts.failure().reason()).isEqualTo(AttachReason.ATTEMPT_OPEN);

        Duration window = DetachPolicy.ACCEPT_WINDOW;
        facts.open = Map.of(ONE.key().value(), new AttachAttempt(NOW.minus(window), false));
        assertThat(facts.step()).isInstanceOf(DetachStep.Detached.class);
    }

    @Test
    void aVolumeThatIsStillThereIsNoSuccess() {
        var facts = new Facts(ONE.withVolume(VOLUME).machine());
        facts.sent = Set.of(ONE.ref());
        facts.reads = Map.of(ONE.ref(), List.of(TestVm.disk(VOLUME)));

        assertThat(facts.failure().message()).contains("still has volume");
    }

    @Test
    void forAnUnknownNodeOnlyTheDiskProves() {
        var facts = new Facts(TWO.withVolume(VOLUME).machine());
        facts.node = "4237558d-a1b2-c3d4-e5f6-0123456789ab";
        facts.targets = Set.of();

        assertThat(facts.step()).isEqualTo(new DetachStep.ReadConsumers());
        facts.consumers = Optional.of(List.of());
        assertThat(facts.step()).isInstanceOf(DetachStep.Detached.class);
        facts.consumers = Optional.of(List.of("vm-2"));
        assertThat(facts.step()).isInstanceOf(DetachStep.Detached.class);
        facts.consumers = Optional.of(List.of("vm-77"));
        assertThat(facts.failure().code()).isEqualTo(OperationCode.FAILED_PRECONDITION);
        assertThat(facts.failure().message()).contains("the VM vm-77 has volume");

        facts.node = "";
        facts.consumers = Optional.of(List.of("vm-2"));
        assertThat(facts.failure().code()).isEqualTo(OperationCode.FAILED_PRECONDITION);
    }

    @Test
    void theDisksOfTheVmDecideAboutAVolumeThatNoCnsLists() {
        var facts = new Facts(ONE.in("vc-b").withVolume(VOLUME).machine());
        facts.volume = VolumeToAttach.unlisted(VOLUME, VOLUME);
        assertThat(facts.step()).isInstanceOf(DetachStep.Send.class);

        facts = new Facts(ONE.machine());
        facts.volume = VolumeToAttach.unlisted(VOLUME, VOLUME);
        assertThat(facts.step()).isInstanceOf(DetachStep.ReadDisks.class);
        facts.reads = Map.of(ONE.ref(), List.of());
        assertThat(facts.step()).isInstanceOf(DetachStep.Detached.class);
    }

    @Test
    void forAnUnknownNodeTheFollowedDisksDecideAboutAVolumeThatNoCnsLists() {
        var facts = unlisted(VOLUME, ONE.machine(), TWO.in("vc-b").machine());
        assertThat(facts.step()).isInstanceOf(DetachStep.Detached.class);
        facts.silent = Set.of("vc-b");
        assertThat(facts.failure().code()).isEqualTo(OperationCode.UNAVAILABLE);
        assertThat(facts.failure().message()).contains("do not report the disks of VMs: vc-b");

        assertThat(unlisted(VOLUME, TWO.in("vc-b").withUnknownDisks().machine())
                        .failure()
                        .message())
                .contains("vCenter vc-b has not reported the disks of the VM of Node node-2");
        assertThat(unlisted(VOLUME, TWO.in("vc-b").withVolume(VOLUME).machine())
                        .failure()
                        .message())
                .contains("of Node node-2 has the disk; detach the disk in vCenter");
    }

    @Test
    void aMissingVmMayHaveAVolumeThatNoCnsLists() {
        var facts = new Facts(ONE.machine(new VmLookup.Missing(List.of("vc-a"))));
        facts.volume = VolumeToAttach.unlisted(VOLUME, VOLUME);
        facts.absences = Map.of(ONE.key().value(), new AbsenceState.Unrecorded());

        assertThat(facts.failure().reason()).isEqualTo(AttachReason.ABSENCE_UNPROVEN);
        assertThat(facts.failure().message()).contains("nothing tells whether that VM has its disk");
    }

    @Test
    void thePathDecidesAboutADiskThatWasNeverRegistered() {
        String path = "[ds]  kubevols/a[1].vmdk";
        VmDisk disk = new VmDisk(Optional.empty(), Optional.empty(), 1000, Optional.of("[ds] kubevols/a[1].vmdk"));
        var facts = new Facts(ONE.machine());
        facts.volume = VolumeToAttach.unlisted(path, path);

        assertThat(facts.step()).isInstanceOf(DetachStep.ReadDisks.class);
        facts.reads = Map.of(ONE.ref(), List.of(disk));
        assertThat(facts.failure().code()).isEqualTo(OperationCode.UNAVAILABLE);
        assertThat(facts.failure().message())
                .contains(
                        "never registered in CNS",
                        "VM %s of Node node-1 has it".formatted(ONE.vm()),
                        "detach the disk");
        facts.open = Map.of(ONE.key().value(), new AttachAttempt(NOW.minusSeconds(10), false));
        facts.reads = Map.of(ONE.ref(), List.of(TestVm.disk(VOLUME)));
        assertThat(facts.failure().reason()).isEqualTo(AttachReason.ATTEMPT_OPEN);
        facts.open = Map.of();
        assertThat(facts.step()).isInstanceOf(DetachStep.Detached.class);

        TestVm holder = new TestVm(2, "vc-a", ConnectionState.CONNECTED, Optional.of(List.of(disk)), true);
        assertThat(unlisted(path, ONE.machine(), holder.machine()).failure().message())
                .contains("VM %s of Node node-2 has it".formatted(holder.vm()));
        assertThat(unlisted(path, ONE.machine(), TWO.machine()).step()).isInstanceOf(DetachStep.Detached.class);
    }

    /// The facts of a request that names a Node that is not known.
    private static Facts unlisted(String id, FollowedVm... machines) {
        var facts = new Facts(machines);
        facts.volume = VolumeToAttach.unlisted(id, id);
        facts.node = "4237558d-a1b2-c3d4-e5f6-0123456789ab";
        facts.targets = Set.of();
        return facts;
    }
}
