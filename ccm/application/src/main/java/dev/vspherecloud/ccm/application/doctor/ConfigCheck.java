package dev.vspherecloud.ccm.application.doctor;

import dev.vspherecloud.ccm.config.MissingController;
import dev.vspherecloud.config.ConfigLocation;
import dev.vspherecloud.config.Problem;
import java.util.Arrays;
import java.util.List;

/// Turns the problems of the configuration and of the command line into findings. Pure.
public final class ConfigCheck {
    private ConfigCheck() {}

    /// Returns a finding for each problem of the configuration. If the configuration cannot be used, its warnings
    /// belong to the errors: an unknown key is often the misspelt one that is missing.
    public static List<Finding> findings(List<Problem> problems) {
        boolean isRejected = problems.stream().anyMatch(Problem::isError);
        return problems.stream().map(problem -> finding(problem, isRejected)).toList();
    }

    private static Finding finding(Problem problem, boolean isRejected) {
        ConfigLocation place = problem.place();
        String object = place.line() == 0 ? place.file() : "%s:%d".formatted(place.file(), place.line());
        boolean isFeature = !problem.isError()
                && Arrays.stream(MissingController.values())
                        .anyMatch(controller -> controller.isConfiguredBy(place.key()));
        FindingCode code = isFeature
                ? FindingCode.SETTING_NOT_SUPPORTED
                : isRejected ? FindingCode.CONFIGURATION_INVALID : FindingCode.CONFIGURATION_DOUBTFUL;
        return Finding.of(code, object, (place.key().isEmpty() ? "" : place.key() + ": ") + problem.message());
    }

    /// Returns the finding for the flag that asks for the paravirtual provider.
    ///
    /// @param flag as on the command line
    public static Finding paravirtual(String flag) {
        return Finding.of(
                FindingCode.SETTING_NOT_SUPPORTED,
                flag,
                "found %s: the Nodes of that provider are VMs of a Supervisor, and this provider does not know them"
                        .formatted(flag));
    }

    /// Returns a finding for each flag without effect.
    public static List<Finding> flags(List<String> warnings) {
        return warnings.stream()
                .map(warning -> Finding.of(FindingCode.SETTING_WITHOUT_EFFECT, "command line", warning))
                .toList();
    }
}
