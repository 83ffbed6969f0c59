package dev.vspherecloud.ccm.application.endpoint;

import dev.vspherecloud.serving.health.HealthCheck;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Whether this process is alive, and whether it is ready.
///
/// It is not alive if a part of it has ended that only a bug can end, or if a part fails after each restart. Then
/// only a restart of the process can help.
///
/// It is ready if it could do its work: a leader once it knows all Nodes, a standby at once. A process that was
/// told to stop is not ready. If a vCenter or an API server does not answer, neither result changes, since it
/// would not answer the next process either.
///
/// Threads: any.
public final class ProcessHealth {
    private final List<HealthCheck> always = new CopyOnWriteArrayList<>();
    private volatile Supplier<HealthChecks> work = () -> HealthChecks.NONE;
    private volatile boolean stopping;

    /// Adds a check that must succeed as long as the process lives.
    public void require(String name, Supplier<Optional<String>> flaw) {
        always.add(new HealthCheck(name, flaw));
    }

    /// Sets the checks of a leader: this process leads from now on.
    ///
    /// @param checks called each time, by any thread
    public void leads(Supplier<HealthChecks> checks) {
        work = checks;
    }

    /// Marks the process as ending: it is not ready for anything, and no restart helps.
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
