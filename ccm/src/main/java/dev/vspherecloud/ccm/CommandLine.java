package dev.vspherecloud.ccm;

import java.util.ArrayList;
import java.util.List;

/// What the command line asks for.
sealed interface CommandLine {
    /// Run the controllers.
    record Run(Options options) implements CommandLine {}

    /// Print this on standard output and end with exit code 0.
    record Show(String text) implements CommandLine {}

    /// Say all this and end with exit code 1.
    ///
    /// @param problems each one a sentence that names its flag, never empty
    record Reject(List<String> problems) implements CommandLine {
        public Reject {
            problems = List.copyOf(problems);
        }
    }

    /// Reads the arguments of the process.
    ///
    /// Asking for help or the version wins over everything else, mistakes included.
    ///
    /// @param version of this program, to be shown
    static CommandLine parse(List<String> arguments, String version) {
        var parsed = Arguments.parse(arguments);
        if (asksFor(Flag.HELP, parsed)) {
            return new Show(Usage.text());
        }
        if (asksFor(Flag.VERSION, parsed)) {
            return new Show(Usage.PROGRAM + " " + version + "\n");
        }
        var problems = new ArrayList<>(parsed.problems());
        Options options = Options.from(parsed.given(), problems);
        return problems.isEmpty() ? new Run(options) : new Reject(problems);
    }

    private static boolean asksFor(Flag flag, Arguments parsed) {
        String value = parsed.given().getOrDefault(flag, List.of("false")).getLast();
        return value.equals("raw") || FlagType.bool(value).orElse(false);
    }
}
