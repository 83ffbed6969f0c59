package dev.vspherecloud.domain.existence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Reports about vCenters that are silent, restored, replaced and confirmed in every mixture: the policy and a naive
/// transcription of the requirement say the same, and nothing that is taken away from a report proves more.
class RandomReportsTest {
    private static final int REPORTS = 20_000;
    private static final Map<String, List<String>> CHOICES = Map.of(
            "home", List.of("gone", "gone", "gone", "gone", "gone", "there", "silent", "elsewhere"),
            "own", List.of("THERE", "THERE", "THERE", "LOST", "FORGOTTEN", "UNREADABLE", ""),
            "base", List.of("THERE", "THERE", "THERE", "LOST", "FORGOTTEN", "UNREADABLE", "", "none"),
            "newest", List.of("20", "30", "30", "30", "none"),
            "holders", List.of("readable", "readable", "readable", "readable", "unreadable", "unknown"),
            "end", List.of("destroyed", "destroyed", "none"),
            "confirmed", List.of("none", "10", "20", "30"),
            "adopted", List.of("yes", "no"),
            "vc-a", List.of("nothing", "nothing", "nothing", "nothing", "nothing", "nothing", "silent", "hit"),
            "vc-b", List.of("nothing", "nothing", "nothing", "nothing", "nothing", "nothing", "silent", "hit"));

    @Test
    void thePolicyAndItsNaiveTranscriptionAgree() {
        var seen = new HashMap<String, Integer>();
        for (int seed = 0; seed < REPORTS; seed++) {
            Map<String, String> words = words(new Random(seed));

            String verdict = Reports.verdict(words);

            assertThat(verdict).as("seed %d: %s", seed, words).isEqualTo(new NaiveAbsence(words).verdict());
            seen.merge(verdict, 1, Integer::sum);
        }
        assertThat(seen).as("nothing is rare").hasSize(8).allSatisfy((_, count) -> assertThat(count)
                .isGreaterThan(100));
    }

    @Test
    void nothingThatIsNotAnsweredProvesMore() {
        Map<String, List<String>> losses = Map.of(
                "home", List.of("silent", "there"),
                "newest", List.of("none"),
                "holders", List.of("unreadable", "unknown"),
                "end", List.of("none"),
                "confirmed", List.of("none"),
                "adopted", List.of("no"),
                "vc-a", List.of("silent", "hit"),
                "vc-b", List.of("silent", "hit"));
        for (int seed = 0; seed < REPORTS; seed++) {
            var random = new Random(seed);
            Map<String, String> words = words(random);
            String key = one(random, losses.keySet().stream().sorted().toList());
            var less = new HashMap<>(words);
            less.put(key, one(random, losses.getOrDefault(key, List.of())));

            // A confirmation also takes a destroy back to a mere absence.
            int most = key.equals("confirmed") && strength(words) == 1 ? 2 : strength(words);
            assertThat(strength(less))
                    .as("seed %d: %s instead of %s", seed, less, words)
                    .isLessThanOrEqualTo(most);
        }
    }

    private static int strength(Map<String, String> words) {
        return switch (Reports.verdict(words)) {
            case "destroyed" -> 2;
            case "gone" -> 1;
            default -> 0;
        };
    }

    private static Map<String, String> words(Random random) {
        var words = new HashMap<String, String>();
        new TreeMap<>(CHOICES).forEach((key, choice) -> words.put(key, one(random, choice)));
        words.computeIfPresent("own", (_, trace) -> mark(random, trace));
        words.computeIfPresent("base", (_, trace) -> trace.equals("none") ? trace : mark(random, trace));
        if (words.getOrDefault("own", "")
                .split("/")[0]
                .equals(words.getOrDefault("base", "").split("/")[0])) {
            // One mark has one trace.
            words.put("base", words.getOrDefault("own", ""));
        }
        return words;
    }

    private static String mark(Random random, String trace) {
        int day = 10 * (1 + random.nextInt(3));
        return trace.isEmpty() ? Integer.toString(day) : day + "/" + trace;
    }

    private static <T> T one(Random random, List<T> choice) {
        return choice.get(random.nextInt(choice.size()));
    }
}
