package dev.vspherecloud.ccm.controllers.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.controllers.node.VmRecorder;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.existence.ExistenceCheckRequest;
import dev.vspherecloud.domain.existence.IncidentId;
import dev.vspherecloud.domain.existence.OwnerVcenterResult;
import dev.vspherecloud.domain.existence.UuidSearchResult;
import dev.vspherecloud.domain.existence.VcenterEventPosition;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmIdentity;
import dev.vspherecloud.domain.vm.VmRef;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// All that vCenters show is a copy of the Node's VM, with the same BIOS UUID.
class CopyShownTest {
    private static final Duration HALF_A_MINUTE = Duration.ofSeconds(35);
    private static final Duration LONG = Duration.ofMinutes(20);
    private static final NodeName W1 = new NodeName("w-1");
    private static final UUID INSTANCE = UUID.fromString("50000000-0000-0000-0000-000000000999");
    private static final Vm COPY = copy(new VmRef(LifecycleTestBed.OTHER_VCENTER, "vm-900"), INSTANCE, PowerState.ON);

    private final LifecycleTestBed bed = new LifecycleTestBed();

    @BeforeEach
    void aClusterWithTwoVcenters() {
        bed.existenceChecker.marks.put(
                "vc-b",
                new VcenterEventPosition(
                        LifecycleTestBed.OTHER_VCENTER, Optional.of(LifecycleTestBed.NEWEST), List.of()));
        bed.existenceChecker.ages.put("vc-b", Duration.ZERO);
        bed.cluster(5);
        bed.existenceChecker.others = List.of(new UuidSearchResult.Hit("vc-b", List.of("vm-900")));
    }

    @Test
    void theEndOfACopyDoesNotDeleteANodeWhoseVmIsHidden() {
        show(COPY, LifecycleTestBed.hidden());
        bed.pass(Duration.ofMinutes(2));
        assertThat(isRecorded(COPY)).isFalse();

        destroyCopy(LifecycleTestBed.hidden());
        bed.pass(LONG);

        assertThat(bed.has("w-1")).isTrue();
    }

    @Test
    void theEndOfACopyDoesNotDeleteTheNodeAfterARestart() {
        bed.restart();
        show(
                COPY,
                question -> new OwnerVcenterResult.StillThere(
                        "vc-a", question.node().value()));
        bed.pass(Duration.ofMinutes(2));
        bed.restart();
        bed.pass(Duration.ofMinutes(2));
        assertThat(isRecorded(COPY)).isFalse();

        destroyCopy(question ->
                new OwnerVcenterResult.StillThere("vc-a", question.node().value()));
        bed.pass(LONG);

        assertThat(bed.has("w-1")).isTrue();
    }

    @Test
    void aCopyReplacesADestroyedVmAtTheFirstResult() {
        show(COPY, LifecycleTestBed.destroyed());

        bed.reconcileAll();

        assertThat(bed.replaced).containsExactly(W1);
        assertThat(isRecorded(COPY)).isTrue();
        destroyCopy(LifecycleTestBed.hidden());
        bed.pass(HALF_A_MINUTE);
        assertThat(bed.has("w-1")).isFalse();
    }

    /// The other VM may still run, and be registered again.
    @Test
    void aCopyReplacesAVmThatHasDisappearedForLong() {
        show(COPY, LifecycleTestBed.unregistered());

        bed.pass(Duration.ofMinutes(9));
        assertThat(isRecorded(COPY)).isFalse();
        bed.pass(Duration.ofMinutes(3));

        assertThat(bed.replaced).containsExactly(W1);
        assertThat(isRecorded(COPY)).isTrue();
    }

    @Test
    void aContradictingResultRestartsTheTime() {
        show(COPY, LifecycleTestBed.unregistered());
        bed.pass(Duration.ofMinutes(9));
        show(COPY, LifecycleTestBed.hidden());
        bed.pass(Duration.ofMinutes(2));
        show(COPY, LifecycleTestBed.unregistered());

        bed.pass(Duration.ofMinutes(9));

        assertThat(isRecorded(COPY)).isFalse();
    }

    @Test
    void aCopyReplacesNoVmWhileManyAreMissing() {
        show(COPY, LifecycleTestBed.unregistered());
        List.of("w-2", "w-3", "w-4").forEach(bed::unregister);

        bed.pass(LONG);

        assertThat(isRecorded(COPY)).isFalse();
    }

    @Test
    void aCopyReplacesNoVmWhileThereIsAThirdVm() {
        show(COPY, LifecycleTestBed.destroyed());
        bed.existenceChecker.others = List.of(new UuidSearchResult.Hit("vc-b", List.of("vm-900", "vm-901")));

        bed.pass(LONG);

        assertThat(isRecorded(COPY)).isFalse();
    }

