package dev.vspherecloud.csi.vcenter.location;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Asks several vCenters at once. The one that has a volume is the answer to a search as soon as it says so, whatever
/// the others do.
///
/// Threads: any. Each question has a virtual thread of its own. It is not interrupted when another vCenter has the
/// volume, because calls for other volumes may have joined its query; it ends at its deadline.
public final class VcenterSearch {
    /// How long to wait for a vCenter that may answer.
    static final Duration LONGEST = Duration.ofSeconds(10);

    private static final Logger log = LoggerFactory.getLogger(VcenterSearch.class);

    private VcenterSearch() {}

    /// Where a volume is.
    sealed interface Result<V> {
        record Found<V>(V vcenter) implements Result<V> {}

        /// No vCenter has the volume.
        record NotFound<V>() implements Result<V> {}

        /// No vCenter that answered has the volume.
        ///
        /// @param silent the others, in the order of the configuration
        record Unknown<V>(List<V> silent) implements Result<V> {
            public Unknown {
                silent = List.copyOf(silent);
            }
        }
    }

    private record Answer<V, T>(V vcenter, Optional<T> value) {}

    /// Searches a volume.
    ///
    /// @param isSilent returns true for a vCenter that is known not to answer, so that it is not asked
    /// @param has      asks a vCenter, within a time; returns empty if it is not known
    /// @param nanoTime a monotonic clock, as [System#nanoTime]
    static <V> Result<V> find(
            List<V> vcenters,
            Predicate<V> isSilent,
            BiFunction<V, Duration, Optional<Boolean>> has,
            Duration atMost,
            LongSupplier nanoTime)
            throws InterruptedException {
        Duration budget = atMost.compareTo(LONGEST) < 0 ? atMost : LONGEST;
        long end = nanoTime.getAsLong() + budget.toNanos();
        List<V> asked = vcenters.stream().filter(isSilent.negate()).toList();
        BlockingQueue<Answer<V, Boolean>> answers = ask(asked, has, budget);
        var unknown = new ArrayList<>(vcenters);
        for (int i = 0; i < asked.size(); i++) {
            @Nullable
            Answer<V, Boolean> answer = answers.poll(Math.max(0, end - nanoTime.getAsLong()), TimeUnit.NANOSECONDS);
            if (answer == null) {
                break;
            }
            if (answer.value().orElse(false)) {
                return new Result.Found<>(answer.vcenter());
            }
            if (answer.value().isPresent()) {
                unknown.remove(answer.vcenter());
            }
        }
        return unknown.isEmpty() ? new Result.NotFound<>() : new Result.Unknown<>(unknown);
    }

    /// Asks all vCenters, and waits for all.
    ///
    /// @param question asks a vCenter, within a time; returns empty if there is no answer
    /// @param nanoTime a monotonic clock, as [System#nanoTime]
    /// @return the answers by vCenter; those that did not answer in time are missing
    public static <V, T> Map<V, T> askAll(
            List<V> vcenters, BiFunction<V, Duration, Optional<T>> question, Duration atMost, LongSupplier nanoTime)
            throws InterruptedException {
        long end = nanoTime.getAsLong() + atMost.toNanos();
        BlockingQueue<Answer<V, T>> arriving = ask(vcenters, question, atMost);
        var answers = new HashMap<V, T>();
        for (int i = 0; i < vcenters.size(); i++) {
            @Nullable
            Answer<V, T> answer = arriving.poll(Math.max(0, end - nanoTime.getAsLong()), TimeUnit.NANOSECONDS);
            if (answer == null) {
                break;
            }
            answer.value().ifPresent(value -> answers.put(answer.vcenter(), value));
        }
        return answers;
    }

    private static <V, T> BlockingQueue<Answer<V, T>> ask(
            List<V> vcenters, BiFunction<V, Duration, Optional<T>> question, Duration budget) {
        BlockingQueue<Answer<V, T>> answers = new LinkedBlockingQueue<>();
        vcenters.forEach(vcenter -> Thread.ofVirtual()
                .name("csi-search")
                .start(() -> answers.add(new Answer<>(vcenter, ask(vcenter, question, budget)))));
        return answers;
    }

    private static <V, T> Optional<T> ask(V vcenter, BiFunction<V, Duration, Optional<T>> question, Duration budget) {
        try {
            return question.apply(vcenter, budget);
        } catch (RuntimeException e) {
            log.atWarn().setCause(e).log("Cannot ask a vCenter for volumes");
            return Optional.empty();
        }
    }
}
