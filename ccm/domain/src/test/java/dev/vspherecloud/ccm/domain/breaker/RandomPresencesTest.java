package dev.vspherecloud.ccm.domain.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Tests that the policy and a naive implementation of the requirement agree on long random series: VMs get
/// lost and come back, Nodes are deleted, and people acknowledge incidents.
class RandomPresencesTest {
    private static final int CLUSTERS = 800;
    private static final int STEPS = 12;
    private static final List<Integer> AGES = List.of(0, 29, 30, 60, 120, 599, 600, 601, 900);
    private static final List<String> STATES =
            List.of("present", "missing", "missing", "missing", "unknown", "leaving", "lost", "both");

    @Test
    void thePolicyAndItsNaiveImplementationAgree() {
        var seen = new HashMap<String, Integer>();
        for (int seed = 0; seed < CLUSTERS; seed++) {
            var random = new Random(seed);
            PresencesText cluster = cluster(random);
            Breaker before = Breaker.CLOSED;
            for (int step = 0; step < STEPS; step++) {
                cluster = changed(cluster, random);
                boolean isAcknowledged = before.open().isPresent() && random.nextInt(4) == 0;

                Breaker now = cluster.evaluate(
                        before,
                        isAcknowledged ? Set.of(before.open().orElseThrow().id(), "missing-0") : Set.of("missing-0"));

                var naive = new NaiveBreaker(members(before), before.acknowledgedNodes(), isAcknowledged, cluster);
                assertThat(members(now))
                        .as("seed %d, step %d: %s of %s", seed, step, before, cluster)
                        .isEqualTo(naive.members());
                assertThat(now.acknowledgedNodes())
                        .as("seed %d, step %d", seed, step)
                        .isEqualTo(naive.acknowledged());
                seen.merge(kind(before, now, isAcknowledged), 1, Integer::sum);
                before = now;
            }
        }
        assertThat(seen).as("nothing is rare").hasSize(7).allSatisfy((_, count) -> assertThat(count)
                .isGreaterThan(20));
    }

    private static String kind(Breaker before, Breaker now, boolean isAcknowledged) {
        if (isAcknowledged) {
            return now.open().isPresent() ? "acknowledged, and another" : "acknowledged";
        }
        if (before.open().isEmpty()) {
            return now.open().isPresent() ? "opened" : "closed";
        }
        if (now.open().isEmpty()) {
            return "over";
        }
        return now.open().equals(before.open()) ? "stays" : "grows";
    }

    private static PresencesText cluster(Random random) {
        int count = 2 + random.nextInt(70);
        var groups = new ArrayList<String>();
        for (int i = 0; i < count; i++) {
            groups.add("1 present folder=f%d host=h%d vc=%s"
                    .formatted(random.nextInt(5), random.nextInt(12), random.nextInt(8) == 0 ? "b" : "a"));
        }
        return PresencesText.of(String.join(", ", groups));
    }

    private static PresencesText changed(PresencesText cluster, Random random) {
        var rows = new ArrayList<PresencesText.Row>();
        int calm = 1 + random.nextInt(30);
        boolean isRecovery = random.nextInt(4) == 0;
        for (PresencesText.Row row : cluster.rows()) {
            boolean isChanged = random.nextInt(isRecovery ? 2 : calm) == 0;
            String state = isRecovery ? "present" : STATES.get(random.nextInt(STATES.size()));
            rows.add(isChanged ? row.as(state, AGES.get(random.nextInt(AGES.size()))) : row);
        }
        return new PresencesText(rows);
    }

    private static Set<String> members(Breaker breaker) {
        return breaker.open().map(Incident::members).orElse(Set.of());
    }
}
