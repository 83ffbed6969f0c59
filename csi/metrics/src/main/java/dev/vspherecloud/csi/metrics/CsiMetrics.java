package dev.vspherecloud.csi.metrics;

import dev.vspherecloud.observability.metrics.Metrics;
import dev.vspherecloud.serving.Handler;
import dev.vspherecloud.serving.Response;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/// All metrics of the CSI driver, and the observers that feed them.
///
/// Threads: any.
public final class CsiMetrics {
    private final Metrics metrics = new Metrics(CsiMetric.values());
    private final CsiVcenterMetrics vcenters = new CsiVcenterMetrics(metrics);
    private final OperationMetrics operations = new OperationMetrics(metrics);
    private final SyncMetrics sync = new SyncMetrics(metrics);
    private final VolumeMetrics volumes;
    private final ProcessMetrics process;

    /// Creates the metrics of a process.
    ///
    /// @param clock    the wall clock
    /// @param nanoTime a monotonic clock such as [System#nanoTime]
    public CsiMetrics(InstantSource clock, LongSupplier nanoTime) {
        volumes = new VolumeMetrics(metrics, nanoTime);
        process = new ProcessMetrics(metrics, clock);
    }

    /// Creates the metrics of this process with the system clocks.
    public static CsiMetrics system() {
        return new CsiMetrics(InstantSource.system(), System::nanoTime);
    }

    /// Returns all metrics of the process.
    public Metrics registry() {
        return metrics;
    }

    /// Returns the handler of the metrics page. The response has the text format that the client prefers.
    public Handler page() {
        return request -> {
            String accept = String.join(",", request.listed("accept"));
            return Response.of(Metrics.contentType(accept), metrics.text(accept));
        };
    }

    public VolumeMetrics volumes() {
        return volumes;
    }

    public SyncMetrics sync() {
        return sync;
    }

    public OperationMetrics operations() {
        return operations;
    }

    public CsiVcenterMetrics vcenters() {
        return vcenters;
    }

    public ProcessMetrics process() {
        return process;
    }
}
