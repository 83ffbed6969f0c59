package dev.vspherecloud.testkit.servers;

import dev.vspherecloud.testkit.wire.AnyCertificate;
import dev.vspherecloud.testkit.wire.ReservedPort;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/// A program of `tools/servers` that works with a [KubeApiServer], such as a controller manager or a sidecar of the
/// Container Storage Interface. It ends with `close`, or with this JVM.
///
/// The program runs in a folder of its own, so flags can name its files without a path.
///
/// Threads: one thread starts and ends it; any thread may read its output.
public final class GuardedProgram implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration HEALTH = Duration.ofSeconds(2);

    private final WorkFolder folder;
    private final ServerProcess process;
    private final Optional<ReservedPort> port;

    private GuardedProgram(WorkFolder folder, ServerProcess process, Optional<ReservedPort> port) {
        this.folder = folder;
        this.process = process;
        this.port = port;
    }

    /// Starts a program that serves no port. Its process exists when this method returns, but it may not be ready.
    ///
    /// @param files text by file name, for files that the flags name
    /// @throws ServerException if it ends at once
    public static GuardedProgram start(Path program, List<String> flags, Map<String, String> files) {
        var started = launch(program, flags, files, Optional.empty());
        return started.whenReady(started.process::hasStarted);
    }

    /// Starts a program that serves `/healthz` on a reserved port of the loopback interface, and waits until it is
    /// healthy.
    ///
    /// @param flags besides `--bind-address` and `--secure-port`
    /// @param files text by file name, for files that the flags name
    public static GuardedProgram startServing(Path program, List<String> flags, Map<String, String> files) {
        return PortRace.start(() -> attempt(program, flags, files, ReservedPort.any()));
    }

    private static GuardedProgram attempt(
            Path program, List<String> flags, Map<String, String> files, ReservedPort port) {
        var all = Stream.concat(flags.stream(), Stream.of("--bind-address=127.0.0.1", "--secure-port=" + port.number()))
                .toList();
        var started = launch(program, all, files, Optional.of(port));
        var health = URI.create("https://127.0.0.1:" + port.number() + "/healthz");
        try (var http = LocalHttp.tls(AnyCertificate.context(), Map.of(), HEALTH)) {
            return started.whenReady(() -> http.isOk(health));
        }
    }

    private static GuardedProgram launch(
            Path program, List<String> flags, Map<String, String> files, Optional<ReservedPort> port) {
        var name = program.getFileName().toString();
        var folder = WorkFolder.create(name);
        files.forEach(folder::write);
        var command = new ArrayList<>(List.of(program.toString()));
        command.addAll(flags);
        return new GuardedProgram(folder, ServerProcess.start(name, folder, command, Map.of()), port);
    }

    private GuardedProgram whenReady(BooleanSupplier ready) {
        try {
            process.awaitReady(START, ready);
            return this;
        } catch (ServerException e) {
            process.kill();
            folder.deleteIf(PortRace.isPortTaken(e));
            port.ifPresent(ReservedPort::close);
            throw e;
        }
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /// The process ID of the program itself.
    public long pid() {
        return process.pid();
    }

    /// Returns what it printed to standard output so far.
    public String output() {
        return process.output();
    }

    /// Waits until its log, which is its standard error, contains this text.
    ///
    /// @throws ServerException if it ends first, or the time is over
    public void awaitLog(String text, Duration limit) {
        process.awaitReady(limit, () -> process.logs(text));
    }

    /// Kills it, as a crash does.
    public void kill() {
        process.kill();
    }

    @Override
    public void close() {
        process.kill();
        port.ifPresent(ReservedPort::close);
        folder.delete();
    }
}
