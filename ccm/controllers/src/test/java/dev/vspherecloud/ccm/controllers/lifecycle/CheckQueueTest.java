package dev.vspherecloud.ccm.controllers.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.controllers.lifecycle.CheckQueue.Answer;
import dev.vspherecloud.domain.existence.ExistenceCheckRequest;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.domain.vm.VmRef;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CheckQueueTest {
    private static final UUID VCENTER = new UUID(1, 1);
    private static final UUID OTHER = new UUID(1, 2);

    private final CheckQueue queue = new CheckQueue();
    private long now = -7;

    @Test
    void twentyChecksRunAtOnceAndTheRestFollowInOrder() {
        add(1, 50);

        assertThat(due()).containsExactlyElementsOf(numbers(1, 20));
        queue.answered(node(7), Answer.CLEAR);
        queue.answered(node(3), Answer.CLEAR);

        assertThat(due()).containsExactly(21, 22);
    }

    @Test
    void aThousandInconclusiveNodesCauseTwoChecksAMinute() {
        add(1, 1_000);
        fail(due());
        int asked = 0;

        for (int second = 0; second < 600; second++) {
            pass(Duration.ofSeconds(1));
            List<Integer> due = due();
            asked += due.size();
            fail(due);
            due.forEach(number -> add(number, number));
        }

        assertThat(asked).isEqualTo(20);
    }

    @Test
    void everyNodeIsCheckedWhileNoResultIsConclusive() {
        add(1, 3);
        fail(due());
        add(1, 3);

        assertThat(IntStream.range(0, 3).mapToObj(_ -> {
                    pass(CheckQueue.PROBE_INTERVAL);
                    List<Integer> due = due();
                    fail(due);
                    due.forEach(number -> add(number, number));
                    return due;
                }))
                .containsExactly(List.of(1), List.of(2), List.of(3));
    }

    @Test
    void eachConclusiveResultDoublesTheNumberOfParallelChecks() {
        add(1, 100);
        fail(due());
        pass(CheckQueue.PROBE_INTERVAL);
        answer(due());

        List<Integer> sizes = IntStream.range(0, 6)
                .mapToObj(_ -> {
                    List<Integer> due = due();
                    answer(due);
                    return due.size();
                })
                .toList();

        assertThat(sizes).containsExactly(1, 2, 8, 20, 20, 20);
    }

    @Test
    void startedChecksFinishWhateverTheOtherResultsAre() {
        add(1, 1);
        answer(due());
        add(2, 5);
        fail(due());
        add(2, 5);

        add(1, 1);

        assertThat(due()).containsExactly(1);
    }

    @Test
    void aNewNodeIsCheckedBeforeInconclusiveOnes() {
        add(1, 5);
        fail(due());
        add(1, 5);
        add(6, 6);

        pass(CheckQueue.PROBE_INTERVAL);

        assertThat(due()).containsExactly(6);
    }

    /// A vCenter that answers again also answers about other Nodes.
    @Test
    void afterAVcenterProblemANodeWithItsOwnProblemDoesNotDelayTheNext() {
        add(1, 3);
        fail(due());
        add(1, 3);
        pass(CheckQueue.PROBE_INTERVAL);

        assertThat(due()).containsExactly(1);
        queue.answered(node(1), Answer.UNCLEAR_FOR_NODE);

        assertThat(due()).containsExactly(2);
    }

    @Test
    void anUnansweredCheckEndsAfterATimeout() {
        add(1, 21);
        due();

        pass(CheckQueue.GIVE_UP_AFTER.minusSeconds(1));
        assertThat(due()).isEmpty();
        assertThat(queue.has(node(1))).isTrue();
        pass(Duration.ofSeconds(1));

        assertThat(due()).containsExactly(21);
        assertThat(queue.has(node(1))).isFalse();
    }

    @Test
    void aNodeIsCheckedOnceAtATime() {
        add(1, 1);
        add(1, 1);

        assertThat(due()).containsExactly(1);
        assertThat(due()).isEmpty();
    }

    @Test
    void removedNodesAreForgotten() {
        add(1, 30);
        fail(due());
        add(1, 20);
        add(31, 31);

        IntStream.rangeClosed(1, 30)
                .forEach(number -> assertThat(queue.remove(node(number))).isTrue());

        assertThat(queue.nodes()).containsExactly(node(31));
        queue.remove(node(31));
        assertThat(queue.nodes()).isEmpty();
        assertThat(queue.remove(node(31))).isFalse();
    }

    @Test
    void aNodeWithItsOwnProblemDelaysNoOtherAndIsCheckedTwiceAMinute() {
        add(1, 1);
        stick(due());
        int stuck = 0;

        for (int second = 0; second < 600; second++) {
            pass(Duration.ofSeconds(1));
            add(1, 1);
            add(100 + second, 100 + second);
            List<Integer> due = due();
            assertThat(due).contains(100 + second);
            stuck += due.contains(1) ? 1 : 0;
            due.forEach(number -> queue.answered(node(number), number == 1 ? Answer.UNCLEAR_FOR_NODE : Answer.CLEAR));
        }

        assertThat(stuck).isEqualTo(20);
    }

    @Test
    void aThousandNodesWithTheirOwnProblemsCauseTwoChecksAMinute() {
        add(1, 1_000);
        List<Integer> first = due();
        stick(first);
        int asked = 0;

        for (int second = 0; second < 600; second++) {
            pass(Duration.ofSeconds(1));
            List<Integer> due = due();
            asked += due.size();
            stick(due);
            due.forEach(number -> add(number, number));
        }

        assertThat(first).hasSize(20);
        assertThat(asked).isEqualTo(20);
    }

    @Test
    void aConclusiveResultOfOneStuckNodeStartsTheOthersAtOnce() {
        add(1, 10);
        stick(due());
        add(1, 10);
        pass(CheckQueue.PROBE_INTERVAL);

        answer(due());

        assertThat(IntStream.range(0, 4).mapToObj(_ -> {
                    List<Integer> due = due();
                    answer(due);
                    return due.size();
                }))
                .containsExactly(1, 2, 6, 0);
    }

    @Test
    void aVcenterProblemIsNotTakenForOneStuckNode() {
        add(1, 1);
        fail(due());
        add(2, 2);

        assertThat(due()).isEmpty();
    }

    @Test
    void nodesThatStayStuckDoNotCloseTheQueueAgain() {
        add(1, 10);
        stick(due());
        add(11, 11);
        pass(CheckQueue.PROBE_INTERVAL);
        answer(due());
        add(1, 10);
        pass(CheckQueue.PROBE_INTERVAL);
        stick(due());

        add(12, 12);

        assertThat(due()).containsExactly(12);
    }

    // Several vCenters

    @Test
    void anInconclusiveVcenterDoesNotDelayAnother() {
        add(1, 3);
        fail(due());
        add(1, 3);

        queue.add(question(4, OTHER));

        assertThat(due()).containsExactly(4);
    }

    @Test
    void aNodeWhoseVmWasInAnotherVcenterWaitsInTheQueueOfThatVcenter() {
        add(1, 21);
        assertThat(due()).hasSize(20);

        queue.add(question(21, OTHER));

        assertThat(due()).containsExactly(21);
        assertThat(queue.has(node(21))).isTrue();
        queue.answered(node(1), Answer.CLEAR);
        assertThat(due()).isEmpty();
    }

    private void add(int from, int to) {
        IntStream.rangeClosed(from, to).forEach(number -> queue.add(question(number)));
    }

    private List<Integer> due() {
        return queue.startDue(now).stream()
                .map(question -> Integer.parseInt(question.node().value()))
                .toList();
    }

    private void answer(List<Integer> numbers) {
        numbers.forEach(number -> queue.answered(node(number), Answer.CLEAR));
    }

    private void stick(List<Integer> numbers) {
        numbers.forEach(number -> queue.answered(node(number), Answer.UNCLEAR_FOR_NODE));
    }

    private void fail(List<Integer> numbers) {
        numbers.forEach(number -> queue.answered(node(number), Answer.UNCLEAR));
    }

    private static List<Integer> numbers(int from, int to) {
        return IntStream.rangeClosed(from, to).boxed().toList();
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }

    private static NodeName node(int number) {
        return new NodeName(Integer.toString(number));
    }

    private static ExistenceCheckRequest question(int number) {
        return question(number, VCENTER);
    }

    private static ExistenceCheckRequest question(int number, UUID vcenter) {
        return new ExistenceCheckRequest(
                new VmQuery(node(number), Optional.empty(), Optional.empty(), Optional.empty()),
                new RecordedVm(
                        new VmRef(vcenter, "vm-" + number), new UUID(2, number), Optional.empty(), Optional.empty()),
                Optional.empty(),
                false,
                false,
                List.of());
    }
}
