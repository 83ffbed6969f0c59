package dev.vspherecloud.testkit.demo;

import java.io.Console;
import java.io.PrintStream;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;

/// Chooses the display for the kind of output.
final class Terminal {
    private Terminal() {}

    /// Returns a table if the output is a terminal, else lines; with colours unless `NO_COLOR` is set.
    static Display display(PrintStream out) {
        boolean watched = Optional.ofNullable(System.console())
                .filter(Console::isTerminal)
                .isPresent();
        return display(out, watched, System.getenv());
    }

    static Display display(PrintStream out, boolean watched, Map<String, String> environment) {
        if (!watched || environment.getOrDefault("TERM", "dumb").equals("dumb")) {
            return new ChangeLines(out);
        }
        AnsiColors ansiColors =
                environment.getOrDefault("NO_COLOR", "").isEmpty() ? AnsiColors.COLOURED : AnsiColors.PLAIN;
        return new LiveTable(out, new NodeTable(ansiColors, ZoneId.systemDefault()));
    }
}
