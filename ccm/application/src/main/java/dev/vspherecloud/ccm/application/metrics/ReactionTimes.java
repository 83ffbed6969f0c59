package dev.vspherecloud.ccm.application.metrics;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.observability.metrics.HistogramSeries;
import dev.vspherecloud.observability.metrics.Metrics;
import dev.vspherecloud.reconcile.Outcome;
import dev.vspherecloud.reconcile.Reconciler;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/// Measures the time from a report of a vCenter to the write to the Node that the report made necessary.
final class ReactionTimes {
    private final HistogramSeries times;
    private final LongSupplier nanoTime;

    /// Creates the measurement.
    ///
    /// @param nanoTime a monotonic clock such as [System#nanoTime]
    ReactionTimes(Metrics metrics, LongSupplier nanoTime) {
        this.times = metrics.histogram(Metric.REACTION);
        this.nanoTime = nanoTime;
    }

    /// Creates the measurement for one reconciliation loop. Each loop reconciles every reported Node, and has its
    /// own writes.
    Reactions ofOneLoop() {
        return new Reactions();
    }

    /// The reports of vCenter that one loop has not handled yet. If a reconciliation finds nothing to write, the
    /// measurement ends. If the reconciliation fails, the measurement goes on.
    ///
    /// Threads: any thread may report; one worker at a time handles a Node.
    final class Reactions {
        private final Map<NodeName, Long> pending = new ConcurrentHashMap<>();
        private final Map<NodeName, Long> inProgress = new ConcurrentHashMap<>();

        private Reactions() {}

        /// Records that vCenter reported a change of this Node's VM. The measurement begins.
        void markPending(NodeName node) {
            pending.putIfAbsent(node, nanoTime.getAsLong());
        }

        /// Reconciles the Node and measures the reaction time.
        Outcome measure(NodeName node, Reconciler<NodeName> reconciler) {
            Long since = pending.remove(node);
            if (since == null) {
                return reconciler.reconcile(node);
            }
            inProgress.put(node, since);
            try {
                Outcome outcome = reconciler.reconcile(node);
                if (outcome instanceof Outcome.Retry && inProgress.containsKey(node)) {
                    pending.merge(node, since, Math::min);
                }
                return outcome;
            } finally {
                inProgress.remove(node);
            }
        }

        /// Records that the Node was written. The measurement ends, since later writes of the same reconciliation
        /// belong to the same report.
        void written(NodeName node) {
            Long since = inProgress.remove(node);
            if (since != null) {
                times.observe(Duration.ofNanos(nanoTime.getAsLong() - since));
            }
        }
    }
}
