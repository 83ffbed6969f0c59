package dev.vspherecloud.ccm.application;

import dev.vspherecloud.ccm.application.print.Output;
import dev.vspherecloud.text.VisibleText;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// Says on standard error what a command waits for, if the wait takes longer than a second.
///
/// Threads: the main thread begins and ends waits. A daemon thread, `progress`, prints; [#close] ends it.
final class Progress implements AutoCloseable {
    /// How waits are reported.
    enum Mode {
        /// One line of a terminal, which is written again each second and erased at the end.
        LINE,

        /// A sentence for each wait of more than five seconds, for a file or a pipe.
        SENTENCE,

        /// Not at all.
        NONE
    }

    private static final Duration TICK = Duration.ofMillis(200);
    private static final long LINE_AFTER_SECONDS = 1;
    private static final long SENTENCE_AFTER_SECONDS = 5;

    private final Mode mode;
    private final int columns;
    private final PrintStream err;
    private final LongSupplier nanoTime;
    private final CountDownLatch closing = new CountDownLatch(1);
    private Optional<Supplier<String>> subject = Optional.empty();
    private long begin;
    private String shown = "";

    /// Creates the object; it starts no thread.
    ///
    /// @param columns the width of the terminal; 0 if not known
    /// @param nanoTime a monotonic clock such as [System#nanoTime]
    Progress(Mode mode, int columns, PrintStream err, LongSupplier nanoTime) {
        this.mode = mode;
        this.columns = columns == 0 ? Integer.MAX_VALUE : columns;
        this.err = err;
        this.nanoTime = nanoTime;
    }

    /// Starts the thread that prints.
    void start() {
        if (mode != Mode.NONE) {
            Thread.ofPlatform().daemon().name("progress").start(this::run);
        }
    }

    private void run() {
        try {
            while (!closing.await(TICK.toMillis(), TimeUnit.MILLISECONDS)) {
                tick();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Begins a wait.
    ///
    /// @param what returns what the command waits for at the moment, for example `vCenter vc1.example.org`
    synchronized void begin(Supplier<String> what) {
        end();
        subject = Optional.of(what);
        begin = nanoTime.getAsLong();
    }

    /// Ends the wait, and erases its line.
    synchronized void end() {
        subject = Optional.empty();
        if (mode == Mode.LINE && !shown.isEmpty()) {
            Output.print("\r" + " ".repeat(shown.length()) + "\r", err);
        }
        shown = "";
    }

    synchronized void tick() {
        long seconds = Duration.ofNanos(nanoTime.getAsLong() - begin).toSeconds();
        subject.ifPresent(what -> {
            if (mode == Mode.LINE && seconds >= LINE_AFTER_SECONDS) {
                show("Waiting for %s ... %d s".formatted(what.get(), seconds));
            } else if (mode == Mode.SENTENCE && seconds >= SENTENCE_AFTER_SECONDS && shown.isEmpty()) {
                shown = "Waiting for %s ...%n".formatted(what.get());
                Output.report(shown, err);
            }
        });
    }

    /// Replaces the line. A line that fills the terminal would be broken, and could not be erased.
    private void show(String line) {
        String text = VisibleText.of(line.length() < columns ? line : line.substring(0, columns - 1));
        if (!text.equals(shown)) {
            Output.print("\r" + text + " ".repeat(Math.max(0, shown.length() - text.length())), err);
            shown = text;
        }
    }

    @Override
    public void close() {
        closing.countDown();
        end();
    }
}
