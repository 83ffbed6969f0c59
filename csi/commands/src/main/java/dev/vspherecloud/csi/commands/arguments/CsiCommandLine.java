package dev.vspherecloud.csi.commands.arguments;

import dev.vspherecloud.config.Suggestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads the flags of the program, in the forms that Go's `flag` and `pflag` accept: `-name=value`, `--name=value`,
/// `--name value`. Pure.
///
/// Rule from: csi 1.1. The flags for feature switches are accepted, because the manifest of vsphere-csi-driver (Go)
/// sets them.
///
/// Threads: one.
public final class CsiCommandLine {
    private static final String KUBECONFIG = "kubeconfig";
    private static final String ENDPOINT = "http-endpoint";
    private static final String VERBOSITY = "v";
    private static final String VERSION = "version";
    private static final String HELP = "help";
    private static final String EXPLAIN = "explain";
    private static final String PLAN = "plan";

    /// Flags with a value that have an effect, with their help.
    private static final Map<String, String> VALUES = Map.of(
            KUBECONFIG, "file with the address and credentials of the API server; in a Pod leave it out",
            ENDPOINT, "address for /metrics, /livez and /readyz (default \":2112\")",
            VERBOSITY, "verbosity of the log; 4 and more show debug lines (default 0)");

    /// The name of the program, also as user agent at the API server.
    public static final String PROGRAM = "vsphere-csi";

    /// Flags of vsphere-csi-driver (Go) with a value that have no effect here.
    private static final List<String> IGNORED_VALUES =
            List.of("fss-name", "fss-namespace", "supervisor-fss-name", "supervisor-fss-namespace");

    /// Flags of vsphere-csi-driver (Go) without a value that have no effect here.
    private static final List<String> IGNORED_SWITCHES = List.of("enable-profile-server", "use-gocsi");

    private final List<String> problems = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private Optional<String> kubeconfig = Optional.empty();
    private HttpEndpoint endpoint = HttpEndpoint.DEFAULT;
    private int verbosity;
    private Optional<String> shown = Optional.empty();

    private CsiCommandLine() {}

    /// What the command line asks for.
    public sealed interface Command {
        /// Print this text, and end.
        record Show(String text) implements Command {}

        /// Report these problems, and end with exit code 1.
        record Reject(List<String> problems) implements Command {
            public Reject {
                problems = List.copyOf(problems);
            }
        }

        /// Explain a volume, and end.
        ///
        /// @param volume     a PersistentVolume, a volume handle, or a claim
        /// @param kubeconfig the file; empty in a Pod
        /// @param isJson     true for JSON, false for text
        record Explain(String volume, Optional<String> kubeconfig, boolean isJson) implements Command {}

        /// List the volumes that nothing refers to, and end.
        ///
        /// @param kubeconfig the file; empty in a Pod
        /// @param isJson     true for JSON, false for text
        record ExplainOrphans(Optional<String> kubeconfig, boolean isJson) implements Command {}

        /// Show what changes if this driver replaces vsphere-csi-driver (Go), and end.
        ///
        /// @param kubeconfig     the file; empty in a Pod
        /// @param withoutVcenter true to log in to no vCenter
        /// @param isJson         true for JSON, false for text
        record Plan(Optional<String> kubeconfig, boolean withoutVcenter, boolean isJson) implements Command {}

        /// Run the driver.
        ///
        /// @param kubeconfig the file; empty in a Pod
        /// @param verbosity  as for klog's `-v`
        /// @param warnings   sentences about flags without effect
        record Run(Optional<String> kubeconfig, HttpEndpoint endpoint, int verbosity, List<String> warnings)
                implements Command {
            public Run {
                warnings = List.copyOf(warnings);
            }
        }
    }

    /// The address of the port for metrics and health.
    ///
    /// @param host empty for all addresses
    /// @param port 0 for any free port
    public record HttpEndpoint(String host, int port) {
        static final HttpEndpoint DEFAULT = new HttpEndpoint("", 2112);
        private static final int MAX_PORT = 65535;

