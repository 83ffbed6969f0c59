package dev.vspherecloud.csi.metrics;

import dev.vspherecloud.csi.domain.OperationStatus;
import dev.vspherecloud.observability.metrics.GaugeCallback;
import dev.vspherecloud.observability.metrics.Label;
import dev.vspherecloud.observability.metrics.Metrics;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Supplier;

/// Metrics of operations that take long: tasks, records, and volumes without an owner.
///
/// The supplier is called at each scrape, by any thread, and must return at once.
///
/// Threads: any; volatile fields hold what is read.
public final class OperationMetrics {
    private volatile Supplier<Map<String, Integer>> waitingTasks = Map::of;
    private volatile Map<OperationStatus, Integer> records = Map.of();
    private volatile OptionalInt orphans = OptionalInt.empty();

    OperationMetrics(Metrics metrics) {
        metrics.read(CsiMetric.WAITING_TASKS, this::readTasks);
        metrics.read(CsiMetric.RECORDS, this::readRecords);
        metrics.read(CsiMetric.ORPHANS, sink -> orphans.ifPresent(sink::value));
    }

    /// Sets the source for the number of tasks for which the driver waits, by the name of the vCenter.
    public void setWaitingTasks(Supplier<Map<String, Integer>> byVcenter) {
        waitingTasks = byVcenter;
    }

    /// Sets the number of records, by the status of their last attempt, after they were counted. A status that is
    /// missing has no records.
    public void setRecords(Map<OperationStatus, Integer> byStatus) {
        records = Map.copyOf(byStatus);
    }

    /// Sets the number of orphaned volumes, after they were counted.
    public void setOrphans(int count) {
        orphans = OptionalInt.of(count);
    }

    private void readTasks(GaugeCallback.Sink sink) {
        waitingTasks.get().forEach((vcenter, count) -> sink.value(count, vcenter));
    }

    private void readRecords(GaugeCallback.Sink sink) {
        var counts = new TreeMap<String, Integer>();
        for (OperationStatus.Known status : OperationStatus.Known.values()) {
            counts.put(status.text(), 0);
        }
        records.forEach((status, count) -> counts.merge(label(status), count, Integer::sum));
        counts.forEach((status, count) -> sink.value(count, status));
    }

    private static String label(OperationStatus status) {
        return switch (status) {
            case OperationStatus.Known known -> known.text();
            case OperationStatus.Unknown _ -> Label.OTHER;
        };
    }
}
