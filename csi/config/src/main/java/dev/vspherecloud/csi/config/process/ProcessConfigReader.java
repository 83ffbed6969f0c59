package dev.vspherecloud.csi.config.process;

import dev.vspherecloud.config.ConfigLocation;
import dev.vspherecloud.config.Problems;
import dev.vspherecloud.config.RawValue;
import dev.vspherecloud.config.Suggestion;
import dev.vspherecloud.config.ValueParser;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Reads the settings of the process from the environment variables. Pure.
///
/// A value that cannot be used is ignored with a warning, and the default applies. It is an error only if the process
/// cannot do its work without the variable.
public final class ProcessConfigReader {
    private static final String SCHEME = "unix://";

    /// The longest path of a unix socket on Linux, in bytes.
    private static final int MAX_SOCKET_PATH = 107;

    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");
    private static final Pattern NAMESPACE = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
    private static final List<String> NAMES =
            Arrays.stream(ProcessVariable.values()).map(Enum::name).toList();

    private final Map<String, String> environment;
    private final Problems problems = new Problems();

    private ProcessConfigReader(Map<String, String> environment) {
        this.environment = environment;
    }

    /// Reads the settings. Variables without a value count as not set.
    public static ProcessConfigResult read(Map<String, String> environment) {
        return new ProcessConfigReader(environment).result();
    }

    private ProcessConfigResult result() {
        Optional<CsiMode> mode = mode();
        Optional<Path> endpoint = endpoint();
        String namespace = namespace();
        Optional<String> nodeName = nodeName(mode);
        checkFlavor();
        warnOfUnused();
        warnOfMisspelt();
        boolean verbose = isVerbose();
        int requests = number(ProcessVariable.INCLUSTER_CLIENT_QPS);
        int burst = number(ProcessVariable.INCLUSTER_CLIENT_BURST);
        Duration topologyWait = minutes(ProcessVariable.NODEGETINFO_WATCH_TIMEOUT_MINUTES);
        Duration fullSync = minutes(ProcessVariable.FULL_SYNC_INTERVAL_MINUTES);
        if (problems.hasErrors() || mode.isEmpty() || endpoint.isEmpty()) {
            return new ProcessConfigResult.Rejected(problems.all());
        }
        var config = new ProcessConfig(
                mode.get(), endpoint.get(), namespace, nodeName, verbose, requests, burst, topologyWait, fullSync);
        return new ProcessConfigResult.Accepted(config, problems.all());
    }

    private Optional<String> text(ProcessVariable variable) {
        return Optional.ofNullable(environment.get(variable.name()))
                .map(String::strip)
                .filter(text -> !text.isEmpty());
    }

    private Optional<CsiMode> mode() {
        Optional<String> text = text(ProcessVariable.X_CSI_MODE);
        Optional<CsiMode> mode = text.flatMap(word -> ValueParser.choice(CsiMode.values(), Enum::name, word));
        if (mode.isEmpty()) {
            error(ProcessVariable.X_CSI_MODE, text, "controller or node", "set it");
        }
        return mode;
    }

    private Optional<Path> endpoint() {
        String text = ProcessVariable.CSI_ENDPOINT.valueIn(environment);
        Optional<Path> path = text.startsWith(SCHEME)
                ? ValueParser.path(text.substring(SCHEME.length())).filter(Path::isAbsolute)
                : Optional.empty();
        if (path.isEmpty()) {
            error(
                    ProcessVariable.CSI_ENDPOINT,
                    Optional.of(text),
                    "unix:// and an absolute path, such as unix:///csi/csi.sock",
                    "correct it");
            return Optional.empty();
        }
        int length = path.get().toString().getBytes(StandardCharsets.UTF_8).length;
        if (length > MAX_SOCKET_PATH || path.get().getFileName() == null) {
            error(
                    ProcessVariable.CSI_ENDPOINT,
                    Optional.of(text),
                    "the path of a socket of at most " + MAX_SOCKET_PATH + " bytes",
                    "choose another path");
        }
        return path;
    }

    private String namespace() {
        String text = ProcessVariable.CSI_NAMESPACE.valueIn(environment);
        if (!NAMESPACE.matcher(text).matches()) {
            error(
                    ProcessVariable.CSI_NAMESPACE,
                    Optional.of(text),
                    "a namespace: lower-case letters, digits and dashes, at most 63",
                    "correct it");
        }
        return text;
    }

    private Optional<String> nodeName(Optional<CsiMode> mode) {
        Optional<String> name = text(ProcessVariable.NODE_NAME);
        if (mode.equals(Optional.of(CsiMode.NODE))
                && name.filter(ValueParser::isKubernetesName).isEmpty()) {
            error(
                    ProcessVariable.NODE_NAME,
                    name,
                    "the name of the Node in mode node",
                    "set it from the field spec.nodeName of the Pod");
        }
        return name;
    }

    private void checkFlavor() {
        text(ProcessVariable.CLUSTER_FLAVOR)
                .filter(flavor -> !flavor.equals("VANILLA"))
                .ifPresent(flavor -> error(
                        ProcessVariable.CLUSTER_FLAVOR,
                        Optional.of(flavor),
                        "VANILLA: this project has no driver for a Supervisor or its clusters",
                        "remove it, or use vsphere-csi-driver (Go) there"));
    }

    private boolean isVerbose() {
        String level = ProcessVariable.LOGGER_LEVEL.valueIn(environment);
        if (!level.equals("DEVELOPMENT") && !level.equals("PRODUCTION")) {
            warn(
                    ProcessVariable.LOGGER_LEVEL.name(),
                    "found " + RawValue.printable(level)
                            + ", expected PRODUCTION or DEVELOPMENT; PRODUCTION applies, correct it");
        }
        return level.equals("DEVELOPMENT");
    }

    private Duration minutes(ProcessVariable variable) {
        return Duration.ofMinutes(number(variable));
    }

    private int number(ProcessVariable variable) {
        int standard = Integer.parseInt(variable.defaultText());
        Optional<String> text = text(variable);
        Optional<Integer> number = text.filter(digits -> NUMBER.matcher(digits).matches())
                .map(Integer::parseInt)
                .filter(each -> each >= variable.least() && each <= variable.most());
        if (text.isPresent() && number.isEmpty()) {
            warn(
                    variable.name(),
                    "found %s, expected a whole number from %d to %d; %d applies, correct it"
                            .formatted(RawValue.printable(text.get()), variable.least(), variable.most(), standard));
        }
        return number.orElse(standard);
    }

    private void warnOfUnused() {
        for (ProcessVariable variable : ProcessVariable.values()) {
            if (text(variable).isPresent()) {
                variable.whyNoEffect().ifPresent(why -> warn(variable.name(), "has no effect: " + why + "; remove it"));
            }
        }
    }

    private void warnOfMisspelt() {
        for (String name : new TreeSet<>(environment.keySet())) {
            if ((name.startsWith("X_CSI_") || name.startsWith("CSI_")) && !NAMES.contains(name)) {
                Suggestion.closest(name, NAMES)
                        .ifPresent(meant ->
                                warn(name, "unknown, it has no effect; did you mean " + meant + "? Correct it"));
            }
        }
    }

    private void error(ProcessVariable variable, Optional<String> found, String expected, String advice) {
        problems.error(
                ConfigLocation.variable(variable.name()),
                "found %s, expected %s; %s"
                        .formatted(found.map(RawValue::printable).orElse("nothing"), expected, advice));
    }

    private void warn(String name, String message) {
        problems.warning(ConfigLocation.variable(name), message);
    }
}
