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

/// How long it takes from what a vCenter told to the write on the Node that it made necessary.
final class ReactionTimes {
    private final HistogramSeries times;
    private final LongSupplier nanoTime;

    /// @param nanoTime a monotonic clock, as [System#nanoTime]
    ReactionTimes(Metrics metrics, LongSupplier nanoTime) {
        this.times = metrics.histogram(Metric.REACTION);
        this.nanoTime = nanoTime;
    }

    /// For one loop: each looks at every Node that is told of, and has its own writes.
    Reactions ofOneLoop() {
        return new Reactions();
    }

    /// What one loop was told and has not looked at yet. A look that finds nothing to write ends the matter; one that
    /// fails does not.
    ///
    /// Threads: any may tell; a Node is held by one worker at a time.
    final class Reactions {
        private final Map<NodeName, Long> told = new ConcurrentHashMap<>();
        private final Map<NodeName, Long> inHand = new ConcurrentHashMap<>();

        private Reactions() {}

        /// vCenter told something about this Node's VM.
        void told(NodeName node) {
            told.putIfAbsent(node, nanoTime.getAsLong());
        }

        /// Has the Node looked at.
        Outcome look(NodeName node, Reconciler<NodeName> reconciler) {
            Long since = told.remove(node);
            if (since == null) {
                return reconciler.reconcile(node);
            }
            inHand.put(node, since);
            try {
                Outcome outcome = reconciler.reconcile(node);
                if (outcome instanceof Outcome.Retry && inHand.containsKey(node)) {
                    told.merge(node, since, Math::min);
                }
                return outcome;
            } finally {
                inHand.remove(node);
            }
        }

        /// The Node was written. What is written at the same look after that belongs to it.
        void written(NodeName node) {
            Long since = inHand.remove(node);
            if (since != null) {
                times.observe(Duration.ofNanos(nanoTime.getAsLong() - since));
            }
        }
    }
}
