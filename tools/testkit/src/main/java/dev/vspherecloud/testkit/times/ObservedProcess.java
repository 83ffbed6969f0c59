package dev.vspherecloud.testkit.times;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A process below the observed command, with the CPU time that it used between two observations.
///
/// Threads: only the thread of the sampler writes; others read after it has ended.
final class ObservedProcess {
    private final String program;
    private final String commandLine;
    private final Instant start;
    private final @Nullable ObservedProcess parent;
    private final List<Use> uses = new ArrayList<>();
    private Duration cpu = Duration.ZERO;

    ObservedProcess(String program, String commandLine, Instant start, @Nullable ObservedProcess parent) {
        this.program = program;
        this.commandLine = commandLine;
        this.start = start;
        this.parent = parent;
    }

    /// Takes the CPU time that the process has used since its start.
    void observe(Instant now, Duration total) {
        if (total.compareTo(cpu) > 0) {
            uses.add(new Use(now, total.minus(cpu)));
            cpu = total;
        }
    }

    String program() {
        return program;
    }

    String commandLine() {
        return commandLine;
    }

    Instant start() {
        return start;
    }

    Duration cpu() {
        return cpu;
    }

    /// Returns the CPU time between two instants.
    Duration cpu(Instant from, Instant to) {
        return uses.stream()
                .filter(use -> use.until().isAfter(from) && !use.until().isAfter(to))
                .map(Use::cpu)
                .reduce(Duration.ZERO, Duration::plus);
    }

    /// Returns true if this process is the given one or was started below it.
    boolean isBelow(ObservedProcess other) {
        for (ObservedProcess process = this; process != null; process = process.parent) {
            if (process == other) {
                return true;
            }
        }
        return false;
    }

    private record Use(Instant until, Duration cpu) {}
}
