package dev.vspherecloud.csi.domain.attachment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.domain.datacenter.OtherDatacenter;
import dev.vspherecloud.domain.identity.VmCandidate;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.SystemUuid;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class AttachPolicyTest {
    private static final String VOLUME = "5f1c8a52-9b1d-4a0f-8d2f-2f9f0e6f3c11";
    private static final TestVm ONE = TestVm.of(1);
    private static final TestVm TWO = TestVm.of(2);

    private static AttachFacts facts(FollowedVm... machines) {
        return new AttachFacts(
                new VolumeToAttach(VOLUME, VOLUME, "vc-a"),
                ONE.id(),
                FollowedVms.of(List.of(machines)),
                Set.of(),
                Optional.empty(),
                Optional.empty(),
                Set.of(),
                List.of(),
                0);
    }

    private static AttachFacts with(
            AttachFacts facts, String node, Optional<String> unknown, Optional<String> untrusted, Set<String> silent) {
        return new AttachFacts(
                facts.volume(),
                node,
                facts.machines(),
                facts.gone(),
                unknown,
                untrusted,
                silent,
                facts.openElsewhere(),
                facts.pending());
    }

    private static AttachFacts with(AttachFacts facts, Set<String> gone, List<String> open, int pending) {
        return new AttachFacts(
                facts.volume(),
                facts.node(),
                facts.machines(),
                gone,
                facts.unknown(),
                facts.untrusted(),
                facts.silentVcenters(),
                open,
                pending);
    }

    // The volumes that are sent, and those that are there already

    @Test
    void aFreeVolumeIsSentToTheVmOfTheNode() {
        assertThat(AttachPolicy.evaluate(facts(ONE.machine(), TWO.machine())))
                .isEqualTo(new AttachStep.Send(ONE.machine(), ONE.vm()));
    }

    @Test
    void theNameOfTheNodeMeansItsVmToo() {
        AttachFacts byName =
                with(facts(ONE.machine(), TWO.machine()), "node-2", Optional.empty(), Optional.empty(), Set.of());

        assertThat(AttachPolicy.evaluate(byName)).isEqualTo(new AttachStep.Send(TWO.machine(), TWO.vm()));
    }

    @Test
    void aVolumeOnThisVmIsAttachedAlready() {
        assertThat(AttachPolicy.evaluate(facts(ONE.withVolume(VOLUME).machine())))
                .isEqualTo(new AttachStep.AlreadyAttached(
                        ONE.withVolume(VOLUME).vm(), "6000c2950000000000000000000000ab"));
    }

    @Test
    void aVolumeStaysAttachedWhileTheHostIsDisconnected() {
        TestVm away = ONE.withVolume(VOLUME).with(ConnectionState.DISCONNECTED);

        assertThat(AttachPolicy.evaluate(facts(away.machine()))).isInstanceOf(AttachStep.AlreadyAttached.class);
    }

    @Test
    void aVmThatIsProvenToBeGoneHoldsNothing() {
        FollowedVm gone = TWO.withVolume(VOLUME).withoutNode().machine(new VmLookup.Missing(List.of("vc-a")));
        AttachFacts facts = facts(ONE.machine(), gone);

        assertThat(AttachPolicy.evaluate(facts)).isInstanceOf(AttachStep.Fail.class);
        assertThat(AttachPolicy.evaluate(with(facts, Set.of(gone.key().value()), List.of(), 0)))
                .isInstanceOf(AttachStep.Send.class);
    }

    @Test
    void theSixtiethDiskIsAttachedAndNoOther() {
        TestVm almostFull = ONE.withOtherDisks(59);

        assertThat(AttachPolicy.evaluate(facts(almostFull.machine()))).isInstanceOf(AttachStep.Send.class);
        assertThat(failure(with(facts(almostFull.machine()), Set.of(), List.of(), 1))
                        .code())
                .isEqualTo(OperationCode.RESOURCE_EXHAUSTED);
    }

    @Test
    void theLimitIsTheSlotsWithoutOtherDisks() {
        assertThat(limit(ONE.withOtherDisks(1).machine())).isEqualTo(59);
        assertThat(limit(ONE.withOtherDisks(3).withVolume(VOLUME).machine())).isEqualTo(57);
        assertThat(limit(ONE.withOtherDisks(1).announcing(255))).isEqualTo(255);
    }

    @Test
    void theLimitIsNeverBelowWhatIsAttached() {
        TestVm full = IntStream.range(0, 55)
                .boxed()
                .reduce(ONE.withOtherDisks(10), (vm, i) -> vm.withVolume("volume-" + i), (a, _) -> a);

        assertThat(limit(full.machine())).isEqualTo(55);
    }

    private static int limit(FollowedVm machine) {
        return AttachPolicy.limit(machine, machine.found().orElseThrow());
    }

    /// The node plugin of Go announces 59 volumes, or 255 with `high-pv-node-density`. A smaller number is a wish of
    /// the administrator, which the scheduler keeps.
    @ParameterizedTest
    @CsvSource({"0, 60", "20, 60", "59, 60", "60, 256", "255, 256"})
    void theNumberOfDisksIsThatOfTheControllers(long announced, int slots) {
        assertThat(AttachPolicy.evaluate(facts(ONE.withOtherDisks(slots - 1).announcing(announced))))
                .isInstanceOf(AttachStep.Send.class);
        assertThat(failure(facts(ONE.withOtherDisks(slots).announcing(announced))))
                .satisfies(failure -> {
                    assertThat(failure.code()).isEqualTo(OperationCode.RESOURCE_EXHAUSTED);
                    assertThat(failure.message())
                            .contains("has %1$d disks, the most that a VM can have is %1$d".formatted(slots));
                });
    }

    // Refusals

    /// A refusal: its code, its reason, and a part of its sentence.
    record Refusal(String name, AttachFacts facts, OperationCode code, AttachReason reason, String sentence) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Refusal> refusals() {
        SystemUuid other = new SystemUuid(new UUID(9, 9));
        var silent = new VmLookup.Silence("vc-b", "connection refused");
        return Stream.of(
                new Refusal(
                        "an unknown Node",
                        facts(TWO.machine()),
                        OperationCode.NOT_FOUND,
                        AttachReason.NODE_UNKNOWN,
                        "no Node of the cluster has registered the id"),
                new Refusal(
                        "a former Node",
                        facts(ONE.withoutNode().machine()),
                        OperationCode.NOT_FOUND,
                        AttachReason.NODE_UNKNOWN,
                        "no Node of the cluster"),
                new Refusal(
                        "two Nodes with one id",
                        facts(
                                ONE.machine(),
                                new FollowedVm(
                                        TWO.key(),
                                        Optional.of(TWO.key()),
                                        Set.of(ONE.id()),
                                        new VmLookup.Found(ONE.vm()),
                                        List.of(),
                                        Optional.empty())),
                        OperationCode.FAILED_PRECONDITION,
                        AttachReason.VM_AMBIGUOUS,
                        "Node node-1, Node node-2"),
                new Refusal(
                        "two VMs with one UUID",
                        facts(ONE.twin(TWO, true)),
                        OperationCode.FAILED_PRECONDITION,
                        AttachReason.VM_AMBIGUOUS,
                        "vm-1 (vm-1 on vc-a), vm-2 (vm-2 on vc-a)"),
                new Refusal(
                        "a machine that was rebuilt",
                        facts(ONE.machine(new VmLookup.Conflict(other, List.of(), other, List.of(TWO.vm())))),
                        OperationCode.FAILED_PRECONDITION,
                        AttachReason.VM_CONFLICT,
                        "delete the Node, and let its kubelet register it again"),
                new Refusal(
                        "an id of another machine",
                        facts(new FollowedVm(
                                ONE.key(),
                                Optional.of(ONE.key()),
                                Set.of(ONE.id()),
                                new VmLookup.Found(TWO.vm()),
                                TWO.machine().vms(),
                                Optional.empty())),
                        OperationCode.FAILED_PRECONDITION,
                        AttachReason.VM_CONFLICT,
                        "restart the node plugin"),
                new Refusal(
                        "a VM that no vCenter shows",
                        facts(ONE.machine(new VmLookup.Missing(List.of("vc-a", "vc-b")))),
                        OperationCode.NOT_FOUND,
                        AttachReason.VM_MISSING,
                        "no vCenter (vc-a, vc-b) shows the VM of Node node-1"),
                new Refusal(
                        "a silent vCenter that may have the VM",
                        facts(ONE.machine(new VmLookup.Unknown(List.of(silent)))),
                        OperationCode.UNAVAILABLE,
                        AttachReason.VCENTER_SILENT,
                        "vCenter vc-b does not answer: connection refused"),
                new Refusal(
                        "the silent vCenter of the VM",
                        with(facts(ONE.machine()), ONE.id(), Optional.empty(), Optional.empty(), Set.of("vc-a")),
                        OperationCode.UNAVAILABLE,
                        AttachReason.VCENTER_SILENT,
                        "the disks of VM vm-1 (vm-1 on vc-a) are not known"),
                new Refusal(
                        "a lookup that is not over",
                        facts(ONE.machine(new VmLookup.Pending())),
                        OperationCode.UNAVAILABLE,
                        AttachReason.INVENTORY_UNKNOWN,
                        "is being looked up"),
                new Refusal(
                        "a VM whose configuration cannot be read",
                        facts(ONE.machine(new VmLookup.Unreadable(new VmCandidate.Unreadable(
                                "vc-a", "vm-1", ONE.vm().identity().ref(), ConnectionState.INACCESSIBLE)))),
                        OperationCode.UNAVAILABLE,
                        AttachReason.VM_NOT_CONNECTED,
                        "inaccessible"),
                new Refusal(
                        "a VM in another datacenter",
                        facts(ONE.machine(
                                new VmLookup.Elsewhere(ONE.vm(), new OtherDatacenter("/DC9", List.of(), "add it")))),
                        OperationCode.FAILED_PRECONDITION,
                        AttachReason.VM_UNSUITABLE,
                        "in datacenter \"/DC9\""),
                new Refusal(
                        "a placeholder",
                        facts(ONE.machine(new VmLookup.Placeholder(ONE.vm()))),
                        OperationCode.FAILED_PRECONDITION,
                        AttachReason.VM_UNSUITABLE,
                        "replication placeholder"),
                new Refusal(
                        "a template",
                        facts(ONE.machine(new VmLookup.Template(ONE.vm()))),
                        OperationCode.FAILED_PRECONDITION,
                        AttachReason.VM_UNSUITABLE,
                        "is a template"),
                new Refusal(
                        "disks that are not reported",
                        facts(ONE.withUnknownDisks().machine()),
                        OperationCode.UNAVAILABLE,
                        AttachReason.INVENTORY_UNKNOWN,
                        "has not reported the disks"),
                new Refusal(
                        "a volume on the VM of another Node",
                        facts(ONE.machine(), TWO.withVolume(VOLUME).machine()),
                        OperationCode.FAILED_PRECONDITION,
                        AttachReason.ATTACHED_ELSEWHERE,
                        "is attached to VM vm-2 (vm-2 on vc-a) of Node node-2"),
                new Refusal(
                        "a volume on the VM of a former Node",
                        facts(
                                ONE.machine(),
                                TWO.withoutNode().withVolume(VOLUME).machine()),
                        OperationCode.FAILED_PRECONDITION,
                        AttachReason.ATTACHED_ELSEWHERE,
                        "of the former Node " + TWO.id()),
                new Refusal(
                        "a volume on a hidden VM",
                        facts(ONE.machine(), TWO.withVolume(VOLUME).machine(new VmLookup.Missing(List.of("vc-a")))),
                        OperationCode.FAILED_PRECONDITION,
                        AttachReason.ATTACHED_ELSEWHERE,
                        "is attached to VM vm-2"),
                new Refusal(
                        "a volume on two VMs",
                        facts(
                                ONE.withVolume(VOLUME).machine(),
                                TWO.withVolume(VOLUME).machine()),
                        OperationCode.FAILED_PRECONDITION,
                        AttachReason.ATTACHED_ELSEWHERE,
                        "is attached to VM vm-2"),
                new Refusal(
                        "an attempt to another VM that may still run",
                        with(facts(ONE.machine(), TWO.machine()), Set.of(), List.of("Node node-2"), 0),
                        OperationCode.ABORTED,
                        AttachReason.ATTEMPT_OPEN,
                        "may still attach volume " + VOLUME + " to Node node-2"),
                new Refusal(
                        "a VM in another vCenter",
                        facts(ONE.in("vc-b").machine()),
                        OperationCode.FAILED_PRECONDITION,
                        AttachReason.OTHER_VCENTER,
                        "is in vCenter vc-a, and VM vm-1 (vm-1 on vc-b) of Node node-1 is in vCenter vc-b"),
                new Refusal(
                        "a disconnected host",
                        facts(ONE.with(ConnectionState.DISCONNECTED).machine()),
                        OperationCode.UNAVAILABLE,
                        AttachReason.VM_NOT_CONNECTED,
                        "is disconnected, expected connected"),
                new Refusal(
                        "an orphaned VM",
                        facts(ONE.with(ConnectionState.ORPHANED).machine()),
                        OperationCode.UNAVAILABLE,
                        AttachReason.VM_NOT_CONNECTED,
                        "is orphaned"),
                new Refusal(
                        "the sixty-first disk",
                        facts(ONE.withOtherDisks(60).machine()),
                        OperationCode.RESOURCE_EXHAUSTED,
                        AttachReason.SLOTS_USED,
                        "has 60 disks, the most that a VM can have is 60"),
                new Refusal(
                        "an unread cluster",
                        with(
                                facts(ONE.machine()),
                                ONE.id(),
                                Optional.of("the Nodes are not read yet"),
                                Optional.empty(),
                                Set.of()),
                        OperationCode.UNAVAILABLE,
                        AttachReason.INVENTORY_UNKNOWN,
                        "the Nodes are not read yet"),
                new Refusal(
                        "an inventory that is not trusted",
                        with(
                                facts(ONE.machine()),
                                ONE.id(),
                                Optional.empty(),
                                Optional.of("half of it has vanished"),
                                Set.of()),
                        OperationCode.UNAVAILABLE,
                        AttachReason.INVENTORY_UNTRUSTED,
                        "half of it has vanished"));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void refuses(Refusal refusal) {
        AttachFailure failure = failure(refusal.facts());

        assertThat(failure.code()).isEqualTo(refusal.code());
        assertThat(failure.reason()).isEqualTo(refusal.reason());
        assertThat(failure.message()).contains(refusal.sentence());
    }

    private static AttachFailure failure(AttachFacts facts) {
        return switch (AttachPolicy.evaluate(facts)) {
            case AttachStep.Fail(AttachFailure failure) -> failure;
            case AttachStep.Wait(AttachFailure failure) -> failure;
            case AttachStep step -> throw new AssertionError("not refused: " + step);
        };
    }
}
