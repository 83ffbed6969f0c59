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

    private final LifecycleTestBed stage = new LifecycleTestBed();

    @BeforeEach
    void aClusterWithTwoVcenters() {
        stage.existenceChecker.marks.put(
                "vc-b",
                new VcenterEventPosition(
                        LifecycleTestBed.OTHER_VCENTER, Optional.of(LifecycleTestBed.NEWEST), List.of()));
        stage.existenceChecker.ages.put("vc-b", Duration.ZERO);
        stage.cluster(5);
        stage.existenceChecker.others = List.of(new UuidSearchResult.Hit("vc-b", List.of("vm-900")));
    }

    @Test
    void itsEndIsNotTheEndOfANodeWhoseVmIsHidden() {
        show(COPY, LifecycleTestBed.hidden());
        stage.pass(Duration.ofMinutes(2));
        assertThat(isRecorded(COPY)).isFalse();

        destroyCopy(LifecycleTestBed.hidden());
        stage.pass(LONG);

        assertThat(stage.has("w-1")).isTrue();
    }

    @Test
    void norIsItAfterARestart() {
        stage.restart();
        show(
                COPY,
                question -> new OwnerVcenterResult.StillThere(
                        "vc-a", question.node().value()));
        stage.pass(Duration.ofMinutes(2));
        stage.restart();
        stage.pass(Duration.ofMinutes(2));
        assertThat(isRecorded(COPY)).isFalse();

        destroyCopy(question ->
                new OwnerVcenterResult.StillThere("vc-a", question.node().value()));
        stage.pass(LONG);

        assertThat(stage.has("w-1")).isTrue();
    }

    @Test
    void itTakesThePlaceOfADestroyedVmAtTheFirstAnswer() {
        show(COPY, LifecycleTestBed.destroyed());

        stage.look();

        assertThat(stage.replaced).containsExactly(W1);
        assertThat(isRecorded(COPY)).isTrue();
        destroyCopy(LifecycleTestBed.hidden());
        stage.pass(HALF_A_MINUTE);
        assertThat(stage.has("w-1")).isFalse();
    }

    /// The other VM may still run, and be registered again.
    @Test
    void itTakesThePlaceOfAnotherVmAfterItHasBeenAwayForLong() {
        show(COPY, LifecycleTestBed.unregistered());

        stage.pass(Duration.ofMinutes(9));
        assertThat(isRecorded(COPY)).isFalse();
        stage.pass(Duration.ofMinutes(3));

        assertThat(stage.replaced).containsExactly(W1);
        assertThat(isRecorded(COPY)).isTrue();
    }

    @Test
    void anAnswerThatDoesNotAgreeBeginsTheTimeAnew() {
        show(COPY, LifecycleTestBed.unregistered());
        stage.pass(Duration.ofMinutes(9));
        show(COPY, LifecycleTestBed.hidden());
        stage.pass(Duration.ofMinutes(2));
        show(COPY, LifecycleTestBed.unregistered());

        stage.pass(Duration.ofMinutes(9));

        assertThat(isRecorded(COPY)).isFalse();
    }

    @Test
    void itDoesNotWhileManyAreMissing() {
        show(COPY, LifecycleTestBed.unregistered());
        List.of("w-2", "w-3", "w-4").forEach(stage::unregister);

        stage.pass(LONG);

        assertThat(isRecorded(COPY)).isFalse();
    }

    @Test
    void itDoesNotWhileThereIsAThirdOne() {
        show(COPY, LifecycleTestBed.destroyed());
        stage.existenceChecker.others = List.of(new UuidSearchResult.Hit("vc-b", List.of("vm-900", "vm-901")));

        stage.pass(LONG);

        assertThat(isRecorded(COPY)).isFalse();
    }

    @Test
    void norWhileTheFolderOfTheOtherIsUnreadable() {
        show(COPY, LifecycleTestBed::folderHidden);

        stage.pass(LONG);

        assertThat(isRecorded(COPY)).isFalse();
    }

    @Test
    void itDoesWhenTheVcenterOfTheOtherIsConfirmedAsReplaced() {
        show(
                COPY,
                _ -> new OwnerVcenterResult.NotHere(
                        LifecycleTestBed.VCENTER, Map.of("vc-b", LifecycleTestBed.OTHER_VCENTER)));
        stage.pass(Duration.ofMinutes(2));
        assertThat(isRecorded(COPY)).isFalse();

        stage.lease.acknowledge(IncidentId.replaced(LifecycleTestBed.VCENTER));
        stage.pass(Duration.ofMinutes(13));

        assertThat(isRecorded(COPY)).isTrue();
    }

    @Test
    void theSameVmUnderAnotherReferenceIsRecordedWithoutAQuestion() {
        Vm moved = copy(
                new VmRef(LifecycleTestBed.OTHER_VCENTER, "vm-7"),
                LifecycleTestBed.vm("w-1").identity().instanceUuid(),
                PowerState.ON);
        show(moved, LifecycleTestBed.hidden());

        stage.look();

        assertThat(isRecorded(moved)).isTrue();
        assertThat(stage.existenceChecker.questions).isEmpty();
    }

    @Test
    void theVmThatShowsAgainIsTheNodesAndVcenterIsAskedNoMore() {
        show(COPY, LifecycleTestBed.hidden());
        stage.pass(Duration.ofMinutes(2));
        stage.show(LifecycleTestBed.vm("w-1"));
        stage.look();
        int questions = stage.existenceChecker.questions.size();

        stage.pass(LONG);

        assertThat(stage.existenceChecker.questions).hasSize(questions);
        assertThat(isRecorded(COPY)).isFalse();
        stage.destroy("w-1");
        stage.existenceChecker.others = List.of();
        stage.pass(HALF_A_MINUTE);
        assertThat(stage.has("w-1")).isFalse();
    }

    @Test
    void vcenterIsAskedOnceAMinute() {
        show(
                COPY,
                question -> new OwnerVcenterResult.StillThere(
                        "vc-a", question.node().value()));

        stage.pass(Duration.ofMinutes(10));

        assertThat(stage.existenceChecker.questions).hasSizeBetween(9, 11).containsOnly(W1);
    }

    /// A user removed the record; this process saw the VM before.
    @Test
    void aCopyThatIsOffIsNotTaintedWhateverIsRecorded() {
        List.of(RecordedVm.VM, RecordedVm.VCENTER).forEach(key -> stage.nodes.annotate("w-1", key, ""));
        show(copy(COPY.identity().ref(), INSTANCE, PowerState.OFF), LifecycleTestBed.hidden());
        stage.silence("w-1");

        stage.pass(Duration.ofMinutes(2));

        assertThat(stage.nodes.writes()).noneMatch(write -> write.startsWith("taint"));
        assertThat(isRecorded(COPY)).isFalse();
    }

    /// @param answer of the vCenter that had the Node's VM
    private void show(Vm copy, Function<ExistenceCheckRequest, OwnerVcenterResult> answer) {
        stage.instances.setLookup("w-1", new VmLookup.Found(copy));
        stage.existenceChecker.answers.put(W1, answer);
    }

    private void destroyCopy(Function<ExistenceCheckRequest, OwnerVcenterResult> answer) {
        stage.lose(
                "w-1",
                question -> (question.vm().ref().equals(COPY.identity().ref()) ? LifecycleTestBed.destroyed() : answer)
                        .apply(question));
        stage.existenceChecker.others = List.of(new UuidSearchResult.Nothing("vc-b"));
        stage.silence("w-1");
    }

    /// Lets the recorder record the VM if that is allowed, and returns true if the record names it.
    private boolean isRecorded(Vm vm) {
        new VmRecorder(stage.nodes, stage.instances, stage.confirmed).reconcile(W1);
        NodeView node = stage.nodes.find(W1).orElseThrow();
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
