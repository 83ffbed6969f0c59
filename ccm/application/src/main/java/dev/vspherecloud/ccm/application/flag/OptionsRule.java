package dev.vspherecloud.ccm.application.flag;

import static dev.vspherecloud.ccm.application.flag.Flag.CLOUD_CONFIG;
import static dev.vspherecloud.ccm.application.flag.Flag.CLOUD_PROVIDER;
import static dev.vspherecloud.ccm.application.flag.Flag.CONFIG_STRICT;
import static dev.vspherecloud.ccm.application.flag.Flag.CONTROLLERS;
import static dev.vspherecloud.ccm.application.flag.Flag.FEATURE_GATES;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Converts the values of flags to [Options], and checks that the flags fit together. Each value is already valid
/// for its flag's type.
final class OptionsRule {
    private final Map<Flag, List<String>> given;
    private final Map<String, String> environment;
    private final FlagValues flags;

    OptionsRule(Map<Flag, List<String>> given, Map<String, String> environment, List<String> problems) {
        this.given = given;
        this.environment = environment;
        this.flags = new FlagValues(given, problems);
    }

    Options options() {
        checkProvider();
        warnOfIdleFlags();
        return new Options(
                new ApiServerRule(flags).options(),
                new Options.ConfigOptions(cloudConfig(), flags.isOn(CONFIG_STRICT)),
                new ElectionRule(flags).options(),
                new NodeRule(flags, environment).options(),
                controllers(),
                new ServingRule(flags).options(),
                new LogRule(flags).options(),
                featureGates(),
                shown(),
                flags.warnings());
    }

    private void checkProvider() {
        String provider = flags.text(CLOUD_PROVIDER);
        if (provider.equals(Options.PARAVIRTUAL)) {
            flags.problem(
                    "%s: found \"%s\", expected vsphere; this program has no load balancers, no routes and no support for Nodes of a Supervisor; keep cloud-provider-vsphere (Go), and run `plan` to see which features you would lose"
                            .formatted(CLOUD_PROVIDER, provider));
        } else if (!provider.isEmpty() && !provider.equals("vsphere")) {
            flags.problem(
                    "%s: found \"%s\", expected vsphere; this program has no other cloud provider, remove the flag"
                            .formatted(CLOUD_PROVIDER, provider));
        }
    }

    private Path cloudConfig() {
        return flags.path(CLOUD_CONFIG).orElseGet(() -> {
            flags.problem(CLOUD_CONFIG + " is missing, expected the path of the vSphere configuration; add "
                    + CLOUD_CONFIG + "=/etc/cloud/vsphere.conf");
            return Path.of("");
        });
    }

    private ControllerSelection controllers() {
        var selection = new ControllerSelection(flags.list(CONTROLLERS));
        selection.problems().forEach(flags::problem);
        return selection;
    }

    private Map<String, Boolean> featureGates() {
        var gates = new LinkedHashMap<String, Boolean>();
        flags.all(FEATURE_GATES, FlagText::gates).forEach(gates::putAll);
        gates.forEach((gate, isOn) ->
                FeatureGate.error(gate, isOn).ifPresent(problem -> flags.problem(FEATURE_GATES + ": " + problem)));
        return gates;
    }

    private Map<String, String> shown() {
        var shown = new LinkedHashMap<String, String>();
        given.forEach((flag, values) ->
                shown.put(flag.flagName(), flag.type().isRepeatable() ? String.join(",", values) : values.getLast()));
        return shown;
    }

    private void warnOfIdleFlags() {
        var byReason = new EnumMap<NoEffectReason, List<Flag>>(NoEffectReason.class);
        given.keySet().forEach(flag -> flag.noEffectReason()
                .ifPresent(reason ->
                        byReason.computeIfAbsent(reason, _ -> new ArrayList<>()).add(flag)));
        if (!byReason.isEmpty()) {
            flags.warn(byReason.entrySet().stream()
                    .map(entry -> "%s (%s)"
                            .formatted(names(entry.getValue()), entry.getKey().why()))
                    .collect(Collectors.joining("; ", "Flags without effect: ", "")));
        }
    }

    private static String names(List<Flag> flags) {
        return flags.stream().map(Flag::toString).collect(Collectors.joining(", "));
    }
}
