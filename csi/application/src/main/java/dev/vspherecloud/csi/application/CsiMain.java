package dev.vspherecloud.csi.application;

import dev.vspherecloud.config.Problem;
import dev.vspherecloud.csi.application.process.ControllerProcess;
import dev.vspherecloud.csi.commands.arguments.CsiCommandLine;
import dev.vspherecloud.csi.commands.arguments.CsiCommandLine.Command;
import dev.vspherecloud.csi.commands.explain.ExplainOrphansCommand;
import dev.vspherecloud.csi.commands.explain.ExplainVolumeCommand;
import dev.vspherecloud.csi.commands.plan.TakeoverPlanCommand;
import dev.vspherecloud.csi.config.process.CsiMode;
import dev.vspherecloud.csi.config.process.ProcessConfig;
import dev.vspherecloud.csi.config.process.ProcessConfigReader;
import dev.vspherecloud.csi.config.process.ProcessConfigResult;
import dev.vspherecloud.http.HttpProxy;
import dev.vspherecloud.observability.LogConfig;
import dev.vspherecloud.observability.Version;
import dev.vspherecloud.reconcile.Utf8Environment;
import dev.vspherecloud.text.VisibleText;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The entry point of the process.
///
/// Exit codes: 0 after a stop signal, or after a request for help or version. 1 if the command line, the environment,
/// the configuration or the kubeconfig cannot be used, and if the Lease of the active controller is lost. 2 if
/// `explain volume` found a problem, or if `plan` found something that would stop working.
public final class CsiMain {
    private static final Logger log = LoggerFactory.getLogger(CsiMain.class);

    /// The verbosity with debug lines, which `LOGGER_LEVEL=DEVELOPMENT` sets.
    private static final int DEBUG = 4;

    private CsiMain() {}

    public static void main(String[] arguments) {
        Utf8Environment.ensure();
        HttpProxy.permitLogins();
        int code = run(List.of(arguments), System.getenv(), System.out, System.err);
        // `System.exit` would wait forever for a shutdown hook that waits for this thread, so the process halts.
        Runtime.getRuntime().halt(code);
    }

    private static int run(List<String> arguments, Map<String, String> environment, PrintStream out, PrintStream err) {
        return switch (CsiCommandLine.parse(arguments, Version.text())) {
            case Command.Show(String text) -> {
                out.print(text);
                out.flush();
                yield 0;
            }
            case Command.Reject(List<String> problems) -> {
                problems.forEach(problem -> err.println("Error: " + VisibleText.of(problem)));
                err.println("Run with --help to see the flags.");
                yield 1;
            }
            case Command.Explain command -> new ExplainVolumeCommand(command, environment, out, err).run();
            case Command.ExplainOrphans command -> new ExplainOrphansCommand(command, environment, out, err).run();
            case Command.Plan command -> new TakeoverPlanCommand(command, environment, out, err).run();
            case Command.Run command -> run(command, environment);
        };
    }

    private static int run(Command.Run command, Map<String, String> environment) {
        LogConfig.active().verbosity(command.verbosity());
        log.atInfo()
                .addKeyValue("version", Version.text())
                .addKeyValue("java", Runtime.version())
                .log("Starting vsphere-csi");
        command.warnings()
                .forEach(warning -> log.atWarn().addKeyValue("problem", warning).log("Command line problem"));
        return switch (ProcessConfigReader.read(environment)) {
            case ProcessConfigResult.Rejected(List<Problem> problems) -> {
                problems.forEach(problem ->
                        log.atError().addKeyValue("problem", problem).log("Environment variable cannot be used"));
                yield 1;
            }
            case ProcessConfigResult.Accepted(ProcessConfig config, List<Problem> warnings) -> {
                warnings.forEach(
                        problem -> log.atWarn().addKeyValue("problem", problem).log("Environment variable problem"));
                if (config.verbose()) {
                    LogConfig.active().verbosity(Math.max(DEBUG, command.verbosity()));
                }
                yield run(command, config, environment);
            }
        };
    }

    private static int run(Command.Run command, ProcessConfig config, Map<String, String> environment) {
        if (config.mode() == CsiMode.NODE) {
            log.error("X_CSI_MODE=node: this version has no node service yet; run it with X_CSI_MODE=controller, and"
                    + " keep the node plugin of vsphere-csi-driver (Go)");
            return 1;
        }
        return new ControllerProcess(command, config, environment).run();
    }
}