        /// Parses `host:port` or `:port`, with an IPv6 address in brackets.
        static Optional<HttpEndpoint> parse(String text) {
            int colon = text.lastIndexOf(':');
            String port = text.substring(colon + 1);
            if (colon < 0 || !port.matches("[0-9]{1,5}") || Integer.parseInt(port) > MAX_PORT) {
                return Optional.empty();
            }
            String host = text.substring(0, colon).replaceAll("^\\[(.*)]$", "$1");
            return Optional.of(new HttpEndpoint(host, Integer.parseInt(port)));
        }
    }

    /// Reads the arguments.
    ///
    /// @param version the version of the program
    public static Command parse(List<String> arguments, String version) {
        return switch (arguments.isEmpty() ? "" : arguments.getFirst()) {
            case EXPLAIN -> ExplainArguments.parse(arguments.subList(1, arguments.size()));
            case PLAN -> PlanArguments.parse(arguments.subList(1, arguments.size()));
            default -> new CsiCommandLine().command(arguments, version);
        };
    }

    private Command command(List<String> arguments, String version) {
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            if (!argument.startsWith("-")) {
                problems.add("found the argument \"%s\", expected only flags".formatted(argument));
                continue;
            }
            String body = argument.replaceFirst("^--?", "");
            int equals = body.indexOf('=');
            String name = equals < 0 ? body : body.substring(0, equals);
            boolean takesNext = equals < 0
                    && (VALUES.containsKey(name) || IGNORED_VALUES.contains(name))
                    && i + 1 < arguments.size();
            Optional<String> value = equals >= 0
                    ? Optional.of(body.substring(equals + 1))
                    : takesNext ? Optional.of(arguments.get(++i)) : Optional.empty();
            flag(name, value, version);
        }
        if (!problems.isEmpty()) {
            return new Command.Reject(problems);
        }
        return shown.<Command>map(Command.Show::new)
                .orElseGet(() -> new Command.Run(kubeconfig, endpoint, verbosity, warnings));
    }

    private void flag(String name, Optional<String> value, String version) {
        if (VALUES.containsKey(name) && value.isEmpty()) {
            problems.add("the flag --%s has no value, expected --%s=VALUE".formatted(name, name));
            return;
        }
        String text = value.orElse("");
        switch (name) {
            case KUBECONFIG -> kubeconfig = value.filter(file -> !file.isEmpty());
            case ENDPOINT ->
                HttpEndpoint.parse(text)
                        .ifPresentOrElse(
                                parsed -> endpoint = parsed,
                                () -> problems.add(
                                        "found --http-endpoint=%s, expected HOST:PORT or :PORT".formatted(text)));
            case VERBOSITY -> {
                if (text.matches("[0-9]{1,3}")) {
                    verbosity = Integer.parseInt(text);
                } else {
                    problems.add("found -v=%s, expected a number from 0 on".formatted(text));
                }
            }
            case VERSION -> shown = Optional.of(PROGRAM + " " + version + "\n");
            case HELP, "h" -> shown = Optional.of(help());
            default -> other(name);
        }
    }

    private void other(String name) {
        if (IGNORED_VALUES.contains(name) || IGNORED_SWITCHES.contains(name)) {
            warnings.add("--%s is accepted for compatibility with vsphere-csi-driver (Go) and has no effect"
                    .formatted(name));
            return;
        }
        List<String> known = new ArrayList<>(VALUES.keySet());
        known.addAll(List.of(VERSION, HELP));
        problems.add("unknown flag --%s%s"
                .formatted(
                        name,
                        Suggestion.nearest(name, known)
                                .map(near -> "; did you mean --%s?".formatted(near))
                                .orElse("")));
    }

    private static String help() {
        var text = new StringBuilder("""
                Usage: vsphere-csi [flags]
                       vsphere-csi explain volume NAME [--kubeconfig FILE] [-o text|json]
                       vsphere-csi plan [--kubeconfig FILE] [--without-vcenter] [-o text|json]

                The vSphere CSI driver. The environment variables X_CSI_MODE, CSI_ENDPOINT, CSI_NAMESPACE and
                VSPHERE_CSI_CONFIG say what it does.

                Flags:
                """);
        VALUES.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(flag -> text.append("      --%-24s%s%n".formatted(flag.getKey() + " value", flag.getValue())));
        text.append("      --%-24s%s%n".formatted(VERSION, "print the version"));
        text.append("      --%-24s%s%n".formatted(HELP, "print this text"));
        return text.toString();
    }
}
