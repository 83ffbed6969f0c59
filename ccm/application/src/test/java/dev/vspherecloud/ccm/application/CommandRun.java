package dev.vspherecloud.ccm.application;

import dev.vspherecloud.http.HttpProxy;
import dev.vspherecloud.observability.LogConfig;
import dev.vspherecloud.testkit.bed.Program;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntSupplier;

/// One run of a command that ends by itself, in this JVM. It runs everything that [Main] runs, but the launcher and
/// the start of a process, which take more than a second of a core. So a scenario runs the packaged program once for
/// each command, and this for all other cases of the command.
///
/// @param exitCode the exit code of the process
/// @param out what it printed to standard output
/// @param err what it printed to standard error, with its log
/// @param log both, in the order in which they were printed
public record CommandRun(int exitCode, String out, String err, String log) {
    /// A command asks vCenters and the API server, and waits at most for a minute for them.
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /// Runs a command with the environment of this JVM, without a terminal. It keeps nothing for the next command.
    ///
    /// @throws IllegalStateException if it does not end within a minute
    public static CommandRun of(List<String> arguments) {
        return of(environment(Map.of()), arguments);
    }

    /// The same, with these environment variables and no others.
    public static CommandRun of(Map<String, String> environment, List<String> arguments) {
        return of(new Terminal(OptionalInt.empty(), OptionalInt.empty(), environment), arguments);
    }

    /// Runs a command on a terminal that does not know its width, as a pseudo terminal of a script.
    ///
    /// @param more environment variables besides those of this JVM
    public static CommandRun onTerminal(Map<String, String> more, List<String> arguments) {
        return of(new Terminal(OptionalInt.of(0), OptionalInt.of(0), environment(more)), arguments);
    }

    private static Map<String, String> environment(Map<String, String> more) {
        var environment = new HashMap<>(System.getenv());
        environment.put("XDG_STATE_HOME", Program.NO_STATE);
        environment.putAll(more);
        return environment;
    }

    /// The log of all commands is that of this JVM. So one command runs at a time, and standard error is redirected
    /// meanwhile: the log looks up the stream for each line.
    private static synchronized CommandRun of(Terminal terminal, List<String> arguments) {
        HttpProxy.permitLogins();
        var all = new ByteArrayOutputStream();
        var out = new Copy(all);
        var err = new Copy(all);
        PrintStream outOfJvm = System.out;
        PrintStream errOfJvm = System.err;
        System.setOut(out.stream());
        System.setErr(err.stream());
        try {
            var runner = new CommandRunner(terminal.environment(), out.stream(), err.stream(), () -> terminal);
            int exitCode = await(() -> runner.run(arguments), all);
            return new CommandRun(exitCode, out.text(), err.text(), all.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(outOfJvm);
            System.setErr(errOfJvm);
            LogConfig.active().reset();
        }
    }

    /// Runs the command on a thread of its own, as the main thread of a process.
    private static int await(IntSupplier command, ByteArrayOutputStream all) {
        var end = new CompletableFuture<Integer>();
        Thread main = Thread.ofPlatform().daemon().name("command").start(() -> {
            try {
                end.complete(command.getAsInt());
            } catch (RuntimeException | Error e) {
                end.completeExceptionally(e);
            }
        });
        try {
            return end.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            var stuck = new IllegalStateException(
                    "still running after " + LIMIT + ":\n" + all.toString(StandardCharsets.UTF_8), e);
            stuck.setStackTrace(main.getStackTrace());
            throw stuck;
        } catch (ExecutionException e) {
            throw new IllegalStateException("the command failed:\n" + all.toString(StandardCharsets.UTF_8), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /// Keeps what is written to one stream, and copies it to the common one.
    private static final class Copy extends OutputStream {
        private final ByteArrayOutputStream own = new ByteArrayOutputStream();
        private final ByteArrayOutputStream common;
        private final PrintStream stream = new PrintStream(this, true, StandardCharsets.UTF_8);

        Copy(ByteArrayOutputStream common) {
            this.common = common;
        }

        PrintStream stream() {
            return stream;
        }

        String text() {
            stream.flush();
            return own.toString(StandardCharsets.UTF_8);
        }

        @Override
        public void write(int value) {
            own.write(value);
            common.write(value);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            own.write(bytes, offset, length);
            common.write(bytes, offset, length);
        }
    }
}
