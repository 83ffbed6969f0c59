package dev.vspherecloud.testkit.bed;

import dev.vspherecloud.testkit.servers.Deadline;
import dev.vspherecloud.testkit.servers.ServerBinaries;
import dev.vspherecloud.testkit.servers.Signal;
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

/// One run of the packaged program, `dist/bin/vsphere-cloud-controller-manager`, as its own process.
///
/// It ends with this JVM, also when the JVM is killed: a guard process between them stops it.
///
/// Threads: one.
public final class Program implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final long POLL_MILLIS = 20;

    /// A value for `XDG_STATE_HOME` with which a command keeps nothing, so that tests do not know of each other.
    public static final String NO_STATE = "/dev/null";

    private final Process guard;
    private final Path log;

    private Program(Process guard, Path log) {
        this.guard = guard;
        this.log = log;
    }

    /// The packaged program of this checkout, or another that the property `vspherecloud.program` names.
    public static Path executable() {
        String named = System.getProperty("vspherecloud.program", "");
        return named.isEmpty() ? Checkout.root().resolve("dist/bin/vsphere-cloud-controller-manager") : Path.of(named);
    }

    /// Starts the packaged program.
    ///
    /// @param log   the file to which its output is appended
    /// @param flags as on a command line
    public static Program start(Path log, List<String> flags) {
        return start(log, Map.of(), List.of(executable().toString()), flags);
    }

    /// Starts a command of several words instead of the packaged program.
    public static Program start(Path log, Map<String, String> environment, List<String> command, List<String> flags) {
        var words = new ArrayList<String>();
        words.add(ServerBinaries.locate().vcsim().toString());
        words.addAll(List.of("guard", "--"));
        words.addAll(command);
        words.addAll(flags);
        var builder = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().put("XDG_STATE_HOME", NO_STATE);
        builder.environment().putAll(environment);
        try {
            return new Program(builder.start(), log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Returns everything that it wrote so far, to standard output and error. The end may be in the middle of a
    /// character, because the program may be writing; reading the file as text would fail then.
    public String log() {
        try {
            return new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path logFile() {
        return log;
    }

    public boolean isAlive() {
        return guard.isAlive();
    }

    public long pid() {
        return process().pid();
    }

    /// Waits until the log contains this text.
    ///
    /// @throws IllegalStateException if the text does not appear in time, or the program ends before
    public void awaitLog(String text, Duration limit) {
        Deadline deadline = Deadline.in(limit);
        while (!log().contains(text)) {
            if (deadline.isOver() || !isAlive()) {
                throw new IllegalStateException("the log does not say '%s'%s:%n%s"
                        .formatted(text, isAlive() ? "" : ", the program ended", log()));
            }
            sleepPollInterval();
        }
    }

    /// Waits until the program ends.
    ///
    /// @return the exit code
    public int awaitExit(Duration limit) {
        try {
            if (!guard.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("still running after " + limit + ":\n" + log());
            }
            return guard.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /// Sends SIGTERM and waits.
    ///
    /// @return the exit code
    public int terminate() {
        process().destroy();
        return awaitExit(TIMEOUT);
    }

    /// Suspends it until [#resume], as a machine that is suspended.
    public void pause() {
        Signal.STOP.to(pid());
    }

    public void resume() {
        Signal.CONT.to(pid());
    }

    /// Sends SIGKILL, as a node that loses power does.
    public void kill() {
        process().destroyForcibly();
        awaitExit(TIMEOUT);
    }

    @Override
    public void close() {
        guard.descendants().forEach(ProcessHandle::destroyForcibly);
        guard.destroyForcibly();
    }

    /// The process of the program. The guard starts it shortly after its own start.
    private ProcessHandle process() {
        Deadline deadline = Deadline.in(TIMEOUT);
        while (guard.isAlive() && !deadline.isOver()) {
            var child = guard.toHandle().children().findFirst();
            if (child.isPresent()) {
                return child.get();
            }
            sleepPollInterval();
        }
        throw new IllegalStateException("the program is not running:\n" + log());
    }

    private static void sleepPollInterval() {
        try {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
