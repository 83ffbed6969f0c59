package dev.vspherecloud.ccm.application.metrics;

import dev.vspherecloud.conformance.Project;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/// One rule of `deploy/monitoring/alerts.yaml`.
///
/// @param pendingTime how long the expression must be true before the alert fires
record AlertRule(
        String name, String expression, Duration pendingTime, String severity, Map<String, String> annotations) {
    static final Path FILE = Project.path("deploy/monitoring/alerts.yaml");

    /// Returns all rules.
    static List<AlertRule> all() {
        Map<String, List<Map<String, List<Map<String, Object>>>>> file =
                new Yaml(new SafeConstructor(new LoaderOptions())).load(Project.read(FILE));
        return file.getOrDefault("groups", List.of()).stream()
                .flatMap(group -> group.getOrDefault("rules", List.of()).stream())
                .map(AlertRule::of)
                .toList();
    }

    private static AlertRule of(Map<String, Object> rule) {
        return new AlertRule(
                text(rule, "alert"),
                text(rule, "expr"),
                Duration.parse("PT" + text(rule, "for")),
                strings(rule, "labels").getOrDefault("severity", ""),
                strings(rule, "annotations"));
    }

    private static String text(Map<String, Object> rule, String key) {
        return String.valueOf(rule.get(key));
    }

    @SuppressWarnings("unchecked") // the file is in this repository, and the test fails if it has another form
    private static Map<String, String> strings(Map<String, Object> rule, String key) {
        return (Map<String, String>) rule.getOrDefault(key, Map.of());
    }

    @Override
    public String toString() {
        return name;
    }
}
