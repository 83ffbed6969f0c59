package dev.vspherecloud.csi.metrics;

import dev.vspherecloud.observability.metrics.GaugeCallback;
import dev.vspherecloud.observability.metrics.HistogramSeries;
import dev.vspherecloud.observability.metrics.Metrics;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/// Metrics of the CSI calls about volumes, and of the operations of CNS.
///
/// Threads: any. The map does not change, and its counters are concurrent.
public final class VolumeMetrics {
    private final LongSupplier nanoTime;
    private final HistogramSeries calls;
    private final HistogramSeries cnsOperations;
    private final Map<VolumeOperation, LongAdder> inFlight = new EnumMap<>(VolumeOperation.class);

    /// Creates the metrics.
    ///
    /// @param nanoTime a monotonic clock such as [System#nanoTime]
    VolumeMetrics(Metrics metrics, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        calls = metrics.histogram(CsiMetric.CSI_OPERATIONS);
        cnsOperations = metrics.histogram(CsiMetric.CNS_OPERATIONS);
        for (VolumeOperation operation : VolumeOperation.values()) {
            inFlight.put(operation, new LongAdder());
        }
        metrics.read(CsiMetric.IN_FLIGHT, this::readInFlight);
    }

    /// Called when a CSI call begins. The caller must close the measurement when the call ends.
    public Measurement begin(VolumeOperation operation) {
        return new Measurement(operation, nanoTime.getAsLong());
    }

    /// Called when an operation of CNS has ended.
    ///
    /// @param hasPassed true if the task succeeded for the volume
    /// @param duration  from the request to the end of the task
    public void onCnsOperation(CnsOperation operation, boolean hasPassed, Duration duration) {
        cnsOperations.observe(duration, operation.text(), hasPassed ? CsiLabels.PASS : CsiLabels.FAIL);
    }

    private void readInFlight(GaugeCallback.Sink sink) {
        inFlight.forEach((operation, count) -> sink.value((double) count.sum(), operation.text()));
    }

    /// Measures one CSI call, from [#begin] to the first call of another method. A call that is closed without a
    /// result counts as an internal failure, for example one that ended with an exception.
    ///
    /// Threads: one.
    public final class Measurement implements AutoCloseable {
        private final VolumeOperation operation;
        private final long start;
        private boolean hasEnded;

        private Measurement(VolumeOperation operation, long start) {
            this.operation = operation;
            this.start = start;
            count(1);
        }

        public void passed(VolumeType type) {
            end(type, CsiLabels.PASS, FaultType.NONE);
        }

        public void failed(VolumeType type, FaultType fault) {
            end(type, CsiLabels.FAIL, fault);
        }

        @Override
        public void close() {
            failed(VolumeType.UNKNOWN, FaultType.INTERNAL);
        }

        private void end(VolumeType type, String status, FaultType fault) {
            if (!hasEnded) {
                hasEnded = true;
                count(-1);
                var duration = Duration.ofNanos(nanoTime.getAsLong() - start);
                calls.observe(duration, type.text(), operation.text(), status, fault.text());
            }
        }

        private void count(long change) {
            inFlight.getOrDefault(operation, new LongAdder()).add(change);
        }
    }
}
