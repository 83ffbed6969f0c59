package dev.vspherecloud.vsphere.inventory.absence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.vm.EventPosition;
import dev.vspherecloud.testkit.script.Replies;
import dev.vspherecloud.testkit.script.ScriptedVcenter;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.inventory.Fixtures;
import java.time.Duration;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests when the newest event is read, and which VMs get its position.
class EventPositionsIT {
    private final HistoryScript script = new HistoryScript(ScriptedVcenter.start());
    private long now = Duration.ofHours(1).toNanos();
    private final BestEffortHistory history =
            new BestEffortHistory(script.logIn().history(), _ -> {}, () -> now);
    private final EventPositions marks = new EventPositions();

    @BeforeEach
    void haveEvents() {
        newest(5030);
    }

    @AfterEach
    void stop() {
        script.close();
    }

    @Test
    void vmsThatAppearTogetherGetOnePosition() {
        see(vms(1, 2, 3));

        assertThat(marks.seenAt())
                .containsOnlyKeys(Fixtures.ref(1), Fixtures.ref(2), Fixtures.ref(3))
                .containsValue(mark(5030));
        assertThat(reads()).isEqualTo(1);
    }

    @Test
    void aPositionStaysDespiteLaterEvents() {
        see(vms(1));
        newest(5031);

        see(vms(1, 2));

        assertThat(marks.seenAt())
                .containsEntry(Fixtures.ref(1), mark(5030))
                .containsEntry(Fixtures.ref(2), mark(5031));
        assertThat(marks.newest()).contains(mark(5031));
    }

    @Test
    void aVmThatComesBackGetsANewPosition() {
        see(vms(1));
        see(vms());
        newest(5031);

        see(vms(1));

        assertThat(marks.seenAt()).containsEntry(Fixtures.ref(1), mark(5031));
    }

    @Test
    void withoutNewVmsTheNewestEventIsReadEveryFiveMinutes() {
        see(vms(1));
        pass(Duration.ofMinutes(4));
        see(vms(1));
        assertThat(reads()).isEqualTo(1);

        pass(Duration.ofMinutes(1));
        see(vms(1));

        assertThat(reads()).isEqualTo(2);
    }

    @Test
    void theEventsOfAnHourAreNotReadForEachNewVm() {
        see(vms(1));
        int before = script.vcenter().requests("QueryEvents").size();

        see(vms(1, 2));

        assertThat(script.vcenter().requests("QueryEvents")).hasSize(before + 1);
    }

    @Test
    void aNewSessionReadsTheNewestEventAtOnce() {
        see(vms(1));

        marks.scheduleRead();
        see(vms(1));

        assertThat(reads()).isEqualTo(2);
    }

    @Test
    void anUnreadableHistoryIsReadAgainAfterFiveMinutes() {
        script.vcenter().on("QueryEvents", Replies.noPermission("Folder", "group-d1", "System.View"));
        see(vms(1));
        see(vms(1, 2));
        assertThat(marks.seenAt()).isEmpty();
        assertThat(reads()).isEqualTo(1);

        newest(5031);
        pass(Duration.ofMinutes(5));
        see(vms(1, 2));

        assertThat(marks.seenAt())
                .containsOnlyKeys(Fixtures.ref(1), Fixtures.ref(2))
                .containsValue(mark(5031));
    }

    @Test
    void anotherVcenterStartsWithoutPositions() {
        see(vms(1));

        marks.clear();

        assertThat(marks.seenAt()).isEmpty();
        assertThat(marks.newest()).isEmpty();
    }

    @Test
    void aVmIsConfirmedAtTheEventThatWasReadBeforeTheWait() {
        see(vms(1, 2));
        assertThat(marks.lastConfirmed()).isEmpty();
        newest(5031);
        pass(Duration.ofMinutes(5));
        marks.confirm(vms(1, 2), OptionalLong.of(now));
        see(vms(1, 2));
        assertThat(marks.lastConfirmed())
                .containsOnlyKeys(Fixtures.ref(1), Fixtures.ref(2))
                .containsValue(mark(5030));

        pass(Duration.ofSeconds(30));
        marks.confirm(vms(2), OptionalLong.of(now));

        assertThat(marks.lastConfirmed())
                .containsEntry(Fixtures.ref(1), mark(5030))
                .containsEntry(Fixtures.ref(2), mark(5031));
    }

    @Test
    void aWaitFromBeforeTheEventConfirmsNothing() {
        long before = now;
        pass(Duration.ofSeconds(1));
        see(vms(1));

        marks.confirm(vms(1), OptionalLong.of(before));
        marks.confirm(vms(1), OptionalLong.of(now));
        marks.confirm(vms(1), OptionalLong.empty());

        assertThat(marks.lastConfirmed()).isEmpty();
    }

    private void newest(long key) {
        script.vcenter().on("RetrievePropertiesEx", HistoryScript.latestEvent(key));
        script.vcenter().on("QueryEvents", HistoryScript.events(key));
    }

    private void see(Set<MoRef> vms) {
        history.beginRound();
        marks.update(vms, vms, history, now);
    }

    private long reads() {
        return script.vcenter().requests("RetrievePropertiesEx").size();
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }

    private static Set<MoRef> vms(int... numbers) {
        return Arrays.stream(numbers).mapToObj(Fixtures::ref).collect(Collectors.toSet());
    }

    private static EventPosition mark(long key) {
        return new EventPosition(key, HistoryScript.NOON);
    }
}
