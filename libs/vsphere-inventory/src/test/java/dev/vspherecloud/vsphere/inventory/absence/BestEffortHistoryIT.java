package dev.vspherecloud.vsphere.inventory.absence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.vspherecloud.domain.existence.Destruction;
import dev.vspherecloud.domain.existence.EventLookup;
import dev.vspherecloud.domain.vm.EventPosition;
import dev.vspherecloud.testkit.script.Replies;
import dev.vspherecloud.testkit.script.ScriptedVcenter;
import dev.vspherecloud.vsphere.client.EventQuery;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.VcenterEvent;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests the results of a readable history, and of a history that cannot be read.
class BestEffortHistoryIT {
    private static final EventPosition MARK = new EventPosition(5030, HistoryScript.NOON);
    private static final MoRef VM = new MoRef("VirtualMachine", "vm-62");

    private final HistoryScript script = new HistoryScript(ScriptedVcenter.start());
    private final ScriptedVcenter vcenter = script.vcenter();
    private final List<Kind> unreadable = new ArrayList<>();
    private long now = Duration.ofHours(1).toNanos();
    private final BestEffortHistory history =
            new BestEffortHistory(script.logIn().history(), failure -> unreadable.add(failure.kind()), () -> now);

    @AfterEach
    void stop() {
        script.close();
    }

    @Test
    void anEventPositionIsThereIfItsEventIs() {
        vcenter.on("QueryEvents", HistoryScript.events(5029, 5030, 5031));

        assertThat(history.lookUp(MARK)).isEqualTo(EventLookup.THERE);
    }

    @Test
    void anEventPositionIsLostIfThereAreOlderEvents() {
        vcenter.on("QueryEvents", HistoryScript.events(5031), HistoryScript.events(4000));

        assertThat(history.lookUp(MARK)).isEqualTo(EventLookup.LOST);
    }

    @Test
    void anEventPositionIsForgottenIfThereAreNoEvents() {
        vcenter.on("QueryEvents", HistoryScript.events());

        assertThat(history.lookUp(MARK)).isEqualTo(EventLookup.FORGOTTEN);
    }

    @Test
    void anEventPositionThatMayBeBeyondTheLimitIsNotLost() {
        vcenter.on(
                "QueryEvents",
                HistoryScript.events(
                        LongStream.range(6000, 6000 + EventQuery.MAX_EVENTS).toArray()));

        assertThat(history.lookUp(MARK)).isEqualTo(EventLookup.UNREADABLE);
    }

    @Test
    void withoutThePrivilegeEverythingIsUnreadable() {
        vcenter.on("QueryEvents", Replies.noPermission("Folder", "group-d1", "System.View"));
        vcenter.on("CreateCollectorForTasks", Replies.noPermission("TaskManager", "TaskManager", "System.View"));

        assertThat(history.lookUp(MARK)).isEqualTo(EventLookup.UNREADABLE);
        assertThat(history.removals(Set.of(VM), HistoryScript.NOON, MARK)).isEmpty();
        assertThat(history.destruction(VM, removal(5028))).isEmpty();
        assertThat(unreadable).containsOnly(Kind.NO_PERMISSION);
    }

    @Test
    void aDatabaseThatTimesOutIsQueriedOncePerRound() {
        vcenter.on("QueryEvents", Replies.hang());

        assertThat(history.lookUp(MARK)).isEqualTo(EventLookup.UNREADABLE);
        assertThat(history.lookUp(MARK)).isEqualTo(EventLookup.UNREADABLE);
        assertThat(vcenter.requests("QueryEvents")).hasSize(1);

        history.beginRound();
        assertThat(history.lookUp(MARK)).isEqualTo(EventLookup.UNREADABLE);
        assertThat(vcenter.requests("QueryEvents")).hasSize(2);
    }

    @Test
    void aLostSessionIsAFailure() {
        vcenter.on("QueryEvents", Replies.fault("NotAuthenticated", ""));

        assertThat(catchThrowableOfType(VcenterException.class, () -> history.lookUp(MARK))
                        .kind())
                .isEqualTo(Kind.SESSION_LOST);
    }

    @Test
    void theLastRemovalOfAVmCounts() {
        vcenter.on(
                "QueryEvents",
                Replies.soap(HistoryScript.removal(5040, 5038, "vm-62")
                        + HistoryScript.removal(5050, 5048, "vm-62")
                        + HistoryScript.removal(5060, 5058, "vm-63")));

        Map<MoRef, VcenterEvent> removals = history.removals(Set.of(VM), HistoryScript.NOON, MARK);

        assertThat(removals).containsOnlyKeys(VM).allSatisfy((_, removal) -> assertThat(removal.key())
                .isEqualTo(5050));
    }

