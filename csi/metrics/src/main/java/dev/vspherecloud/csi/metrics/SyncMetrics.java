package dev.vspherecloud.csi.metrics;

import dev.vspherecloud.observability.metrics.HistogramSeries;
import dev.vspherecloud.observability.metrics.Metrics;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Metrics of the synchronisation of metadata.
///
/// Threads: any; concurrent maps and a volatile field hold what is read.
public final class SyncMetrics {
    private final HistogramSeries passes;
    private final Map<String, Integer> orphans = new ConcurrentHashMap<>();
    private final Map<String, Integer> retained = new ConcurrentHashMap<>();
    private volatile OptionalInt lost = OptionalInt.empty();

    SyncMetrics(Metrics metrics) {
        passes = metrics.histogram(CsiMetric.FULL_SYNC);
        metrics.read(
                CsiMetric.PV_MISSING, sink -> orphans.forEach((vcenter, count) -> sink.value((double) count, vcenter)));
        metrics.read(
                CsiMetric.PV_RETAINED,
                sink -> retained.forEach((vcenter, count) -> sink.value((double) count, vcenter)));
        metrics.read(CsiMetric.LOST_VOLUMES, sink -> lost.ifPresent(sink::value));
    }

    /// Called at the end of a full pass.
    public void onFullPass(boolean hasPassed, Duration duration) {
        passes.observe(duration, hasPassed ? CsiLabels.PASS : CsiLabels.FAIL);
    }

    /// Sets the numbers of a vCenter, after they were counted.
    public void setCounts(String vcenter, int orphanCount, int retainedCount) {
        orphans.put(vcenter, orphanCount);
        retained.put(vcenter, retainedCount);
    }

    /// Sets the number of PersistentVolumes whose volume no vCenter has.
    public void setLost(int count) {
        lost = OptionalInt.of(count);
    }

    /// Removes the numbers of all vCenters but these.
    public void retainVcenters(Set<String> names) {
        orphans.keySet().retainAll(names);
        retained.keySet().retainAll(names);
    }
}
