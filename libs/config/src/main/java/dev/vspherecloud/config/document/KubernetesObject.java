package dev.vspherecloud.config.document;

import dev.vspherecloud.text.YamlEntries;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;

/// Recognises a whole Kubernetes object, or a kubeconfig, in place of the configuration that it contains.
final class KubernetesObject {
    private static final Pattern KIND = Pattern.compile("[A-Za-z]{1,40}");
    private static final Pattern KEY = Pattern.compile("[A-Za-z0-9._-]{1,60}");

    private KubernetesObject() {}

    /// Returns what was found and what to do; empty if the root of the text is no Kubernetes object.
    static Optional<String> mistake(MappingNode root) {
        Map<String, Node> fields = YamlEntries.last(root);
        return Optional.ofNullable(fields.get("kind"))
                .filter(_ -> fields.containsKey("apiVersion"))
                .map(KubernetesObject::text)
                .map(kind -> kind.equals("Config") && fields.containsKey("clusters")
                        ? "found a kubeconfig, expected the vSphere configuration; check the name of the file"
                        : "found a Kubernetes object%s, expected only the configuration in it; %s"
                                .formatted(
                                        KIND.matcher(kind).matches() ? " of kind " + kind : "", advice(kind, fields)));
    }

    private static String advice(String kind, Map<String, Node> fields) {
        Optional<String> plain = key("stringData", fields);
        if (kind.equals("Secret") && plain.isEmpty()) {
            return "use the text below " + key("data", fields).orElse("data.<key>") + ", decoded from base64";
        }
        return kind.equals("ConfigMap") || kind.equals("Secret")
                ? "use the text below " + plain.or(() -> key("data", fields)).orElse("data.<key>")
                : "check the name of the file";
    }

    /// Returns the path of the first key below this field.
    private static Optional<String> key(String field, Map<String, Node> fields) {
        return Optional.ofNullable(fields.get(field))
                .filter(MappingNode.class::isInstance)
                .map(data -> YamlEntries.last((MappingNode) data).keySet().stream()
                        .findFirst()
                        .filter(key -> KEY.matcher(key).matches())
                        .orElse("<key>"))
                .map(key -> field + "." + key);
    }

    private static String text(Node node) {
        return node instanceof ScalarNode scalar ? scalar.getValue() : "";
    }
}
