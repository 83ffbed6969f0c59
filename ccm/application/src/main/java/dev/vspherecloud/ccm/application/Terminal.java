package dev.vspherecloud.ccm.application;

import dev.vspherecloud.ccm.application.flag.ColorMode;
import dev.vspherecloud.ccm.application.flag.OutputFormat;
import dev.vspherecloud.ccm.application.print.PageStyle;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// The terminal of this process, and what its environment says about it.
///
/// @param outColumns the columns of the terminal that shows standard output, 0 if not known; empty if none shows it
/// @param errColumns the same for standard error
/// @param environment the environment variables of the process
record Terminal(OptionalInt outColumns, OptionalInt errColumns, Map<String, String> environment) {
    /// A process whose output no terminal shows.
    static final Terminal NONE = new Terminal(OptionalInt.empty(), OptionalInt.empty(), Map.of());

    private static final int MIN_WIDTH = 40;

    /// Longer lines of text are hard to read.
    private static final int MAX_WIDTH = 160;

    Terminal {
        environment = Map.copyOf(environment);
    }

    static Terminal ofProcess() {
        return new Terminal(
                TerminalDevice.columns(TerminalDevice.STANDARD_OUTPUT),
                TerminalDevice.columns(TerminalDevice.STANDARD_ERROR),
                System.getenv());
    }

    /// Returns the look of standard output.
    PageStyle style(ColorMode mode) {
        return new PageStyle(
                width(),
                switch (mode) {
                    case ALWAYS -> true;
                    case NEVER -> false;
                    case AUTO -> outColumns.isPresent() && permitsColors();
                });
    }

    /// Returns false if the user or the terminal wants no colours. Rule from: https://no-color.org.
    private boolean permitsColors() {
        return environment.getOrDefault("NO_COLOR", "").isEmpty() && !"dumb".equals(environment.get("TERM"));
    }

    private int width() {
        int columns = Optional.ofNullable(environment.get("COLUMNS"))
                .filter(text -> text.matches("[1-9][0-9]{0,3}"))
                .map(Integer::valueOf)
                .orElse(outColumns.orElse(0));
        return columns == 0 ? PageStyle.PLAIN.width() : Math.clamp(columns, MIN_WIDTH, MAX_WIDTH);
    }

    /// Returns how a command with this output reports that it waits.
    ///
    /// @param hasLog true if the command also logs to standard error
    Progress.Mode progress(OutputFormat output, boolean hasLog) {
        if (hasLog) {
            return Progress.Mode.NONE;
        }
        if (errColumns.isPresent()) {
            return Progress.Mode.LINE;
        }
        return output.isForPrograms() ? Progress.Mode.NONE : Progress.Mode.SENTENCE;
    }
}
