package dev.vspherecloud.ccm.domain.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.vm.EventPosition;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Tests annotations with arbitrary text of people, scripts and other programs. Parsing never fails, and parsed
/// state stays the same when it is written. Damage never adds anything that makes a Node deletable.
class RandomLifecycleStateTest {
    private static final int TEXTS = 5_000;
    private static final List<String> KEYS =
            LifecycleStateTest.TEXTS.keySet().stream().sorted().toList();
    private static final String JUNK = " ,\t\n\r\0:./-@|\"'{}[]\\Zz~é漢\uD83D\uDE00\uD83D";

    @Test
    void anyTextIsReadAndParsedStateIsWrittenUnchanged() {
        for (int seed = 0; seed < TEXTS; seed++) {
            Map<String, String> texts = damaged(new Random(seed));

            LifecycleState read = LifecycleState.read(texts);

            assertThat(LifecycleState.read(read.texts()))
                    .as("seed %d: %s", seed, texts)
                    .isEqualTo(read);
        }
    }

    @Test
    void damageAddsNothingThatMakesANodeDeletable() {
        for (int seed = 0; seed < TEXTS; seed++) {
            Map<String, String> texts = damaged(new Random(seed));

            LifecycleState read = LifecycleState.read(texts);

            assertThat(seconds(LifecycleStateTest.FULL.baselines()))
                    .as("seed %d: baselines in %s", seed, texts)
                    .containsAllEntriesOf(seconds(read.baselines()));
            assertThat(seconds(LifecycleStateTest.FULL.confirmedVcenterChanges().restored()))
                    .as("seed %d: confirmations in %s", seed, texts)
                    .containsAllEntriesOf(seconds(read.confirmedVcenterChanges().restored()));
            assertThat(LifecycleStateTest.FULL.confirmedVcenterChanges().adopted())
                    .as("seed %d: adopted in %s", seed, texts)
                    .containsAll(read.confirmedVcenterChanges().adopted());
            assertThat(read.breaker().acknowledgedNodes())
                    .as("seed %d: acknowledged Nodes in %s", seed, texts)
                    .doesNotContain("uid-1", "uid-2");
        }
    }

    /// Truncates the times to seconds. A position with another key or fraction of a second matches no event, so
    /// it counts as lost.
    private static Map<UUID, Instant> seconds(Map<UUID, EventPosition> marks) {
        return marks.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, mark -> mark.getValue().time().truncatedTo(ChronoUnit.SECONDS)));
    }

    private static Map<String, String> damaged(Random random) {
        var texts = new HashMap<>(LifecycleStateTest.TEXTS);
        int changes = 1 + random.nextInt(4);
        for (int i = 0; i < changes; i++) {
            String key = one(random, KEYS);
            String text = texts.getOrDefault(key, "");
            switch (random.nextInt(6)) {
                case 0 -> texts.remove(key);
                case 1 -> texts.put(key, junk(random, 12));
                case 2 -> texts.put(key, text.substring(0, random.nextInt(text.length() + 1)));
                case 3 -> texts.put(key, overwritten(random, text));
                case 4 -> texts.put(overwritten(random, key), text);
                default -> texts.put(key, junk(random, 2) + text);
            }
        }
        return texts;
    }

    /// Replaces some characters by junk, or inserts junk.
    private static String overwritten(Random random, String text) {
        int at = random.nextInt(text.length() + 1);
        int to = Math.min(text.length(), at + random.nextInt(4));
        return text.substring(0, at) + junk(random, 3) + text.substring(to);
    }

    private static String junk(Random random, int most) {
        var junk = new StringBuilder();
        int length = 1 + random.nextInt(most);
        while (junk.length() < length) {
            junk.append(JUNK.charAt(random.nextInt(JUNK.length())));
        }
        return junk.toString();
    }

    private static <T> T one(Random random, List<T> choice) {
        return choice.get(random.nextInt(choice.size()));
    }
}
