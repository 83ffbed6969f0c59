package dev.vspherecloud.csi.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BatchSplitterTest {
    private final List<List<Integer>> calls = new ArrayList<>();

    @Test
    void aBatchWithoutABadMemberIsOneCall() {
        assertThat(send(200, Set.of())).hasSize(200).containsValue("done").doesNotContainValue("refused");
        assertThat(calls).hasSize(1);
    }

    @Test
    void anEmptyBatchIsNoCall() {
        assertThat(send(0, Set.of())).isEmpty();
        assertThat(calls).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 30, 200})
    void oneBadMemberFailsNoOther(int size) {
        for (int bad = 0; bad < size; bad++) {
            calls.clear();

            Map<Integer, String> results = send(size, Set.of(bad));

            assertThat(refused(results)).containsExactly(bad);
            assertThat(results).hasSize(size);
            assertThat(calls).hasSizeLessThanOrEqualTo(17);
        }
    }

    @Test
    void twoBadMembersFailNoOther() {
        for (int other = 1; other < 200; other++) {
            calls.clear();

            assertThat(refused(send(200, Set.of(0, other)))).containsExactlyInAnyOrder(0, other);
            assertThat(calls).hasSizeLessThanOrEqualTo(31);
        }
    }

    @Test
    void manyBadMembersNeedABoundedNumberOfCallsAndMostOthersAreDone() {
        Set<Integer> bad = IntStream.range(0, 8).map(i -> i * 25).boxed().collect(Collectors.toSet());

        Map<Integer, String> results = send(200, bad);

        assertThat(calls).hasSizeLessThanOrEqualTo(BatchSplitter.MAX_CALLS);
        assertThat(results).hasSize(200);
        assertThat(refused(results)).containsAll(bad).hasSizeLessThanOrEqualTo(104);
    }

    @Test
    void aVcenterThatRefusesEverythingGetsABoundedNumberOfCalls() {
        Map<Integer, String> results = send(200, IntStream.range(0, 200).boxed().collect(Collectors.toSet()));

        assertThat(calls).hasSizeLessThanOrEqualTo(BatchSplitter.MAX_CALLS);
        assertThat(refused(results)).hasSize(200);
    }

    @Test
    void aVcenterThatDoesNotAnswerIsNotAskedAgain() {
        Map<Integer, String> results = send(
                List.of(1, 2, 3, 4),
                part -> part.size() == 4
                        ? new BatchAnswer.Refused<>("refused")
                        : new BatchAnswer.Unanswered<>("unknown"));

        assertThat(calls).containsExactly(List.of(1, 2, 3, 4), List.of(1, 2));
        assertThat(results).hasSize(4).containsValue("unknown").doesNotContainValue("refused");
    }

    private Map<Integer, String> send(int size, Set<Integer> bad) {
        return send(
                IntStream.range(0, size).boxed().toList(),
                part -> part.stream().anyMatch(bad::contains)
                        ? new BatchAnswer.Refused<>("refused")
                        : new BatchAnswer.Each<>(part.stream().collect(Collectors.toMap(each -> each, _ -> "done"))));
    }

    private Map<Integer, String> send(
            List<Integer> members, Function<List<Integer>, BatchAnswer<Integer, String>> vcenter) {
        return BatchSplitter.send(members, part -> {
            calls.add(List.copyOf(part));
            return vcenter.apply(part);
        });
    }

    private static Set<Integer> refused(Map<Integer, String> results) {
        return results.entrySet().stream()
                .filter(each -> each.getValue().equals("refused"))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }
}
