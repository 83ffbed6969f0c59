package dev.vspherecloud.ccm.application.endpoint;

import dev.vspherecloud.serving.health.HealthCheck;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Whether this process lives, and whether it is ready.
///
/// It is no longer alive when a part of it has ended that a bug alone can end, or fails whenever it starts anew: then a
/// restart helps, if anything does.
/// It is ready when it could do its work: a leader once it knows all Nodes, a standby at once, and nobody any more that
/// was told to stop. A vCenter or an API server that is away makes no difference to either: they would be away for the
/// next process, too.
///
/// Threads: any.
public final class ProcessHealth {
    private final List<HealthCheck> always = new CopyOnWriteArrayList<>();
    private volatile Supplier<HealthChecks> work = () -> HealthChecks.NONE;
    private volatile boolean stopping;

    /// From now on this must be well as long as the process lives.
    public void require(String name, Supplier<Optional<String>> flaw) {
        always.add(new HealthCheck(name, flaw));
    }

    /// This process leads from now on.
    ///
    /// @param checks asked anew each time, by any thread
    public void leads(Supplier<HealthChecks> checks) {
        work = checks;
    }

    /// This process ends from now on: it is not ready for anything, and no restart helps.
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
        return stopping ? Optional.of("the process ends") : Optional.empty();
    }
}
