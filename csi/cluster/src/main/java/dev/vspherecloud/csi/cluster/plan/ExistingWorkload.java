package dev.vspherecloud.csi.cluster.plan;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.watch.ObjectReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A Deployment or DaemonSet in the namespace of the driver.
///
/// @param wanted  how many Pods it should have
/// @param running how many Pods it has
public record ExistingWorkload(String name, long wanted, long running, List<Container> containers) {
    static final ObjectReader<ExistingWorkload> READER = new ObjectReader<>(
            JsonFields.of(
                    "metadata.name",
                    "spec.replicas",
                    "status.replicas",
                    "status.desiredNumberScheduled",
                    "status.currentNumberScheduled",
                    "spec.template.spec.containers.name",
                    "spec.template.spec.containers.image",
                    "spec.template.spec.containers.command",
                    "spec.template.spec.containers.args",
                    "spec.template.spec.containers.env.name",
                    "spec.template.spec.containers.env.value"),
            ExistingWorkload::read);

    public ExistingWorkload {
        containers = List.copyOf(containers);
    }

    /// A container in the template of the Pods.
    ///
    /// @param flags       the last value of each flag by its name without dashes; empty for a flag without a value
    /// @param environment only the variables with a literal value
    public record Container(String name, String image, Map<String, String> flags, Map<String, String> environment) {
        public Container {
            flags = Map.copyOf(flags);
            environment = Map.copyOf(environment);
        }

        /// Returns the value of a flag; empty if the container does not have it.
        public Optional<String> flag(String name) {
            return Optional.ofNullable(flags.get(name));
        }

        /// Returns the last component of the image without its tag, such as `csi-provisioner`.
        public String program() {
            String last = image.substring(image.lastIndexOf('/') + 1);
            return last.replaceFirst("[:@].*$", "");
        }

        /// Returns the tag of the image; empty if it has none.
        public String tag() {
            String last = image.substring(image.lastIndexOf('/') + 1).replaceFirst("@.*$", "");
            int colon = last.indexOf(':');
            return colon < 0 ? "" : last.substring(colon + 1);
        }
    }

    /// Returns the container with this name.
    public Optional<Container> container(String name) {
        return containers.stream().filter(each -> each.name().equals(name)).findFirst();
    }

    private static ExistingWorkload read(Json workload) {
        boolean isDaemonSet = workload.has("status", "desiredNumberScheduled");
        return new ExistingWorkload(
                workload.find("metadata", "name").asText(),
                isDaemonSet
                        ? workload.find("status", "desiredNumberScheduled").asLong()
                        : workload.find("spec", "replicas").asLong(),
                workload.find("status", isDaemonSet ? "currentNumberScheduled" : "replicas")
                        .asLong(),
                workload.find("spec", "template", "spec", "containers").items().stream()
                        .map(ExistingWorkload::container)
                        .toList());
    }

    private static Container container(Json container) {
        var environment = new LinkedHashMap<String, String>();
        container
                .find("env")
                .items()
                .forEach(variable -> environment.put(
                        variable.find("name").asText(), variable.find("value").asText()));
        var words = new ArrayList<String>();
        container.find("command").items().forEach(word -> words.add(word.asText()));
        container.find("args").items().forEach(word -> words.add(word.asText()));
        return new Container(
                container.find("name").asText(), container.find("image").asText(), flags(words), environment);
    }

    /// Reads flags as Go's `flag` package does: `-name=value`, `--name=value`, `--name value`.
    private static Map<String, String> flags(List<String> words) {
        var flags = new LinkedHashMap<String, String>();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (!word.startsWith("-")) {
                continue;
            }
            String body = word.replaceFirst("^--?", "");
            int equals = body.indexOf('=');
            if (equals >= 0) {
                flags.put(body.substring(0, equals), body.substring(equals + 1));
            } else if (i + 1 < words.size() && !words.get(i + 1).startsWith("-")) {
                flags.put(body, words.get(++i));
            } else {
                flags.put(body, "");
            }
        }
        return flags;
    }
}
