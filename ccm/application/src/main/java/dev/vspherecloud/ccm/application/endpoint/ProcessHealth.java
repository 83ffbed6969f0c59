package dev.vspherecloud.ccm.application.endpoint;

import dev.vspherecloud.serving.health.HealthCheck;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Collects the health checks of this process: those for liveness and those for readiness.
///
/// The process is not alive if a part of it has ended that only a bug can end, or if a part fails after each
/// restart. Then only a restart of the process can help.
///
/// The process is ready if it can do its work: a leader when it knows all Nodes, a standby at once. A process that
/// is stopping is not ready. If a vCenter or an API server does not answer, neither result changes, because a new
/// process would get no answer either.
///
/// Threads: any.
public final class ProcessHealth {
    private final List<HealthCheck> always = new CopyOnWriteArrayList<>();
    private volatile Supplier<HealthChecks> work = () -> HealthChecks.NONE;
    private volatile boolean stopping;

    /// Adds a liveness check that applies as long as the process runs.
    ///
    /// @param unhealthyReason returns the cause of a failure; empty if the check succeeds
    public void require(String name, Supplier<Optional<String>> unhealthyReason) {
        always.add(new HealthCheck(name, unhealthyReason));
    }

    /// Adds the checks of a leader, because this process leads from now on.
    ///
    /// @param checks supplies the checks; any thread calls it for each request
    public void leads(Supplier<HealthChecks> checks) {
        work = checks;
    }

    /// Marks the process as stopping. It is not ready any more, and counts as alive, because a restart does not
    /// help.
    public void stops() {
        stopping = true;
    }

    List<HealthCheck> live() {
        return stopping
                ? List.of()
                : Stream.concat(always.stream(), work.get().live().stream()).toList();
    }

    List<HealthCheck> ready() {
        return Stream.of(live(), work.get().ready(), List.of(new HealthCheck("shutdown", this::shutdown)))
                .flatMap(List::stream)
                .toList();
    }

    private Optional<String> shutdown() {
        return stopping ? Optional.of("the process is stopping") : Optional.empty();
    }
}