    @Test
    void withTooManyRemovalsOnlyTheLastHourIsRead() {
        var many = new StringBuilder();
        LongStream.range(0, EventQuery.MAX_EVENTS)
                .forEach(n -> many.append(HistoryScript.removal(5040 + n, 5040 + n, "vm-" + (100 + n))));
        vcenter.on(
                "QueryEvents", Replies.soap(many.toString()), Replies.soap(HistoryScript.removal(9000, 8999, "vm-62")));

        Map<MoRef, VcenterEvent> removals = history.removals(Set.of(VM), HistoryScript.NOON.minusSeconds(86_400), MARK);

        assertThat(removals).containsOnlyKeys(VM);
        assertThat(vcenter.requests("QueryEvents").getLast().body().text())
                .contains("<beginTime>2026-01-02T10:59:59Z</beginTime>");
    }

    @Test
    void aSearchThatTimesOutIsRepeatedForAShorterPeriodInALaterRound() {
        vcenter.on("QueryEvents", Replies.hang());

        assertThat(removalsOfTheLastDay()).isEmpty();
        assertThat(removalsOfTheLastDay()).isEmpty();
        assertThat(beginTimes()).containsExactly("2026-01-01T11:59:59Z");

        vcenter.on("QueryEvents", Replies.soap(HistoryScript.removal(9000, 8999, "vm-62")));
        history.beginRound();
        assertThat(removalsOfTheLastDay()).containsOnlyKeys(VM);
        history.beginRound();
        removalsOfTheLastDay();
        history.beginRound();
        removalsOfTheLastDay();

        assertThat(beginTimes())
                .containsExactly(
                        "2026-01-01T11:59:59Z", "2026-01-02T05:59:59Z", "2026-01-01T23:59:59Z", "2026-01-01T11:59:59Z");
    }

    @Test
    void afterTheTimeoutOfARoundNoFurtherQueryIsSent() {
        vcenter.on("QueryEvents", HistoryScript.events(5029, 5030, 5031));
        assertThat(history.lookUp(MARK)).isEqualTo(EventLookup.THERE);

        now += BestEffortHistory.ROUND_TIMEOUT.toNanos();
        assertThat(history.lookUp(MARK)).isEqualTo(EventLookup.UNREADABLE);
        assertThat(vcenter.requests("QueryEvents")).hasSize(1);

        history.beginRound();
        assertThat(history.lookUp(MARK)).isEqualTo(EventLookup.THERE);
    }

    private Map<MoRef, VcenterEvent> removalsOfTheLastDay() {
        return history.removals(Set.of(VM), HistoryScript.NOON.minusSeconds(86_400), MARK);
    }

    /// Returns the begin times of the queries for events.
    private List<String> beginTimes() {
        return vcenter.requests("QueryEvents").stream()
                .map(request -> request.body().text().replaceFirst("(?s).*<beginTime>([^<]*)</beginTime>.*", "$1"))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "VirtualMachine.destroy, VirtualMachine, vm-62, success, 5028, true",
        "VirtualMachine.destroy, VirtualMachine, vm-62, running, 5028, true",
        "VirtualMachine.destroy, VirtualMachine, vm-62, success, 0, true",
        "VirtualMachine.destroy, VirtualMachine, vm-62, success, 5001, false",
        "VirtualMachine.destroy, VirtualMachine, vm-62, error, 5028, false",
        "VirtualMachine.destroy, VirtualMachine, vm-62, queued, 5028, false",
        "VirtualMachine.destroy, VirtualMachine, vm-63, success, 5028, false",
        "VirtualMachine.unregister, VirtualMachine, vm-62, success, 5028, false",
        "Folder.destroy, Folder, group-v3, success, 5028, false",
        "HostSystem.destroy, HostSystem, host-10, success, 5028, false"
    })
    void onlyADestroyTaskOfTheVmIsADestruction(
            String method, String type, String entity, String state, long chain, boolean isDestroyed) {
        vcenter.on("ReadNextTasks", Replies.soap(HistoryScript.task(method, type, entity, state, chain)));

        Optional<Destruction> destruction = history.destruction(VM, removal(5028));

        assertThat(destruction)
                .isEqualTo(
                        isDestroyed
                                ? Optional.of(new Destruction(
                                        new EventPosition(5031, HistoryScript.NOON),
                                        "task-42 VirtualMachine.destroy by EXAMPLE\\ops"))
                                : Optional.empty());
    }

    private static VcenterEvent removal(long chain) {
        return new VcenterEvent("VmRemovedEvent", 5031, chain, HistoryScript.NOON, "svc", Optional.of(VM));
    }
}