    @Test
    void aCopyReplacesNoVmWhileTheFolderOfThatVmIsUnreadable() {
        show(COPY, LifecycleTestBed::folderHidden);

        bed.pass(LONG);

        assertThat(isRecorded(COPY)).isFalse();
    }

    @Test
    void aCopyReplacesAVmWhoseVcenterIsAcknowledgedAsReplaced() {
        show(
                COPY,
                _ -> new OwnerVcenterResult.NotHere(
                        LifecycleTestBed.VCENTER, Map.of("vc-b", LifecycleTestBed.OTHER_VCENTER)));
        bed.pass(Duration.ofMinutes(2));
        assertThat(isRecorded(COPY)).isFalse();

        bed.lease.acknowledge(IncidentId.replaced(LifecycleTestBed.VCENTER));
        bed.pass(Duration.ofMinutes(13));

        assertThat(isRecorded(COPY)).isTrue();
    }

    @Test
    void theSameVmUnderAnotherReferenceIsRecordedWithoutACheck() {
        Vm moved = copy(
                new VmRef(LifecycleTestBed.OTHER_VCENTER, "vm-7"),
                LifecycleTestBed.vm("w-1").identity().instanceUuid(),
                PowerState.ON);
        show(moved, LifecycleTestBed.hidden());

        bed.reconcileAll();

        assertThat(isRecorded(moved)).isTrue();
        assertThat(bed.existenceChecker.requests).isEmpty();
    }

    @Test
    void aVmThatAppearsAgainBelongsToTheNodeAndChecksEnd() {
        show(COPY, LifecycleTestBed.hidden());
        bed.pass(Duration.ofMinutes(2));
        bed.show(LifecycleTestBed.vm("w-1"));
        bed.reconcileAll();
        int requests = bed.existenceChecker.requests.size();

        bed.pass(LONG);

        assertThat(bed.existenceChecker.requests).hasSize(requests);
        assertThat(isRecorded(COPY)).isFalse();
        bed.destroy("w-1");
        bed.existenceChecker.others = List.of();
        bed.pass(HALF_A_MINUTE);
        assertThat(bed.has("w-1")).isFalse();
    }

    @Test
    void theVmIsCheckedOnceAMinute() {
        show(
                COPY,
                question -> new OwnerVcenterResult.StillThere(
                        "vc-a", question.node().value()));

        bed.pass(Duration.ofMinutes(10));

        assertThat(bed.existenceChecker.requests).hasSizeBetween(9, 11).containsOnly(W1);
    }

    /// A user removed the record; this process saw the VM before.
    @Test
    void theNodeOfACopyThatIsOffIsNotTainted() {
        List.of(RecordedVm.VM, RecordedVm.VCENTER).forEach(key -> bed.nodes.annotate("w-1", key, ""));
        show(copy(COPY.identity().ref(), INSTANCE, PowerState.OFF), LifecycleTestBed.hidden());
        bed.silence("w-1");

        bed.pass(Duration.ofMinutes(2));

        assertThat(bed.nodes.writes()).noneMatch(write -> write.startsWith("taint"));
        assertThat(isRecorded(COPY)).isFalse();
    }

    /// @param answer of the vCenter that had the Node's VM
    private void show(Vm copy, Function<ExistenceCheckRequest, OwnerVcenterResult> answer) {
        bed.instances.setLookup("w-1", new VmLookup.Found(copy));
        bed.existenceChecker.answers.put(W1, answer);
    }

    private void destroyCopy(Function<ExistenceCheckRequest, OwnerVcenterResult> answer) {
        bed.lose(
                "w-1",
                question -> (question.vm().ref().equals(COPY.identity().ref()) ? LifecycleTestBed.destroyed() : answer)
                        .apply(question));
        bed.existenceChecker.others = List.of(new UuidSearchResult.Nothing("vc-b"));
        bed.silence("w-1");
    }

    /// Lets the recorder record the VM if that is allowed, and returns true if the record names it.
    private boolean isRecorded(Vm vm) {
        new VmRecorder(bed.nodes, bed.instances, bed.confirmed).reconcile(W1);
        NodeView node = bed.nodes.find(W1).orElseThrow();
        return node.recordedVm().filter(known -> known.refersTo(vm)).isPresent();
    }

    private static Vm copy(VmRef ref, UUID instance, PowerState power) {
        Vm vm = LifecycleTestBed.vm("w-1", power, ConnectionState.CONNECTED);
        return new Vm(
                ref.vcenter().equals(LifecycleTestBed.VCENTER) ? "vc-a" : "vc-b",
                vm.name(),
                new VmIdentity(ref, vm.identity().biosUuid(), instance),
                vm.role(),
                vm.connection(),
                vm.power(),
                vm.guest(),
                vm.hardware(),
                vm.placement(),
                vm.seenAt());
    }
}
