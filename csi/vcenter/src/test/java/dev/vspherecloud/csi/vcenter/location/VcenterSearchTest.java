package dev.vspherecloud.csi.vcenter.location;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.vcenter.location.VcenterSearch.Result;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A vCenter that hangs answers only when the test is over. If a search waited for it, the test would fail by its
/// timeout.
@Timeout(300)
class VcenterSearchTest {
    private static final List<String> ALL = List.of("vc-a", "vc-b", "vc-c");

    private final CountDownLatch over = new CountDownLatch(1);
    private final Set<String> asked = new ConcurrentSkipListSet<>();
    private Set<String> hanging = Set.of();
    private Set<String> silent = Set.of();
    private long now;

    @AfterEach
    void end() {
        over.countDown();
    }

    @Test
    void oneThatHangsDelaysNoVolumeOfTheOthers() throws InterruptedException {
        hanging = Set.of("vc-a");

        assertThat(find(Map.of("vc-b", true, "vc-c", false))).isEqualTo(new Result.Found<>("vc-b"));
        assertThat(find(Map.of("vc-b", false, "vc-c", true))).isEqualTo(new Result.Found<>("vc-c"));
    }

    @Test
    void allAreAskedAtOnce() throws InterruptedException {
        var together = new CountDownLatch(ALL.size());

        Result<String> found = VcenterSearch.find(
                ALL,
                _ -> false,
                (vcenter, _) -> {
                    together.countDown();
                    await(together);
                    return Optional.of(vcenter.equals("vc-c"));
                },
                VcenterSearch.LONGEST,
                () -> now);

        assertThat(found).isEqualTo(new Result.Found<>("vc-c"));
    }

    @Test
    void oneThatIsKnownToBeSilentIsNotAsked() throws InterruptedException {
        silent = Set.of("vc-a");

        assertThat(find(Map.of("vc-b", false, "vc-c", false))).isEqualTo(new Result.Unknown<>(List.of("vc-a")));
        assertThat(asked).containsExactly("vc-b", "vc-c");
    }

    @Test
    void aVolumeIsAbsentOnlyIfAllSaySo() throws InterruptedException {
        assertThat(find(Map.of("vc-a", false, "vc-b", false, "vc-c", false))).isEqualTo(new Result.NotFound<>());
        assertThat(find(Map.of("vc-a", false, "vc-c", false))).isEqualTo(new Result.Unknown<>(List.of("vc-b")));
    }

    @Test
    void oneThatHangsIsSilentWhenTheTimeIsOver() throws InterruptedException {
        hanging = Set.of("vc-b");

        Result<String> result = VcenterSearch.find(
                ALL,
                _ -> false,
                (vcenter, _) -> ask(vcenter, Map.of("vc-a", false, "vc-c", false)),
                VcenterSearch.LONGEST,
                // Half of the time passes between two looks at the clock, so that no second is waited for.
                () -> now += VcenterSearch.LONGEST.toNanos() / 2);

        assertThat(result).isInstanceOf(Result.Unknown.class);
    }

    @Test
    void theAnswersOfAllAreAwaitedTogether() throws InterruptedException {
        var together = new CountDownLatch(ALL.size());

        assertThat(VcenterSearch.askAll(
                        ALL,
                        (vcenter, _) -> {
                            together.countDown();
                            await(together);
                            return Optional.of("answer of " + vcenter).filter(_ -> !vcenter.equals("vc-b"));
                        },
                        Duration.ofHours(1),
                        () -> now))
                .isEqualTo(Map.of("vc-a", "answer of vc-a", "vc-c", "answer of vc-c"));
    }

    @Test
    void anAnswerThatIsNotThereInTimeIsMissing() throws InterruptedException {
        hanging = Set.of("vc-a", "vc-b", "vc-c");

        assertThat(VcenterSearch.askAll(
                        ALL,
                        (vcenter, _) -> ask(vcenter, Map.of("vc-a", true)),
                        VcenterSearch.LONGEST,
                        () -> now += VcenterSearch.LONGEST.toNanos()))
                .isEmpty();
    }

    private Result<String> find(Map<String, Boolean> answers) throws InterruptedException {
        return VcenterSearch.find(
                ALL, silent::contains, (vcenter, _) -> ask(vcenter, answers), Duration.ofHours(1), () -> now);
    }

    private Optional<Boolean> ask(String vcenter, Map<String, Boolean> answers) {
        asked.add(vcenter);
        if (hanging.contains(vcenter)) {
            await(over);
        }
        return Optional.ofNullable(answers.get(vcenter));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
