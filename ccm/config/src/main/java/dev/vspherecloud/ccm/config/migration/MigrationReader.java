package dev.vspherecloud.ccm.config.migration;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/// Reads a `LeaderMigrationConfiguration`, strictly: a field that is unknown or given twice is an error. If only
/// half of the file took effect, two managers would disagree.
///
/// ```yaml
/// apiVersion: controllermanager.config.k8s.io/v1
/// kind: LeaderMigrationConfiguration
/// leaderName: cloud-provider-extraction-migration
/// controllerLeaders:
/// - name: cloud-node-lifecycle
///   component: "*"
/// ```
///
/// Rule from: `leadermigration/config`, ReadLeaderMigrationConfiguration and ValidateLeaderMigrationConfiguration;
/// differs: all problems at once, and a missing `resourceLock` is `leases` in each version.
final class MigrationReader {
    private static final String KIND = "LeaderMigrationConfiguration";
    private static final Pattern VERSION =
            Pattern.compile("controllermanager\\.config\\.k8s\\.io/(v1alpha1|v1beta1|v1)");
    private static final Set<String> FIELDS =
            Set.of("apiVersion", "kind", "leaderName", "resourceLock", "controllerLeaders");
    private static final Set<String> ENTRY_FIELDS = Set.of("name", "component");

    private final List<String> problems = new ArrayList<>();

    private MigrationReader() {}

    static MigrationResult read(String text) {
        return new MigrationReader().result(text);
    }

    private MigrationResult result(String text) {
        Map<?, ?> root = root(text);
        Optional<LeaderMigration> migration = problems.isEmpty() ? Optional.of(migration(root)) : Optional.empty();
        return migration.isPresent() && problems.isEmpty()
                ? new MigrationResult.Accepted(migration.get())
                : new MigrationResult.Rejected(problems);
    }

    private Map<?, ?> root(String text) {
        try {
            var options = new LoaderOptions();
            options.setAllowDuplicateKeys(false);
            @Nullable Object loaded = new Yaml(new SafeConstructor(options)).load(text);
            if (loaded instanceof Map<?, ?> map) {
                checkKind(map);
                return map;
            }
            problem("found no %s in it".formatted(KIND));
        } catch (MarkedYAMLException e) {
            problem("not YAML, or a field twice, in line %d: %s"
                    .formatted(
                            e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1, e.getProblem()));
        } catch (YAMLException | IllegalArgumentException e) {
            // An `IllegalArgumentException` means that a value looks like a number or a date but is none.
            problem("not YAML: " + e.getClass().getSimpleName());
        }
        return Map.of();
    }

    private void checkKind(Map<?, ?> root) {
        String version = textOr(root, "apiVersion", "");
        String kind = textOr(root, "kind", "");
        if (!kind.equals(KIND) || !VERSION.matcher(version).matches()) {
            problem(
                    "found kind \"%s\" of \"%s\", expected %s of controllermanager.config.k8s.io, v1, v1beta1 or v1alpha1"
                            .formatted(kind, version, KIND));
        }
    }

    private LeaderMigration migration(Map<?, ?> root) {
        checkFields(root, FIELDS, "");
        String leaderName = textOr(root, "leaderName", "");
        if (leaderName.isEmpty()) {
            problem("leaderName is missing, expected the name of a Lease");
        }
        return new LeaderMigration(leaderName, lock(root), leaders(root));
    }

    private LeaderMigration.Lock lock(Map<?, ?> root) {
        String lock = textOr(root, "resourceLock", "leases");
        return switch (lock) {
            case "leases", "" -> LeaderMigration.Lock.LEASES;
            case "endpoints" -> LeaderMigration.Lock.ENDPOINTS;
            default -> {
                problem("resourceLock: found \"%s\", expected leases".formatted(lock));
                yield LeaderMigration.Lock.LEASES;
            }
        };
    }

    private List<ControllerLeader> leaders(Map<?, ?> root) {
        Object found = root.get("controllerLeaders");
        if (found == null) {
            return List.of();
        }
        if (!(found instanceof List<?> entries)) {
            problem("controllerLeaders: expected a list of name and component");
            return List.of();
        }
        var leaders = new ArrayList<ControllerLeader>();
        for (int i = 0; i < entries.size(); i++) {
            leaders.add(leader(entries.get(i), "controllerLeaders[%d]".formatted(i)));
        }
        return leaders;
    }

    private ControllerLeader leader(@Nullable Object entry, String place) {
        Map<?, ?> fields = entry instanceof Map<?, ?> map ? map : Map.of();
        checkFields(fields, ENTRY_FIELDS, place + ".");
        return new ControllerLeader(required(fields, "name", place), required(fields, "component", place));
    }

    private String required(Map<?, ?> fields, String field, String place) {
        String word = textOr(fields, field, "");
        if (word.isEmpty()) {
            problem("%s.%s is missing".formatted(place, field));
        }
        return word;
    }

    private void checkFields(Map<?, ?> fields, Set<String> known, String prefix) {
        for (Object field : fields.keySet()) {
            if (!(field instanceof String name) || !known.contains(name)) {
                problem("unknown field \"%s%s\"".formatted(prefix, field));
            }
        }
    }

    private String textOr(Map<?, ?> fields, String field, String otherwise) {
        Object value = fields.get(field);
        if (value == null) {
            return otherwise;
        }
        if (value instanceof String word) {
            return word;
        }
        problem("%s: expected a word".formatted(field));
        return otherwise;
    }

    private void problem(String sentence) {
        problems.add(sentence);
    }
}
