package dev.vspherecloud.domain.existence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.KeyValueText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Tests random combinations of silent, restored, replaced and confirmed vCenters. The policy and a naive
/// implementation of the requirement agree, and a result with less information never proves more.
class RandomReportsTest {
    private static final int REPORTS = 20_000;
    private static final List<List<String>> CHOICES = List.of(
            List.of("home=gone", "home=gone", "home=gone", "home=there", "home=silent", "home=elsewhere"),
            List.of("newest=20", "newest=30", "newest=30", "newest=30", "newest=none"),
            List.of("", "", "", "", "holders=unreadable", "holders=unknown"),
            List.of("end=destroyed", "end=destroyed", ""),
            List.of("confirmed=none", "confirmed=10", "confirmed=20", "confirmed=30"),
            List.of("adopted=yes", "adopted=no"),
            List.of("", "", "", "", "", "vc-a=silent", "vc-a=hit"),
            List.of("", "", "", "", "", "vc-b=silent", "vc-b=hit"));
    private static final List<String> LOOKUPS =
            List.of("/THERE", "/THERE", "/THERE", "/LOST", "/FORGOTTEN", "/UNREADABLE", "");

    private static final List<String> OBJECTIONS = List.of(
            "home=silent",
            "home=there",
            "newest=none",
            "holders=unreadable",
            "holders=unknown",
            "end=none",
            "adopted=no",
            "vc-a=silent",
            "vc-b=hit");

    @Test
    void thePolicyAndItsNaiveImplementationAgree() {
        var seen = new HashMap<String, Integer>();
        for (int seed = 0; seed < REPORTS; seed++) {
            KeyValueText words = words(new Random(seed));

            String verdict = CheckResultText.verdict(words);

            assertThat(verdict).as("seed %d: %s", seed, words).isEqualTo(new NaiveAbsence(words).verdict());
            seen.merge(verdict, 1, Integer::sum);
        }
        assertThat(seen).as("nothing is rare").hasSize(10).allSatisfy((_, count) -> assertThat(count)
                .isGreaterThan(100));
    }

    @Test
    void lessInformationNeverProvesMore() {
        for (int seed = 0; seed < REPORTS; seed++) {
            var random = new Random(seed);
            KeyValueText words = words(random);
            String objection = one(random, OBJECTIONS);

            assertThat(strength(words.and(objection)))
                    .as("seed %d: %s in %s", seed, objection, words)
                    .isLessThanOrEqualTo(strength(words));
        }
    }

    /// A confirmation may turn a destroy into a disappearance, which needs all answers.
    @Test
    void whatIsProvenWithoutAConfirmationIsProvenWithItIfAllAnswer() {
        for (int seed = 0; seed < REPORTS; seed++) {
            KeyValueText any = words(new Random(seed));
            KeyValueText words = any.is("vc-b", "silent") ? any.and("vc-b=nothing") : any;

            assertThat(Math.min(1, strength(words.and("confirmed=none adopted=no"))))
                    .as("seed %d: %s", seed, words)
                    .isLessThanOrEqualTo(strength(words));
        }
    }

    private static int strength(KeyValueText words) {
        return switch (CheckResultText.verdict(words)) {
            case "destroyed" -> 2;
            case "gone" -> 1;
            default -> 0;
        };
    }

    private static KeyValueText words(Random random) {
        var words = new ArrayList<String>();
        CHOICES.forEach(choice -> words.add(one(random, choice)));
        int own = random.nextInt(1, 4);
        int base = random.nextInt(0, 4);
        String trace = one(random, LOOKUPS);
        words.add("own=" + own + "0" + trace);
        // One event has one lookup result.
        words.add(base == 0 ? "base=none" : "base=" + base + "0" + (base == own ? trace : one(random, LOOKUPS)));
        return CheckResultText.words(String.join(" ", words));
    }

    private static <T> T one(Random random, List<T> choice) {
        return choice.get(random.nextInt(choice.size()));
    }
}
