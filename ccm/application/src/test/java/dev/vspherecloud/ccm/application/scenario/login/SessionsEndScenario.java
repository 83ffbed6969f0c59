package dev.vspherecloud.ccm.application.scenario.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.application.scenario.login.SessionEndCase.End;
import dev.vspherecloud.ccm.application.scenario.login.SessionEndCase.Hold;
import dev.vspherecloud.ccm.application.scenario.login.SessionEndCase.Moment;
import dev.vspherecloud.ccm.application.scenario.login.SessionEndLane.Result;
import dev.vspherecloud.testkit.bed.Launch;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.report.Report;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// No session is left at a vCenter when the program has ended, however slowly vCenter answers logins and log-outs.
///
/// The program ends by SIGTERM or the loss of the Lease, while it logs in, logs out, replaces its sessions or is
/// idle.
///
/// To repeat a failed run, use `make soak SEED=<its seed> RUNS=1`.
class SessionsEndScenario {
    private static final int LANES = 5;
    private static final int MANY = 200;
    private static final Duration VERY_SLOW = Duration.ofHours(1);

    @Test
    void noSessionIsLeftWhateverIsUnderWay() throws Exception {
        List<Result> results = run(List.of(
                SessionEndCase.at(End.TERM, false, Moment.LOGIN).logins(Hold.answer(5_000)),
                SessionEndCase.at(End.TERM, false, Moment.REST_LOGIN).logins(Hold.answer(4_000)),
                SessionEndCase.at(End.TERM, true, Moment.LOGIN)
                        .logins(Hold.answer(3_000))
                        .logouts(Hold.request(2_000)),
                SessionEndCase.at(End.TERM, true, Moment.LOGOUT).logouts(Hold.request(1_500)),
                SessionEndCase.at(End.LEASE_LOST, true, Moment.LOGIN)
                        .logins(Hold.request(4_000))
                        .logouts(Hold.answer(5_000))));

        areGood(results);
    }

    /// The answer to the log-out is held for longer than the test takes. `StopPolicyTest` tests after which time the
    /// process ends.
    @Test
    void withoutALoginUnderWayTheEndDoesNotWaitForTheLogOut() throws Exception {
        List<Result> results = run(List.of(SessionEndCase.at(End.TERM, false, Moment.REST_LOGIN)
                .after(Duration.ofSeconds(1))
                .logouts(Hold.answer((int) VERY_SLOW.toMillis()))));

        areGood(results);
    }

    @Test
    @Tag("soak")
    void noSessionIsLeftInManyRuns() throws Exception {
        long first = Long.getLong("vspherecloud.seed", new Random().nextInt(1_000_000));
        int count = Integer.getInteger("vspherecloud.runs", MANY);
        List<Result> results = run(LongStream.range(first, first + count)
                .mapToObj(SessionEndCase::of)
                .toList());

        Report.write(
                "sessions.txt",
                InstantSource.system(),
                report(first, results).lines().toList());
        assertThat(results).hasSize(count);
        areGood(results);
    }

    private static void areGood(List<Result> results) {
        String logs = results.stream()
                .filter(result -> !result.isGood())
                .map(Result::log)
                .collect(Collectors.joining("\n\n"));
        assertThat(results).as(logs).allMatch(Result::isGood);
    }

    private static List<Result> run(List<SessionEndCase> cases) throws InterruptedException, ExecutionException {
        Queue<SessionEndCase> waiting = new ConcurrentLinkedQueue<>(cases);
        var results = new ArrayList<Result>();
        try (var bed = TestBed.start();
                var executor = Executors.newFixedThreadPool(LANES)) {
            Launch launch = bed.launch();
            var lanes = new ArrayList<Callable<List<Result>>>();
            for (int number = 0; number < Math.min(LANES, cases.size()); number++) {
                SessionEndLane lane = SessionEndLane.create(bed, launch, number);
                lanes.add(() -> run(lane, waiting));
            }
            for (Future<List<Result>> played : executor.invokeAll(lanes)) {
                results.addAll(played.get());
            }
        }
        return results;
    }

    private static List<Result> run(SessionEndLane lane, Queue<SessionEndCase> waiting) throws InterruptedException {
        var results = new ArrayList<Result>();
        for (SessionEndCase next = waiting.poll(); next != null; next = waiting.poll()) {
            results.add(lane.run(next));
            System.out.println(results.getLast());
        }
        return results;
    }

    private static String report(long first, List<Result> results) {
        List<Result> bad = results.stream().filter(result -> !result.isGood()).toList();
        var text = new StringBuilder("""
                Runs of the packaged program that end by SIGTERM or the loss of the Lease, while a simulated vCenter answers
                logins and log-outs late. Each kind of call is held for a random time: an answer, or a request that logs in, for
                up to 5 s; a request that logs out for up to 3 s. The sessions are read in the moment in which the process has
                ended.

                """);
        text.append("seeds    %d to %d%n".formatted(first, first + results.size() - 1));
        text.append("moments  %d of %d ends came at the call they wait for, the others 20 s later%n%n"
                .formatted(results.stream().filter(Result::isMomentSeen).count(), results.size()));
        text.append("%-30s %6s %14s %16s %12s %12s%n"
                .formatted("end", "runs", "sessions left", "wrong exit code", "median", "longest"));
        for (boolean isRotation : new boolean[] {false, true}) {
            for (End end : End.values()) {
                text.append(line(end, isRotation, results));
            }
        }
        bad.forEach(result -> text.append("%nfailed: %s%n".formatted(result)));
        return text.toString();
    }

    private static String line(End end, boolean isRotation, List<Result> results) {
        List<Result> some = results.stream()
                .filter(result -> result.ran().end() == end && result.ran().isRotation() == isRotation)
                .sorted(Comparator.comparing(Result::end))
                .toList();
        if (some.isEmpty()) {
            return "";
        }
        return "%-30s %6d %14d %16d %9d ms %9d ms%n"
                .formatted(
                        end + (isRotation ? " during a rotation" : ""),
                        some.size(),
                        some.stream()
                                .mapToInt(result -> result.left().soap().size()
                                        + result.left().rest().size())
                                .sum(),
                        some.stream()
                                .filter(result -> result.exitCode() != end.exitCode())
                                .count(),
                        some.get(some.size() / 2).end().toMillis(),
                        some.getLast().end().toMillis());
    }
}
