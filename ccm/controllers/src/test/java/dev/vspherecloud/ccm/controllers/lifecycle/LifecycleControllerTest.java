package dev.vspherecloud.ccm.controllers.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.lifecycle.LifecyclePolicy;
import dev.vspherecloud.ccm.domain.node.DeleteOutcome;
import dev.vspherecloud.ccm.domain.node.NodeHealth;
import dev.vspherecloud.ccm.domain.node.NodeHealth.Ready;
import dev.vspherecloud.ccm.domain.node.NodePolicy;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.domain.existence.Heartbeat;
import dev.vspherecloud.domain.existence.OwnerVcenterResult;
import dev.vspherecloud.domain.existence.UuidSearchResult;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.domain.vm.SystemUuid;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LifecycleControllerTest {
    private static final Duration HALF_A_MINUTE = Duration.ofSeconds(30);
    private static final Duration LONG = Duration.ofMinutes(15);

    private final LifecycleTestBed bed = new LifecycleTestBed().cluster(8);

    @Test
    @Conforms("J21 VE03")
    void theNodeOfADestroyedVmIsDeletedOnceWithinHalfAMinute() {
        bed.destroy("w-3");

        bed.pass(HALF_A_MINUTE);

        assertThat(bed.nodes.writes()).contains("delete w-3");
        assertThat(bed.deletes()).isEqualTo(1);
        assertThat(bed.events("DeletingNode")).singleElement().asString().contains("VirtualMachine.destroy", "vm-3");
    }

    @Test
    void theNodeOfAVmThatDisappearedIsDeletedAfterTenMinutes() {
        bed.unregister("w-3");

        bed.pass(Duration.ofMinutes(10));
        assertThat(bed.has("w-3")).isTrue();
        bed.pass(Duration.ofSeconds(20));

        assertThat(bed.has("w-3")).isFalse();
        assertThat(bed.deletes()).isEqualTo(1);
        assertThat(bed.lifecycleState().deletions()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(names = "UNKNOWN", mode = EnumSource.Mode.EXCLUDE)
    void aNodeWhoseKubeletIsAliveStays(Ready ready) {
        bed.lose("w-3", LifecycleTestBed.destroyed());
        bed.nodes.report("w-3", new NodeHealth(ready, LifecycleTestBed.NOON, false, false, false));

        bed.pass(LONG);

        assertThat(bed.deletes()).isZero();
    }

    @Test
    void aVmWhoseKubeletIsAliveIsCheckedThreeTimes() {
        bed.lose("w-3", LifecycleTestBed.unregistered());

        bed.pass(LONG);

        assertThat(bed.existenceChecker.requests).hasSize(3);
    }

    @Test
    void aKubeletThatRenewsItsLeaseKeepsItsNode() {
        bed.destroy("w-3");

        for (int i = 0; i < 30; i++) {
            bed.heartbeats.put("w-3", new Heartbeat.Renewed("at " + i));
            bed.pass(Duration.ofSeconds(10));
        }

        assertThat(bed.deletes()).isZero();
    }

    @Test
    void aHeartbeatThatChangesKeepsTheNode() {
        bed.destroy("w-3");

        for (int i = 1; i <= 50; i++) {
            bed.pass(Duration.ofSeconds(20));
            bed.nodes.report("w-3", LifecycleTestBed.SILENT.at(LifecycleTestBed.NOON.plusSeconds(i)));
        }

        assertThat(bed.deletes()).isZero();
    }

    @Test
    void anUnreadableHeartbeatKeepsTheNode() {
        bed.heartbeats.put("w-3", new Heartbeat.Unreadable("forbidden"));
        bed.destroy("w-3");

        bed.pass(LONG);

        assertThat(bed.deletes()).isZero();
        assertThat(bed.events("KubeletUnreadable")).hasSize(1);
    }

    @Test
    @Conforms("J20")
    void aVmThatIsBackRestartsTheTime() {
        bed.unregister("w-3");
        bed.pass(Duration.ofMinutes(9));
        bed.show(LifecycleTestBed.vm("w-3"));
        bed.reconcileAll();

        bed.unregister("w-3");
        bed.pass(Duration.ofMinutes(9));

        assertThat(bed.deletes()).isZero();
    }

    @Test
    void aVmThatASearchFindsKeepsItsNode() {
        bed.lose("w-3", _ -> new OwnerVcenterResult.StillThere("vc-a", "vm-3 is w-3"));
        bed.silence("w-3");

        bed.pass(LONG);

        assertThat(bed.deletes()).isZero();
    }

    @Test
    void aNodeOfAnotherProviderIsNeitherWatchedNorChecked() {
        bed.nodes.add("k-1", "k3s://k-1", LifecycleTestBed.uuid("w-99"), false, List.of());
        bed.nodes.report("k-1", LifecycleTestBed.SILENT);
        int writes = bed.nodes.writes().size();

        bed.pass(LONG);

        assertThat(bed.instances.watched()).noneMatch(node -> node.value().equals("k-1"));
        assertThat(bed.existenceChecker.requests).isEmpty();
        assertThat(bed.events.all()).isEmpty();
        assertThat(bed.nodes.writes()).hasSize(writes);
    }

    @Test
    void aNodeThatNamesTwoMachinesIsNotChecked() {
        bed.nodes.add(
                "w-30", "vsphere://" + LifecycleTestBed.uuid("w-30"), LifecycleTestBed.uuid("w-31"), false, List.of());
        bed.nodes.report("w-30", LifecycleTestBed.SILENT);
        bed.lose("w-30", LifecycleTestBed.destroyed());

        bed.pass(LONG);

        assertThat(bed.existenceChecker.requests).isEmpty();
        assertThat(bed.has("w-30")).isTrue();
    }

    @Test
    void aNodeWhoseVmWasNeverSeenStaysAndTheReasonIsReported() {
        bed.nodes.add(
                "w-30", "vsphere://" + LifecycleTestBed.uuid("w-30"), LifecycleTestBed.uuid("w-30"), false, List.of());
        bed.destroy("w-30");

        bed.pass(LONG);

        assertThat(bed.has("w-30")).isTrue();
        assertThat(bed.events("VmNeverSeen")).hasSize(1);
        assertThat(bed.existenceChecker.requests).isEmpty();
    }

    @Test
    void anUninitialisedNodeIsDeletedWithItsDestroyedVm() {
        bed.nodes.addTainted("w-30", LifecycleTestBed.uuid("w-30"));
        bed.show(LifecycleTestBed.vm("w-30"));
        bed.reconcile("w-30");

        bed.destroy("w-30");
        bed.pass(HALF_A_MINUTE);

        assertThat(bed.has("w-30")).isFalse();
        assertThat(bed.events("DeletingNode")).hasSize(1);
    }

    @Test
    void theRecordOfAnUninitialisedNodeSurvivesARestart() {
        bed.nodes.addTainted("w-30", LifecycleTestBed.uuid("w-30"));
        record("w-30");
        bed.restart();

        bed.destroy("w-30");
        bed.pass(HALF_A_MINUTE);

        assertThat(bed.has("w-30")).isFalse();
    }

    /// vCenter does not return its new VM, and its kubelet is cut off.
    @Test
    void theRecordOfThePreviousMachineIsNotUsedForARebuiltOne() {
        bed.nodes.addTainted("w-30", LifecycleTestBed.uuid("w-30"));
        record("w-30");
        rebuild("w-30", "w-31");
        bed.restart();

        bed.destroy("w-30");
        bed.pass(LONG);

        assertThat(bed.has("w-30")).isTrue();
        assertThat(bed.existenceChecker.requests).isEmpty();
    }

    @Test
    void theLastSeenVmOfThePreviousMachineIsNotUsedForARebuiltOne() {
        bed.nodes.addTainted("w-30", LifecycleTestBed.uuid("w-30"));
        bed.show(LifecycleTestBed.vm("w-30"));
        bed.reconcile("w-30");
        rebuild("w-30", "w-31");

        bed.destroy("w-30");
        bed.pass(LONG);

        assertThat(bed.has("w-30")).isTrue();
        assertThat(bed.existenceChecker.requests).isEmpty();
    }

    @Test
    void aRecordWithoutAValidMachineIsNotUsedBeforeTheInitialisation() {
        bed.nodes.addTainted("w-30", LifecycleTestBed.uuid("w-30"));
        record("w-30");
        bed.nodes.annotate(
                "w-30", RecordedVm.BIOS_UUID, LifecycleTestBed.uuid("w-30").toUpperCase(Locale.ROOT) + " ");
        bed.restart();

        bed.destroy("w-30");
        bed.pass(LONG);

        assertThat(bed.has("w-30")).isTrue();
    }

    @Test
    void theKubeletMayReportTheMachineInTheOtherByteOrder() {
        String swapped = SystemUuid.parse(LifecycleTestBed.uuid("w-30"))
                .orElseThrow()
                .byteSwapped()
                .toString();
        bed.nodes.addTainted("w-30", swapped);
        record("w-30");
        bed.restart();

        bed.destroy("w-30");
        bed.pass(HALF_A_MINUTE);

        assertThat(bed.has("w-30")).isFalse();
    }

    private void record(String name) {
        NodeView node = bed.nodes.find(new NodeName(name)).orElseThrow();
        NodePolicy.record(node, LifecycleTestBed.vm(name))
                .forEach((key, value) -> bed.nodes.annotate(name, key, value));
    }

    /// Registers a new machine under the name; the Node keeps all its annotations.
    private void rebuild(String name, String machine) {
        NodeView node = bed.nodes.find(new NodeName(name)).orElseThrow();
        bed.nodes.remove(name);
        bed.nodes.addTainted(name, LifecycleTestBed.uuid(machine));
        node.meta().annotations().forEach((key, value) -> bed.nodes.annotate(name, key, value));
    }

    @Test
    void aNodeWithoutProviderIdWhoseVmWasNeverSeenIsIgnored() {
        bed.nodes.addTainted("w-30", LifecycleTestBed.uuid("w-30"));
        bed.nodes.add("w-31", "", LifecycleTestBed.uuid("w-31"), false, List.of());
        int writes = bed.nodes.writes().size();
        bed.destroy("w-30");
        bed.destroy("w-31");

        bed.pass(LONG);

        assertThat(bed.nodes.writes()).hasSize(writes);
        assertThat(bed.events.all()).isEmpty();
        assertThat(bed.existenceChecker.requests).isEmpty();
    }

    @Test
    void aNodeMatchedByNameStays() {
        bed.nodes.addTainted("w-30", "");
        bed.show(LifecycleTestBed.vm("w-30"));
        bed.reconcile("w-30");

        bed.destroy("w-30");
        bed.pass(LONG);

        assertThat(bed.has("w-30")).isTrue();
        assertThat(bed.existenceChecker.requests).isEmpty();
    }

    @Test
    void whatIsRecordedOnTheNodeIsEnoughForAProof() {
        bed.restart();
        bed.destroy("w-3");

        bed.pass(HALF_A_MINUTE);

        assertThat(bed.deletes()).isEqualTo(1);
    }

    @Test
    void aRestartRestartsTheTime() {
        bed.unregister("w-3");
        bed.pass(Duration.ofMinutes(9));

        bed.restart();
        bed.pass(Duration.ofMinutes(9));
        assertThat(bed.deletes()).isZero();
        bed.pass(Duration.ofMinutes(2));

        assertThat(bed.deletes()).isEqualTo(1);
    }

    @Test
    @Conforms("J26")
    void aNodeThatIsCreatedAgainUnderItsNameNeedsANewProof() {
        bed.destroy("w-3");
        bed.pass(Duration.ofSeconds(20));
        bed.nodes.remove("w-3");
        bed.add("w-3");
        bed.destroy("w-3");

        bed.pass(Duration.ofSeconds(15));
        assertThat(bed.has("w-3")).isTrue();
        bed.pass(HALF_A_MINUTE);

        assertThat(bed.has("w-3")).isFalse();
    }

    @Test
    void aProcessThatLostTheLeaseWritesNothing() {
        bed.isHeld = false;
        bed.destroy("w-3");

        bed.pass(LONG);

        assertThat(bed.deletes()).isZero();
    }

    @Test
    void nothingIsDeletedWhileTheLeaseCannotBeReadAgain() {
        bed.confirmation = () -> false;
        bed.destroy("w-3");
        bed.pass(LONG);
        assertThat(bed.deletes()).isZero();

        bed.confirmation = () -> true;
        bed.pass(Duration.ofSeconds(2));

        assertThat(bed.deletes()).isEqualTo(1);
    }

    @Test
    void aVmThatIsBackWhileTheLeaseIsReadKeepsItsNode() {
        bed.confirmation = () -> {
            bed.show(LifecycleTestBed.vm("w-3"));
            return true;
        };
        bed.destroy("w-3");

        bed.pass(LONG);

        assertThat(bed.deletes()).isZero();
    }

    @Test
    void aProofThatExpiredWhileTheLeaseWasReadIsRenewed() {
        bed.confirmation = () -> {
            bed.clock.advance(Duration.ofSeconds(11));
            bed.confirmation = () -> true;
            return true;
        };
        bed.destroy("w-3");

        bed.pass(Duration.ofSeconds(25));

        assertThat(bed.deletes()).isEqualTo(1);
        assertThat(bed.existenceChecker.requests).hasSize(4);
    }

    @Test
    void nothingIsCheckedOrDeletedBeforeTheStateIsRead() {
        bed.lease.isReadable = false;
        bed.restart();
        bed.destroy("w-3");
        bed.pass(LONG);
        assertThat(bed.existenceChecker.requests).isEmpty();

        bed.lease.isReadable = true;
        bed.pass(Duration.ofSeconds(45));

        assertThat(bed.deletes()).isEqualTo(1);
    }

    @Test
    void nothingIsDeletedWhileTheStateCannotBeRead() {
        bed.lease.isReadable = false;
        bed.clock.advance(ClusterMonitor.READ_INTERVAL);
        bed.destroy("w-3");

        bed.pass(LONG);

        assertThat(bed.deletes()).isZero();
    }

    @Test
    void noNodeOfADisappearedVmIsDeletedBeforeTheDeletionIsStored() {
        bed.lease.isWritable = false;
        bed.unregister("w-3");
        bed.destroy("w-4");
        bed.pass(LONG);
        assertThat(bed.has("w-3")).isTrue();
        assertThat(bed.has("w-4")).isFalse();

        bed.lease.isWritable = true;
        bed.pass(Duration.ofSeconds(2));

        assertThat(bed.has("w-3")).isFalse();
    }

    @Test
    void anOldProofIsCheckedAgainBeforeTheDelete() {
        bed.rules = LifecycleTestBed.rules(false);
        bed.destroy("w-3");
        bed.pass(Duration.ofSeconds(75));
        assertThat(bed.events("DeletionOff")).hasSize(1);
        int requests = bed.existenceChecker.requests.size();

        bed.rules = LifecycleTestBed.rules(true);
        bed.pass(Duration.ofSeconds(1));

        assertThat(bed.deletes()).isEqualTo(1);
        assertThat(bed.existenceChecker.requests).hasSize(requests + 1);
    }

    @Test
    void aNodeToBeKeptIsKept() {
        bed.nodes.annotate("w-3", LifecyclePolicy.KEEP, "");
        bed.destroy("w-3");

        bed.pass(LONG);

        assertThat(bed.deletes()).isZero();
        assertThat(bed.events("NodeKept")).hasSize(1);
        assertThat(bed.observer.reasons).containsEntry(new NodeName("w-3"), Set.of(NodeReason.NODE_KEPT));
        assertThat(bed.observer.lookups).isPositive();
    }

    @Test
    void aVcenterThatIsPausedKeepsItsNodesUntilItIsNot() {
        bed.rules = LifecycleTestBed.rules(true, "vc-a");
        bed.destroy("w-3");
        bed.pass(LONG);
        assertThat(bed.deletes()).isZero();
        assertThat(bed.events("DeletionPaused")).hasSize(1);

        bed.rules = LifecycleTestBed.rules(true);
        bed.pass(Duration.ofSeconds(1));

        assertThat(bed.deletes()).isEqualTo(1);
    }

    @Test
    void aNodeThatChangedIsReconciledAgain() {
        bed.nodes.answerNextDeleteWith(new DeleteOutcome.Conflict());
        bed.destroy("w-3");

        bed.pass(HALF_A_MINUTE);

        assertThat(bed.deletes()).isEqualTo(1);
        assertThat(bed.events("DeletingNode")).hasSize(1);
    }

    @Test
    @Conforms("J30")
    void aDeleteThatFailsIsReportedAndRetried() {
        bed.nodes.answerNextDeleteWith(new DeleteOutcome.Failed("forbidden"));
        bed.destroy("w-3");

        bed.pass(HALF_A_MINUTE);

        assertThat(bed.deletes()).isEqualTo(1);
        assertThat(bed.events("DeletingNodeFailed"))
                .containsExactly(
                        "Warning w-3 DeletingNodeFailed: the VM of this Node is gone, but the API server did not delete the Node: forbidden");
        assertThat(bed.observer.calls).containsExactly("not deleted", "deleted, destroyed");
    }

    @Test
    void aVmThatIsMissingForLongIsCheckedOnceAMinute() {
        bed.unregister("w-3");
        bed.pass(Duration.ofMinutes(3));
        int requests = bed.existenceChecker.requests.size();

        bed.pass(Duration.ofMinutes(5));

        assertThat(bed.existenceChecker.requests.size() - requests).isEqualTo(5);
    }

    @Test
    @Conforms("J27")
    void aNodeThatIsBeingDeletedIsNotDeletedAgain() {
        bed.lose("w-3", LifecycleTestBed.destroyed());
        bed.nodes.report("w-3", new NodeHealth(Ready.UNKNOWN, LifecycleTestBed.NOON, false, true, false));

        bed.pass(LONG);

        assertThat(bed.deletes()).isZero();
        assertThat(bed.events.all()).isEmpty();
        assertThat(bed.existenceChecker.requests).isEmpty();
    }

    @Test
    void aDeletedNodeIsForgotten() {
        bed.unregister("w-3");
        bed.pass(HALF_A_MINUTE);
        bed.nodes.remove("w-3");

        bed.reconcile("w-3");

        assertThat(bed.instances.watched()).noneMatch(node -> node.value().equals("w-3"));
        assertThat(bed.existenceChecker.reports).isEmpty();
    }

    @Test
    @Conforms("J23")
    void aSilentVcenterIsNoProof() {
        bed.instances.setLookup("w-3", new VmLookup.Unknown(List.of(new VmLookup.Silence("vc-a", "away"))));
        bed.silence("w-3");

        bed.pass(LONG);

        assertThat(bed.existenceChecker.requests).isEmpty();
        assertThat(bed.nodes.writes()).noneMatch(write -> write.startsWith("delete") || write.startsWith("taint"));
        assertThat(bed.has("w-3")).isTrue();
    }

    // Another vCenter does not answer

    @Test
    void aDestroyedVmDoesNotWaitForAnotherVcenter() {
        bed.loseWhileTheOtherIsSilent("w-3", LifecycleTestBed.destroyed());
        bed.silence("w-3");

        bed.pass(HALF_A_MINUTE);

        assertThat(bed.has("w-3")).isFalse();
        assertThat(bed.deletes()).isEqualTo(1);
        assertThat(bed.events("DeletingNode"))
                .singleElement()
                .asString()
                .contains("vCenter vc-a")
                .doesNotContain("vc-b");
    }

    @Test
    void aDestroyedVmDoesNotWaitForASlowVcenter() {
        bed.loseWhileTheOtherIsSilent("w-3", LifecycleTestBed.destroyed());
        bed.instances.setLookup("w-3", new VmLookup.Pending(List.of("vc-a")));
        bed.silence("w-3");

        bed.pass(HALF_A_MINUTE);

        assertThat(bed.has("w-3")).isFalse();
    }

    @Test
    void aVmThatWasNotDestroyedWaitsForAllVcentersAndTheReasonNamesTheSilentOne() {
        bed.loseWhileTheOtherIsSilent("w-3", LifecycleTestBed.unregistered());
        bed.silence("w-3");

        bed.pass(LONG);

        assertThat(bed.has("w-3")).isTrue();
        assertThat(bed.events("VcenterSilent")).isNotEmpty().allMatch(event -> event.contains("vc-b"));
        assertThat(bed.observer.reasons).containsEntry(new NodeName("w-3"), Set.of(VsphereReason.VCENTER_SILENT));
    }

    @Test
    void aLateHitInTheSilentVcenterKeepsTheNode() {
        bed.loseWhileTheOtherIsSilent("w-3", LifecycleTestBed.destroyed());
        bed.silence("w-3");
        bed.confirmation = () -> {
            bed.existenceChecker.answerLate(
                    new NodeName("w-3"), new UuidSearchResult.Hit("vc-b", List.of("vm-7")), bed.now() + 1);
            bed.existenceChecker.others = List.of(new UuidSearchResult.Hit("vc-b", List.of("vm-7")));
            return true;
        };

        bed.pass(LONG);

        assertThat(bed.deletes()).isZero();
    }

    @Test
    void aLateHitInTheSilentVcenterRestartsTheProof() {
        bed.loseWhileTheOtherIsSilent("w-3", LifecycleTestBed.destroyed());
        bed.silence("w-3");
        bed.pass(Duration.ofSeconds(13));
        bed.existenceChecker.answerLate(
                new NodeName("w-3"), new UuidSearchResult.Hit("vc-b", List.of("vm-7")), bed.now() + 1);
        bed.reconcileAll();

        bed.pass(Duration.ofSeconds(20));
        assertThat(bed.has("w-3")).isTrue();
        bed.pass(Duration.ofMinutes(2));

        assertThat(bed.has("w-3")).isFalse();
    }

    @Test
    void anOwnerVcenterThatFallsSilentAfterTheProofKeepsTheNode() {
        bed.loseWhileTheOtherIsSilent("w-3", LifecycleTestBed.destroyed());
        bed.silence("w-3");
        bed.confirmation = () -> {
            bed.instances.setLookup("w-3", new VmLookup.Unknown(List.of(new VmLookup.Silence("vc-a", "away"))));
            return true;
        };

        bed.pass(LONG);

        assertThat(bed.deletes()).isZero();
    }

    @Test
    void destroyedVmsAreNoIncidentWhenTheSilentVcenterAnswersAgain() {
        List<String> names = IntStream.rangeClosed(1, 6).mapToObj(n -> "w-" + n).toList();
        names.forEach(name -> bed.loseWhileTheOtherIsSilent(name, LifecycleTestBed.destroyed()));
        bed.pass(Duration.ofSeconds(40));
        bed.existenceChecker.others = List.of(new UuidSearchResult.Nothing("vc-b"));
        names.forEach(name -> bed.instances.setLookup(name, new VmLookup.Missing(List.of("vc-a", "vc-b"))));
        names.forEach(bed::silence);

        bed.pass(HALF_A_MINUTE);

        assertThat(bed.deletes()).isEqualTo(6);
        assertThat(bed.events("MassDisappearance")).isEmpty();
    }

    @Test
    void timeWithoutResultsDoesNotCount() {
        bed.unregister("w-3");
        bed.pass(Duration.ofMinutes(5));
        bed.existenceChecker.isSilent = true;
        bed.pass(Duration.ofMinutes(6));
        bed.existenceChecker.isSilent = false;

        bed.pass(Duration.ofMinutes(9));

        assertThat(bed.deletes()).isZero();
    }

    @Test
    void aResultThatProvesNothingIsReported() {
        bed.lose("w-3", question -> LifecycleTestBed.folderHidden(question));
        bed.silence("w-3");

        bed.pass(LONG);

        assertThat(bed.deletes()).isZero();
        assertThat(bed.events("VmHomeUnreadable")).hasSize(1);
    }
}
