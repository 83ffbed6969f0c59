package dev.vspherecloud.testkit.servers;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/// A process that runs leader election with client-go's own code, as every Go controller manager does, and does nothing
/// else. When it ends it leaves the Lease as it is.
///
/// Threads: one.
public final class GoCandidate implements AutoCloseable {
    private final WorkFolder folder;
    private final ServerProcess process;

    private GoCandidate(WorkFolder folder, ServerProcess process) {
        this.folder = folder;
        this.process = process;
    }

    /// Starts a candidate for the Lease of this name in kube-system.
    ///
    /// @param lease the duration of the Lease; the candidate renews it every eighth of that
    public static GoCandidate start(KubeApiServer api, String name, String identity, Duration lease) {
        var folder = WorkFolder.create("candidate");
        var kubeconfig = api.kubeconfig().write(folder.resolve("kubeconfig"));
        List<String> command = List.of(
                ServerBinaries.locate().candidate().toString(),
                "-kubeconfig=" + kubeconfig,
                "-name=" + name,
                "-identity=" + identity,
                "-lease-duration=" + lease.toMillis() + "ms",
                "-renew-deadline=" + lease.toMillis() * 3 / 4 + "ms",
                "-retry-period=" + lease.toMillis() / 8 + "ms");
        return new GoCandidate(folder, ServerProcess.start("candidate", folder, command, Map.of()));
    }

    /// Waits until it printed this line, such as `leading` or `following me`.
    public void awaitLine(String line, Duration limit) {
        process.awaitReady(limit, () -> process.output().lines().anyMatch(line::equals));
    }

    /// Returns the lines that it printed so far.
    public List<String> lines() {
        return process.output().lines().toList();
    }

    /// Kills it, as a crash does.
    public void kill() {
        process.kill();
    }

    @Override
    public void close() {
        process.kill();
        folder.delete();
    }
}
