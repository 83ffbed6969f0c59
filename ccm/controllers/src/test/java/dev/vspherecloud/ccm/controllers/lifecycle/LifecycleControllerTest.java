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

    private final LifecycleTestBed stage = new LifecycleTestBed().cluster(8);

    @Test
    @Conforms("J21 VE03")
    void theNodeOfADestroyedVmGoesWithinHalfAMinuteAndOnce() {
        stage.destroy("w-3");

        stage.pass(HALF_A_MINUTE);

        assertThat(stage.nodes.writes()).contains("delete w-3");
        assertThat(stage.deletes()).isEqualTo(1);
        assertThat(stage.events("DeletingNode")).singleElement().asString().contains("VirtualMachine.destroy", "vm-3");
    }

    @Test
    void theNodeOfAVmThatDisappearedGoesAfterTenMinutes() {
        stage.unregister("w-3");

        stage.pass(Duration.ofMinutes(10));
        assertThat(stage.has("w-3")).isTrue();
        stage.pass(Duration.ofSeconds(20));

        assertThat(stage.has("w-3")).isFalse();
        assertThat(stage.deletes()).isEqualTo(1);
        assertThat(stage.lifecycleState().deletions()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(names = "UNKNOWN", mode = EnumSource.Mode.EXCLUDE)
    void aNodeWhoseKubeletSpeaksStays(Ready ready) {
        stage.lose("w-3", LifecycleTestBed.destroyed());
        stage.nodes.report("w-3", new NodeHealth(ready, LifecycleTestBed.NOON, false, false, false));

        stage.pass(LONG);

        assertThat(stage.deletes()).isZero();
    }

    @Test
    void aVmWhoseKubeletSpeaksIsAskedAboutThreeTimes() {
        stage.lose("w-3", LifecycleTestBed.unregistered());

        stage.pass(LONG);

        assertThat(stage.existenceChecker.questions).hasSize(3);
    }

    @Test
    void aKubeletThatRenewsItsLeaseKeepsItsNode() {
        stage.destroy("w-3");

        for (int i = 0; i < 30; i++) {
            stage.signs.put("w-3", new Heartbeat.Renewed("at " + i));
            stage.pass(Duration.ofSeconds(10));
        }

        assertThat(stage.deletes()).isZero();
    }

    @Test
    void aHeartbeatThatChangesKeepsTheNode() {
        stage.destroy("w-3");

        for (int i = 1; i <= 50; i++) {
            stage.pass(Duration.ofSeconds(20));
            stage.nodes.report("w-3", LifecycleTestBed.SILENT.at(LifecycleTestBed.NOON.plusSeconds(i)));
        }

        assertThat(stage.deletes()).isZero();
    }

    @Test
    void aKubeletThatCanNotBeReadKeepsItsNode() {
        stage.signs.put("w-3", new Heartbeat.Unreadable("forbidden"));
        stage.destroy("w-3");

        stage.pass(LONG);

        assertThat(stage.deletes()).isZero();
        assertThat(stage.events("KubeletUnreadable")).hasSize(1);
    }

    @Test
    @Conforms("J20")
    void aVmThatIsBackBeginsTheTimeAnew() {
        stage.unregister("w-3");
        stage.pass(Duration.ofMinutes(9));
        stage.show(LifecycleTestBed.vm("w-3"));
        stage.look();

        stage.unregister("w-3");
        stage.pass(Duration.ofMinutes(9));

        assertThat(stage.deletes()).isZero();
    }

    @Test
    void aVmThatASearchFindsKeepsItsNode() {
        stage.lose("w-3", _ -> new OwnerVcenterResult.StillThere("vc-a", "vm-3 is w-3"));
        stage.silence("w-3");

        stage.pass(LONG);

        assertThat(stage.deletes()).isZero();
    }

    @Test
    void aNodeOfAnotherProviderIsNeitherFollowedNorAskedAbout() {
        stage.nodes.add("k-1", "k3s://k-1", LifecycleTestBed.uuid("w-99"), false, List.of());
        stage.nodes.report("k-1", LifecycleTestBed.SILENT);
        int writes = stage.nodes.writes().size();

        stage.pass(LONG);

        assertThat(stage.instances.watched()).noneMatch(node -> node.value().equals("k-1"));
        assertThat(stage.existenceChecker.questions).isEmpty();
        assertThat(stage.events.all()).isEmpty();
        assertThat(stage.nodes.writes()).hasSize(writes);
    }

    @Test
    void aNodeThatNamesTwoMachinesIsNotAskedAbout() {
        stage.nodes.add(
                "w-30", "vsphere://" + LifecycleTestBed.uuid("w-30"), LifecycleTestBed.uuid("w-31"), false, List.of());
        stage.nodes.report("w-30", LifecycleTestBed.SILENT);
        stage.lose("w-30", LifecycleTestBed.destroyed());

        stage.pass(LONG);

        assertThat(stage.existenceChecker.questions).isEmpty();
        assertThat(stage.has("w-30")).isTrue();
    }

    @Test
    void aNodeWhoseVmWasNeverSeenStaysAndSaysWhy() {
        stage.nodes.add(
                "w-30", "vsphere://" + LifecycleTestBed.uuid("w-30"), LifecycleTestBed.uuid("w-30"), false, List.of());
        stage.destroy("w-30");

        stage.pass(LONG);

        assertThat(stage.has("w-30")).isTrue();
        assertThat(stage.events("VmNeverSeen")).hasSize(1);
        assertThat(stage.existenceChecker.questions).isEmpty();
    }

    @Test
    void aNodeThatWaitsForItsInitialisationGoesWithItsDestroyedVm() {
        stage.nodes.addTainted("w-30", LifecycleTestBed.uuid("w-30"));
        stage.show(LifecycleTestBed.vm("w-30"));
        stage.look("w-30");

        stage.destroy("w-30");
        stage.pass(HALF_A_MINUTE);

        assertThat(stage.has("w-30")).isFalse();
        assertThat(stage.events("DeletingNode")).hasSize(1);
    }

    @Test
    void theRecordOfANodeThatWaitsForItsInitialisationOutlivesTheProcess() {
        stage.nodes.addTainted("w-30", LifecycleTestBed.uuid("w-30"));
        record("w-30");
        stage.restart();

        stage.destroy("w-30");
        stage.pass(HALF_A_MINUTE);

        assertThat(stage.has("w-30")).isFalse();
    }

    /// vCenter does not return its new VM, and its kubelet is cut off.
    @Test
    void theRecordOfTheMachineBeforeDoesNotCountOnceAMachineIsRebuilt() {
        stage.nodes.addTainted("w-30", LifecycleTestBed.uuid("w-30"));
        record("w-30");
        rebuild("w-30", "w-31");
        stage.restart();

        stage.destroy("w-30");
        stage.pass(LONG);

        assertThat(stage.has("w-30")).isTrue();
        assertThat(stage.existenceChecker.questions).isEmpty();
    }

    @Test
    void neitherDoesWhatThisProcessSawOfTheMachineBefore() {
        stage.nodes.addTainted("w-30", LifecycleTestBed.uuid("w-30"));
        stage.show(LifecycleTestBed.vm("w-30"));
        stage.look("w-30");
        rebuild("w-30", "w-31");

        stage.destroy("w-30");
        stage.pass(LONG);

        assertThat(stage.has("w-30")).isTrue();
        assertThat(stage.existenceChecker.questions).isEmpty();
    }

    @Test
    void aRecordThatNamesNoMachineDoesNotCountBeforeTheInitialisation() {
        stage.nodes.addTainted("w-30", LifecycleTestBed.uuid("w-30"));
        record("w-30");
        stage.nodes.annotate(
                "w-30", RecordedVm.BIOS_UUID, LifecycleTestBed.uuid("w-30").toUpperCase(Locale.ROOT) + " ");
        stage.restart();

        stage.destroy("w-30");
        stage.pass(LONG);

        assertThat(stage.has("w-30")).isTrue();
    }

    @Test
    void theKubeletMayReportTheMachineInTheOtherByteOrder() {
        String swapped = SystemUuid.parse(LifecycleTestBed.uuid("w-30"))
                .orElseThrow()
                .byteSwapped()
                .toString();
        stage.nodes.addTainted("w-30", swapped);
        record("w-30");
        stage.restart();

        stage.destroy("w-30");
        stage.pass(HALF_A_MINUTE);

        assertThat(stage.has("w-30")).isFalse();
    }

    private void record(String name) {
        NodeView node = stage.nodes.find(new NodeName(name)).orElseThrow();
        NodePolicy.record(node, LifecycleTestBed.vm(name))
                .forEach((key, value) -> stage.nodes.annotate(name, key, value));
    }

    /// Registers a new machine under the name; the Node keeps all its annotations.
    private void rebuild(String name, String machine) {
        NodeView node = stage.nodes.find(new NodeName(name)).orElseThrow();
        stage.nodes.remove(name);
        stage.nodes.addTainted(name, LifecycleTestBed.uuid(machine));
        node.meta().annotations().forEach((key, value) -> stage.nodes.annotate(name, key, value));
    }

    @Test
    void aNodeWithoutProviderIdWhoseVmWasNeverSeenGetsNothing() {
        stage.nodes.addTainted("w-30", LifecycleTestBed.uuid("w-30"));
        stage.nodes.add("w-31", "", LifecycleTestBed.uuid("w-31"), false, List.of());
        int writes = stage.nodes.writes().size();
        stage.destroy("w-30");
        stage.destroy("w-31");

        stage.pass(LONG);

        assertThat(stage.nodes.writes()).hasSize(writes);
        assertThat(stage.events.all()).isEmpty();
        assertThat(stage.existenceChecker.questions).isEmpty();
    }

    @Test
    void aNodeThatIsKnownByItsNameAloneStays() {
        stage.nodes.addTainted("w-30", "");
        stage.show(LifecycleTestBed.vm("w-30"));
        stage.look("w-30");

        stage.destroy("w-30");
        stage.pass(LONG);

        assertThat(stage.has("w-30")).isTrue();
        assertThat(stage.existenceChecker.questions).isEmpty();
    }

    @Test
    void whatIsRecordedOnTheNodeIsEnoughForAProof() {
        stage.restart();
        stage.destroy("w-3");

        stage.pass(HALF_A_MINUTE);

        assertThat(stage.deletes()).isEqualTo(1);
    }

    @Test
    void aRestartBeginsTheTimeAnew() {
        stage.unregister("w-3");
        stage.pass(Duration.ofMinutes(9));

        stage.restart();
        stage.pass(Duration.ofMinutes(9));
        assertThat(stage.deletes()).isZero();
        stage.pass(Duration.ofMinutes(2));

        assertThat(stage.deletes()).isEqualTo(1);
    }

    @Test
    @Conforms("J26")
    void aNodeThatComesAgainUnderItsNameIsProvenAnew() {
        stage.destroy("w-3");
        stage.pass(Duration.ofSeconds(20));
        stage.nodes.remove("w-3");
        stage.add("w-3");
        stage.destroy("w-3");

        stage.pass(Duration.ofSeconds(15));
        assertThat(stage.has("w-3")).isTrue();
        stage.pass(HALF_A_MINUTE);

        assertThat(stage.has("w-3")).isFalse();
    }

    @Test
    void whoMayNotLeadAnyMoreWritesNothing() {
        stage.isHeld = false;
        stage.destroy("w-3");

        stage.pass(LONG);

        assertThat(stage.deletes()).isZero();
    }

    @Test
    void nothingIsDeletedWhileTheLeaseCanNotBeReadAnew() {
        stage.confirmation = () -> false;
        stage.destroy("w-3");
        stage.pass(LONG);
        assertThat(stage.deletes()).isZero();

        stage.confirmation = () -> true;
        stage.pass(Duration.ofSeconds(2));

        assertThat(stage.deletes()).isEqualTo(1);
    }

    @Test
    void aVmThatIsBackWhileTheLeaseIsReadKeepsItsNode() {
        stage.confirmation = () -> {
            stage.show(LifecycleTestBed.vm("w-3"));
            return true;
        };
        stage.destroy("w-3");

        stage.pass(LONG);

        assertThat(stage.deletes()).isZero();
    }

    @Test
    void aProofThatGrewOldWhileTheLeaseWasReadIsRenewed() {
        stage.confirmation = () -> {
            stage.clock.advance(Duration.ofSeconds(11));
            stage.confirmation = () -> true;
            return true;
        };
        stage.destroy("w-3");

        stage.pass(Duration.ofSeconds(25));

        assertThat(stage.deletes()).isEqualTo(1);
        assertThat(stage.existenceChecker.questions).hasSize(4);
    }

    @Test
    void nothingIsAskedOrDeletedBeforeTheChronicleWasRead() {
        stage.lease.isReadable = false;
        stage.restart();
        stage.destroy("w-3");
        stage.pass(LONG);
        assertThat(stage.existenceChecker.questions).isEmpty();

        stage.lease.isReadable = true;
        stage.pass(Duration.ofSeconds(45));

        assertThat(stage.deletes()).isEqualTo(1);
    }

    @Test
    void nothingIsDeletedWhileTheChronicleCanNotBeRead() {
        stage.lease.isReadable = false;
        stage.clock.advance(ClusterMonitor.READ_INTERVAL);
        stage.destroy("w-3");

        stage.pass(LONG);

        assertThat(stage.deletes()).isZero();
    }

    @Test
    void whatDisappearedIsNotDeletedBeforeThatIsNoted() {
        stage.lease.isWritable = false;
        stage.unregister("w-3");
        stage.destroy("w-4");
        stage.pass(LONG);
        assertThat(stage.has("w-3")).isTrue();
        assertThat(stage.has("w-4")).isFalse();

        stage.lease.isWritable = true;
        stage.pass(Duration.ofSeconds(2));

        assertThat(stage.has("w-3")).isFalse();
    }

    @Test
    void whatIsProvenForLongIsAskedOnceMoreBeforeTheDelete() {
        stage.rules = LifecycleTestBed.rules(false);
        stage.destroy("w-3");
        stage.pass(Duration.ofSeconds(75));
        assertThat(stage.events("DeletionOff")).hasSize(1);
        int questions = stage.existenceChecker.questions.size();

        stage.rules = LifecycleTestBed.rules(true);
        stage.pass(Duration.ofSeconds(1));

        assertThat(stage.deletes()).isEqualTo(1);
        assertThat(stage.existenceChecker.questions).hasSize(questions + 1);
    }

    @Test
    void aNodeToBeKeptIsKept() {
        stage.nodes.annotate("w-3", LifecyclePolicy.KEEP, "");
        stage.destroy("w-3");

        stage.pass(LONG);

        assertThat(stage.deletes()).isZero();
        assertThat(stage.events("NodeKept")).hasSize(1);
        assertThat(stage.heard.standing).containsEntry(new NodeName("w-3"), Set.of(NodeReason.NODE_KEPT));
        assertThat(stage.heard.looks).isPositive();
    }

    @Test
    void aVcenterThatIsPausedKeepsItsNodesUntilItIsNot() {
        stage.rules = LifecycleTestBed.rules(true, "vc-a");
        stage.destroy("w-3");
        stage.pass(LONG);
        assertThat(stage.deletes()).isZero();
        assertThat(stage.events("DeletionPaused")).hasSize(1);

        stage.rules = LifecycleTestBed.rules(true);
        stage.pass(Duration.ofSeconds(1));

        assertThat(stage.deletes()).isEqualTo(1);
    }

    @Test
    void aNodeThatChangedIsLookedAtAgain() {
        stage.nodes.answerNextDeleteWith(new DeleteOutcome.Conflict());
        stage.destroy("w-3");

        stage.pass(HALF_A_MINUTE);

        assertThat(stage.deletes()).isEqualTo(1);
        assertThat(stage.events("DeletingNode")).hasSize(1);
    }

    @Test
    @Conforms("J30")
    void aDeleteThatFailsIsSaidAndTriedAgain() {
        stage.nodes.answerNextDeleteWith(new DeleteOutcome.Failed("forbidden"));
        stage.destroy("w-3");

        stage.pass(HALF_A_MINUTE);

        assertThat(stage.deletes()).isEqualTo(1);
        assertThat(stage.events("DeletingNodeFailed"))
                .containsExactly(
                        "Warning w-3 DeletingNodeFailed: the VM of this Node is gone, but the API server did not delete the Node: forbidden");
        assertThat(stage.heard.news).containsExactly("not deleted", "deleted, destroyed");
    }

    @Test
    void whatIsMissingForLongIsAskedAboutOnceAMinute() {
        stage.unregister("w-3");
        stage.pass(Duration.ofMinutes(3));
        int questions = stage.existenceChecker.questions.size();

        stage.pass(Duration.ofMinutes(5));

        assertThat(stage.existenceChecker.questions.size() - questions).isEqualTo(5);
    }

    @Test
    @Conforms("J27")
    void aNodeThatIsDeletedAlreadyIsLeftToWhoDoesThat() {
        stage.lose("w-3", LifecycleTestBed.destroyed());
        stage.nodes.report("w-3", new NodeHealth(Ready.UNKNOWN, LifecycleTestBed.NOON, false, true, false));

        stage.pass(LONG);

        assertThat(stage.deletes()).isZero();
        assertThat(stage.events.all()).isEmpty();
        assertThat(stage.existenceChecker.questions).isEmpty();
    }

    @Test
    void aNodeThatIsGoneIsForgotten() {
        stage.unregister("w-3");
        stage.pass(HALF_A_MINUTE);
        stage.nodes.remove("w-3");

        stage.look("w-3");

        assertThat(stage.instances.watched()).noneMatch(node -> node.value().equals("w-3"));
        assertThat(stage.existenceChecker.reports).isEmpty();
    }

    @Test
    @Conforms("J23")
    void silenceOfAVcenterIsNoAnswer() {
        stage.instances.setLookup("w-3", new VmLookup.Unknown(List.of(new VmLookup.Silence("vc-a", "away"))));
        stage.silence("w-3");

        stage.pass(LONG);

        assertThat(stage.existenceChecker.questions).isEmpty();
        assertThat(stage.nodes.writes()).noneMatch(write -> write.startsWith("delete") || write.startsWith("taint"));
        assertThat(stage.has("w-3")).isTrue();
    }

    // Another vCenter does not answer

    @Test
    void aDestroyedVmDoesNotWaitForAnotherVcenter() {
        stage.loseBesideASilentOne("w-3", LifecycleTestBed.destroyed());
        stage.silence("w-3");

        stage.pass(HALF_A_MINUTE);

        assertThat(stage.has("w-3")).isFalse();
        assertThat(stage.deletes()).isEqualTo(1);
        assertThat(stage.events("DeletingNode"))
                .singleElement()
                .asString()
                .contains("vCenter vc-a")
                .doesNotContain("vc-b");
    }

    @Test
    void aDestroyedVmDoesNotWaitForOneThatTakesItsTime() {
        stage.loseBesideASilentOne("w-3", LifecycleTestBed.destroyed());
        stage.instances.setLookup("w-3", new VmLookup.Pending(List.of("vc-a")));
        stage.silence("w-3");

        stage.pass(HALF_A_MINUTE);

        assertThat(stage.has("w-3")).isFalse();
    }

    @Test
    void aVmThatWasNotDestroyedWaitsForAllAndTheReasonNamesTheSilent() {
        stage.loseBesideASilentOne("w-3", LifecycleTestBed.unregistered());
        stage.silence("w-3");

        stage.pass(LONG);

        assertThat(stage.has("w-3")).isTrue();
        assertThat(stage.events("VcenterSilent")).isNotEmpty().allMatch(event -> event.contains("vc-b"));
        assertThat(stage.heard.standing).containsEntry(new NodeName("w-3"), Set.of(VsphereReason.VCENTER_SILENT));
    }

    @Test
    void aSilentOneThatShowsTheVmAtLastKeepsTheNode() {
        stage.loseBesideASilentOne("w-3", LifecycleTestBed.destroyed());
        stage.silence("w-3");
        stage.confirmation = () -> {
            stage.existenceChecker.correct(
                    new NodeName("w-3"), new UuidSearchResult.Hit("vc-b", List.of("vm-7")), stage.now() + 1);
            stage.existenceChecker.others = List.of(new UuidSearchResult.Hit("vc-b", List.of("vm-7")));
            return true;
        };

        stage.pass(LONG);

        assertThat(stage.deletes()).isZero();
    }

    @Test
    void whatASilentOneShowsLaterBeginsTheProofAnew() {
        stage.loseBesideASilentOne("w-3", LifecycleTestBed.destroyed());
        stage.silence("w-3");
        stage.pass(Duration.ofSeconds(13));
        stage.existenceChecker.correct(
                new NodeName("w-3"), new UuidSearchResult.Hit("vc-b", List.of("vm-7")), stage.now() + 1);
        stage.look();

        stage.pass(Duration.ofSeconds(20));
        assertThat(stage.has("w-3")).isTrue();
        stage.pass(Duration.ofMinutes(2));

        assertThat(stage.has("w-3")).isFalse();
    }

    @Test
    void aHomeThatFellSilentAfterTheProofKeepsTheNode() {
        stage.loseBesideASilentOne("w-3", LifecycleTestBed.destroyed());
        stage.silence("w-3");
        stage.confirmation = () -> {
            stage.instances.setLookup("w-3", new VmLookup.Unknown(List.of(new VmLookup.Silence("vc-a", "away"))));
            return true;
        };

        stage.pass(LONG);

        assertThat(stage.deletes()).isZero();
    }

    @Test
    void destroyedVmsAreNoLossWhenTheSilentOneIsBack() {
        List<String> names = IntStream.rangeClosed(1, 6).mapToObj(n -> "w-" + n).toList();
        names.forEach(name -> stage.loseBesideASilentOne(name, LifecycleTestBed.destroyed()));
        stage.pass(Duration.ofSeconds(40));
        stage.existenceChecker.others = List.of(new UuidSearchResult.Nothing("vc-b"));
        names.forEach(name -> stage.instances.setLookup(name, new VmLookup.Missing(List.of("vc-a", "vc-b"))));
        names.forEach(stage::silence);

        stage.pass(HALF_A_MINUTE);

        assertThat(stage.deletes()).isEqualTo(6);
        assertThat(stage.events("MassDisappearance")).isEmpty();
    }

    @Test
    void timeInWhichNobodyCouldLookDoesNotCount() {
        stage.unregister("w-3");
        stage.pass(Duration.ofMinutes(5));
        stage.existenceChecker.isMute = true;
        stage.pass(Duration.ofMinutes(6));
        stage.existenceChecker.isMute = false;

        stage.pass(Duration.ofMinutes(9));

        assertThat(stage.deletes()).isZero();
    }

    @Test
    void anAnswerThatProvesNothingIsSaid() {
        stage.lose("w-3", question -> LifecycleTestBed.folderHidden(question));
        stage.silence("w-3");

        stage.pass(LONG);

        assertThat(stage.deletes()).isZero();
        assertThat(stage.events("VmHomeUnreadable")).hasSize(1);
    }
}
