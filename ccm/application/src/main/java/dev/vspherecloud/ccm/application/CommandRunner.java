package dev.vspherecloud.ccm.application;

import dev.vspherecloud.ccm.application.flag.CommandLine;
import dev.vspherecloud.ccm.application.flag.Options;
import dev.vspherecloud.ccm.application.flag.OutputFormat;
import dev.vspherecloud.ccm.application.print.Output;
import dev.vspherecloud.observability.Version;
import dev.vspherecloud.text.VisibleText;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// Runs the command that the arguments name, with the environment and the streams of the caller. It ends no process.
///
/// The log is that of the process, because the loggers of all classes share it.
final class CommandRunner {
    private final Map<String, String> environment;
    private final PrintStream out;
    private final PrintStream err;
    private final Supplier<Terminal> terminal;

    /// Creates the runner.
    ///
    /// @param terminal is asked only by the commands whose output depends on a terminal
    CommandRunner(Map<String, String> environment, PrintStream out, PrintStream err, Supplier<Terminal> terminal) {
        this.environment = Map.copyOf(environment);
        this.out = out;
        this.err = err;
        this.terminal = terminal;
    }

    /// Runs one command to its end.
    ///
    /// @return the exit code
    int run(List<String> arguments) {
        return switch (CommandLine.parse(arguments, environment, Version.text())) {
            case CommandLine.Show(String text) -> {
                out.print(text);
                out.flush();
                yield 0;
            }
            case CommandLine.Reject(List<String> problems) -> {
                problems.forEach(problem -> err.println("Error: " + VisibleText.of(problem)));
                err.println("Run with --help to see the flags.");
                yield 1;
            }
            case CommandLine.Run(Options options) -> new RunCommand(options, environment).run();
            case CommandLine.Check check -> ConfigCommands.check(check, environment, out);
            case CommandLine.Convert convert -> ConfigCommands.convert(convert, out, err);
            case CommandLine.Explain explain -> new ExplainCommand(out, err, terminal.get()).run(explain);
            case CommandLine.PrintVersion(OutputFormat output) -> {
                Output.print(VersionText.of(output), out);
                yield 0;
            }
            case CommandLine.Plan plan -> new PlanCommand(out, err, terminal.get()).run(plan);
            case CommandLine.Doctor doctor -> new DoctorCommand(out, err, terminal.get()).run(doctor);
        };
    }
}
