package dev.vspherecloud.ccm.application.scenario.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.report.Report;
import dev.vspherecloud.testkit.servers.ServerException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Executors;
import java.util.function.BiConsumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Random runs on real servers: no Node of an existing VM is deleted, and no Node of a running VM is tainted. The
/// Node of every destroyed VM is deleted.
///
/// `make soak SEED=<its seed> RUNS=1` repeats a failed run.
class LifecycleChaosScenario {
    private static final int AT_A_TIME = 3;
    private static final int HANDFUL = 3;
    private static final int MANY = 200;

    @Test
    void aFewRandomRunsPass() throws InterruptedException {
        assertThat(failures(first(), HANDFUL, (_, _) -> {})).isEmpty();
    }

    /// Writes the report after each run, since all runs take hours.
    @Test
    @Tag("soak")
    void manyRandomRunsPass() throws InterruptedException {
        long first = first();
        int count = Integer.getInteger("vspherecloud.runs", MANY);

        List<String> failures = failures(first, count, (ended, failed) -> report(first, count, ended, failed));

        assertThat(failures).isEmpty();
    }

    private static void report(long first, int count, int ended, List<String> failed) {
        var lines = new ArrayList<>(List.of(
                "Runs of the packaged program on a real API server and simulated vCenters, %d at a time."
                        .formatted(AT_A_TIME),
                "seeds from %d: %d of %d runs ended, %d of them failed".formatted(first, ended, count, failed.size())));
        lines.addAll(failed);
        Report.write("lifecycle-chaos.txt", InstantSource.system(), lines);
    }

    private static long first() {
        long first = Long.getLong("vspherecloud.seed", new Random().nextInt(1_000_000));
        System.out.println("first seed: " + first);
        return first;
    }

    /// @param progress receives after each run the number of ended runs and the failures so far
    private static List<String> failures(long first, int count, BiConsumer<Integer, List<String>> progress)
            throws InterruptedException {
        List<String> failures = new ArrayList<>();
        try (var executor = Executors.newFixedThreadPool(AT_A_TIME)) {
            var runs = new ExecutorCompletionService<String>(executor);
            LongStream.range(first, first + count).forEach(seed -> runs.submit(run(seed)));
            for (int ended = 1; ended <= count; ended++) {
                try {
                    Optional.of(runs.take().get())
                            .filter(failure -> !failure.isEmpty())
                            .ifPresent(failures::add);
                } catch (ExecutionException e) {
                    failures.add(String.valueOf(e.getCause()));
                }
                progress.accept(ended, failures);
            }
        }
        return failures;
    }

    /// Returns the failure of a run; empty if it passed.
    private static Callable<String> run(long seed) {
        return () -> {
            try (var run = new ChaosRun(seed)) {
                try {
                    run.play();
                    System.out.println("seed " + seed + " ended well");
                    return "";
                } catch (AssertionError | RuntimeException e) {
                    System.out.printf("seed %d failed:%n%s%n", seed, e);
                    return "seed %d: %s%n%s".formatted(seed, inShort(e), run.trace());
                }
            } catch (ServerException e) {
                return "seed %d: %s".formatted(seed, inShort(e));
            }
        };
    }

    /// Returns the message without the log in it, which contains paths of this machine.
    private static String inShort(Throwable e) {
        return "%s: %s"
                .formatted(
                        e.getClass().getSimpleName(),
                        String.valueOf(e.getMessage())
                                .lines()
                                .findFirst()
                                .orElse("")
                                .replaceAll("; its log is .*", ""));
    }
}
