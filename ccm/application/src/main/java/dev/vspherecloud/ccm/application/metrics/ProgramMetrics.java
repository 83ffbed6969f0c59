package dev.vspherecloud.ccm.application.metrics;

import dev.vspherecloud.observability.metrics.Metrics;
import dev.vspherecloud.serving.Handler;
import dev.vspherecloud.serving.Response;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/// All metrics of this process, and the observers that feed them.
///
/// Threads: any.
public final class ProgramMetrics {
    private final Metrics metrics = new Metrics(Metric.values());
    private final QueueMetrics queues = new QueueMetrics(metrics);
    private final VcenterMetrics vcenters;
    private final NodeMetrics nodes;
    private final LifecycleMetrics lifecycle;
    private final ApiMetrics api = new ApiMetrics(metrics);
    private final ReviewMetrics reviews;
    private final ConfigMetrics config;
    private final ElectionMetrics election = new ElectionMetrics(metrics);
    private final BuildMetrics build = new BuildMetrics(metrics);
    private final ThreadMetrics threads = new ThreadMetrics(metrics);
    private final PortMetrics port = new PortMetrics(metrics);

    /// Creates the metrics of a process.
    ///
    /// @param clock the wall clock
    /// @param nanoTime a monotonic clock such as [System#nanoTime]
    public ProgramMetrics(InstantSource clock, LongSupplier nanoTime) {
        vcenters = new VcenterMetrics(metrics, nanoTime);
        var reactions = new ReactionTimes(metrics, nanoTime);
        nodes = new NodeMetrics(metrics, reactions.ofOneLoop(), clock);
        lifecycle = new LifecycleMetrics(metrics, reactions.ofOneLoop(), clock, nanoTime);
        reviews = new ReviewMetrics(metrics, nanoTime);
        config = new ConfigMetrics(metrics, clock);
    }

    /// Creates the metrics of this process with the system clocks.
    public static ProgramMetrics system() {
        return new ProgramMetrics(InstantSource.system(), System::nanoTime);
    }

    Metrics registry() {
        return metrics;
    }

    /// Returns the handler of the metrics page. The response has the text format that the client prefers.
    public Handler page() {
        return request -> {
            String accept = String.join(",", request.listed("accept"));
            return Response.of(Metrics.contentType(accept), metrics.text(accept));
        };
    }

    public QueueMetrics queues() {
        return queues;
    }

    public VcenterMetrics vcenters() {
        return vcenters;
    }

    public NodeMetrics nodes() {
        return nodes;
    }

    public LifecycleMetrics lifecycle() {
        return lifecycle;
    }

    public ApiMetrics api() {
        return api;
    }

    public ReviewMetrics reviews() {
        return reviews;
    }

    public ConfigMetrics config() {
        return config;
    }

    public ElectionMetrics election() {
        return election;
    }

    public ThreadMetrics threads() {
        return threads;
    }

    public PortMetrics port() {
        return port;
    }

    public BuildMetrics build() {
        return build;
    }
}
