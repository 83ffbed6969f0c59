package dev.vspherecloud.ccm.application;

import dev.vspherecloud.ccm.application.flag.CommandLine;
import dev.vspherecloud.ccm.application.flag.Options;
import dev.vspherecloud.ccm.application.flag.OutputFormat;
import dev.vspherecloud.ccm.application.print.Output;
import dev.vspherecloud.http.HttpProxy;
import dev.vspherecloud.observability.Version;
import dev.vspherecloud.reconcile.Utf8Environment;
import java.io.PrintStream;
import java.util.List;

/// The entry point of the process.
///
/// Exit codes: 0 after a stop signal, or after a request for help or version. 1 if the command line, the
/// configuration or the kubeconfig cannot be used, and if the leader's Lease is lost. 2 if a plan contains
/// something to review, if `explain node --exit-code` found a problem, or if `doctor` found an error.
/// `docs/reference/command-line.md` lists them by command.
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        Utf8Environment.ensure();
        HttpProxy.permitLogins();
        int code = run(List.of(arguments), System.out, System.err);
        // `System.exit` would wait forever for a shutdown hook that waits for this thread, so the process halts.
        Runtime.getRuntime().halt(code);
    }

    private static int run(List<String> arguments, PrintStream out, PrintStream err) {
        return switch (CommandLine.parse(arguments, System.getenv(), Version.text())) {
            case CommandLine.Show(String text) -> {
                out.print(text);
                out.flush();
                yield 0;
            }
            case CommandLine.Reject(List<String> problems) -> {
                problems.forEach(problem -> err.println("Error: " + problem));
                err.println("Run with --help to see the flags.");
                yield 1;
            }
            case CommandLine.Run(Options options) -> new RunCommand(options).run();
            case CommandLine.Check check -> ConfigCommands.check(check, System.getenv(), out);
            case CommandLine.Convert convert -> ConfigCommands.convert(convert, out, err);
            case CommandLine.Explain explain -> new ExplainCommand(out, err, Terminal.ofProcess()).run(explain);
            case CommandLine.PrintVersion(OutputFormat output) -> {
                Output.print(VersionText.of(output), out);
                yield 0;
            }
            case CommandLine.Plan plan -> new PlanCommand(out, err, Terminal.ofProcess()).run(plan);
            case CommandLine.Doctor doctor -> new DoctorCommand(out, err, Terminal.ofProcess()).run(doctor);
        };
    }
}
