package dev.vspherecloud.testkit.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// One running server.
///
/// This class starts the process `vcsim guard`, and the server is its child. The guard stops the server and deletes its
/// folder when the pipe to its standard input closes; the kernel closes it even if this JVM is killed. If the guard
/// dies, the server dies too.
final class ServerProcess {
    private static final Duration STOP = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofMillis(25);
    private static final int TAIL_LINES = 25;

    private final String name;
    private final Path log;
    private final Path output;
    private final Process guard;

    private ServerProcess(String name, Path log, Path output, Process guard) {
        this.name = name;
        this.log = log;
        this.output = output;
        this.guard = guard;
    }

    /// Starts the command; its standard error is appended to `<name>.log` of the folder, which is also its `TMPDIR`.
    static ServerProcess start(String name, WorkFolder folder, List<String> command, Map<String, String> environment) {
        var log = folder.resolve(name + ".log");
        var output = folder.resolve(name + ".out");
        var guarded = new ArrayList<>(
                List.of(ServerBinaries.locate().vcsim().toString(), "guard", "-remove=" + folder.path(), "--"));
        guarded.addAll(command);
        var builder = new ProcessBuilder(guarded)
                .directory(folder.path().toFile())
                .redirectOutput(output.toFile())
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().put("TMPDIR", folder.folder("tmp").toString());
        builder.environment().putAll(environment);
        try {
            return new ServerProcess(name, log, output, builder.start());
        } catch (IOException e) {
            throw new ServerException("cannot start " + name, e);
        }
    }

    /// Waits until the condition is true.
    ///
    /// @throws ServerException if the process ends or the time is over first
    void awaitReady(Duration limit, BooleanSupplier ready) {
        var deadline = Deadline.in(limit);
        var came = deadline.await(PAUSE, () -> !guard.isAlive() || ready.getAsBoolean());
        if (!guard.isAlive()) {
            throw failure("ended with exit code " + guard.exitValue() + " before it was ready");
        }
        if (!came) {
            throw failure("was not ready after " + limit.toSeconds() + " s");
        }
    }

    /// Returns the standard output of the server so far.
    String output() {
        return read(output);
    }

    boolean isAlive() {
        return guard.isAlive();
    }

    /// Returns true if the server itself exists, which the guard starts.
    boolean hasStarted() {
        return guard.toHandle().children().findAny().isPresent();
    }

    /// The process ID of the server itself.
    long pid() {
        return server().pid();
    }

    /// Suspends the process: it accepts connections and never responds.
    void pause() {
        Signal.STOP.to(pid());
    }

    void resume() {
        Signal.CONT.to(pid());
    }

    /// Kills the server, as a crash does. Its ports are free after that, because the guard ends after the server.
    void kill() {
        var servers = guard.toHandle().children().toList();
        servers.forEach(ProcessHandle::destroyForcibly);
        if (servers.isEmpty()) {
            guard.destroyForcibly();
        }
        awaitEnd();
    }

    /// Ends the server with SIGTERM first.
    void stop() {
        guard.destroy();
        awaitEnd();
    }

    ServerException failure(String what) {
        return new ServerException(name + " " + what + "; its log is " + log + " and ends with:\n" + tail());
    }

    boolean logs(String text) {
        return read(log).contains(text);
    }

    private void awaitEnd() {
        try {
            if (!guard.waitFor(STOP.toMillis(), TimeUnit.MILLISECONDS)) {
                guard.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            guard.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private ProcessHandle server() {
        return guard.toHandle().children().findFirst().orElseThrow(() -> failure("is not running"));
    }

    private String tail() {
        var lines = read(log).lines().toList();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
    }

    private static String read(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
