package dev.vspherecloud.testkit.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// The end of a program that was run by a test.
///
/// The test waits with a limit and can be interrupted. Reading from the program directly can be neither: a program
/// that hangs would stop all tests.
///
/// @param exitCode as on Unix
/// @param output   its standard output, with its standard error if the builder merges the two; UTF-8
public record ProgramRun(int exitCode, String output) {
    /// Enough for a tool or a small JVM on a busy machine.
    private static final Duration LIMIT = Duration.ofMinutes(2);

    /// How long a program may take to print the stacks of its threads, and its output to arrive after its end.
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /// Runs a program to its end. Throws [ServerException], with the output, if that takes two minutes; the program
    /// is ended then. Programs in Java and Go print the stacks of their threads before.
    public static ProgramRun of(ProcessBuilder program) {
        return of(program, "", LIMIT);
    }

    /// Runs a program like [#of(ProcessBuilder)].
    ///
    /// @param input what it reads from its standard input, UTF-8
    /// @param limit how long it may take
    public static ProgramRun of(ProcessBuilder program, String input, Duration limit) {
        try {
            Process process = program.start();
            try {
                return await(process, input, limit, String.join(" ", program.command()));
            } finally {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServerException("interrupted while a program ran: " + program.command(), e);
        }
    }

    private static ProgramRun await(Process process, String input, Duration limit, String command)
            throws IOException, InterruptedException {
        CompletableFuture<String> output = CompletableFuture.supplyAsync(
                () -> read(process), Thread.ofPlatform().daemon()::start);
        try (var stdin = process.getOutputStream()) {
            stdin.write(input.getBytes(StandardCharsets.UTF_8));
        }
        boolean isInTime = process.waitFor(limit);
        if (!isInTime) {
            List<ProcessHandle> children = process.descendants().toList();
            Signal.QUIT.to(process.pid());
            process.waitFor(PATIENCE);
            process.destroyForcibly();
            children.forEach(ProcessHandle::destroyForcibly);
        }
        try {
            String printed = output.get(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
            if (!isInTime) {
                throw new ServerException(
                        "%s did not end within %s and printed:%n%s".formatted(command, limit, printed));
            }
            return new ProgramRun(process.exitValue(), printed);
        } catch (ExecutionException | TimeoutException e) {
            throw new ServerException("the output of " + command + " cannot be read", e);
        }
    }

    private static String read(Process process) {
        try {
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
