package dev.vspherecloud.kubernetes.access;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.kubernetes.ApiJson;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.KubeException.Kind;
import dev.vspherecloud.text.YamlEntries;
import dev.vspherecloud.text.YamlResult;
import dev.vspherecloud.text.YamlText;
import dev.vspherecloud.text.YamlText.FurtherDocuments;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/// A mapping of a kubeconfig and its place, such as `users["admin"].user`.
///
/// Each value has the type that the field has in client-go. A number in place of a text is an error; a missing
/// value and `null` count as empty. Errors name the place and never show the value.
///
/// Rule from: client-go, tools/clientcmd/api/v1/types.go, read by sigs.k8s.io/yaml: if a key is given twice,
/// the last value counts; unknown keys are skipped, and so is everything after the first document.
final class KubeconfigNode {
    private static final int MAX_DEPTH = 20;

    private final Path file;
    private final String place;
    private final Map<String, Node> values;

    private KubeconfigNode(Path file, String place, Map<String, Node> values) {
        this.file = file;
        this.place = place;
        this.values = values;
    }

    /// Parses the whole file. A file without content is an empty mapping.
    static KubeconfigNode parse(Path file, String text) {
        return switch (YamlText.read(text, FurtherDocuments.IGNORED)) {
            case YamlResult.Document(MappingNode mapping, var _) ->
                new KubeconfigNode(file, "", YamlEntries.last(mapping));
            case YamlResult.Document(Node root, var _) when isNull(root) -> new KubeconfigNode(file, "", Map.of());
            case YamlResult.Empty() -> new KubeconfigNode(file, "", Map.of());
            case YamlResult.Document _, YamlResult.Malformed _ -> throw invalidYaml(file);
        };
    }

    private static KubeException invalidYaml(Path file) {
        return invalid(file, "it is not YAML of kind Config");
    }

    static KubeException invalid(Path file, String why) {
        return new KubeException(
                Kind.CONFIG_INVALID,
                "the kubeconfig \"%s\" is not valid: %s; correct it, or name another with --kubeconfig"
                        .formatted(file, why));
    }

    /// Returns the exception for an invalid value of a key.
    KubeException invalid(String key, String why) {
        return invalid(file, place(key) + ": " + why);
    }

    String place(String key) {
        return place.isEmpty() ? key : place + "." + key;
    }

    /// Returns the mapping below a key; empty if the key has no value.
    Optional<KubeconfigNode> mapping(String key) {
        return value(key).map(node -> mapping(node, place(key)));
    }

    private KubeconfigNode mapping(Node node, String where) {
        if (node instanceof MappingNode mapping) {
            return new KubeconfigNode(file, where, YamlEntries.last(mapping));
        }
        throw invalid(file, "%s: found %s, expected keys with values".formatted(where, kind(node)));
    }

    String text(String key) {
        return value(key).map(node -> text(node, place(key))).orElse("");
    }

    private String text(Node node, String where) {
        if (node instanceof ScalarNode scalar && isText(scalar)) {
            return scalar.getValue();
        }
        throw invalid(file, "%s: found %s, expected text; put it between single quotes".formatted(where, kind(node)));
    }

    boolean flag(String key) {
        return value(key).map(node -> flag(node, place(key))).orElse(false);
    }

    private boolean flag(Node node, String where) {
        if (node instanceof ScalarNode scalar && scalar.getTag().equals(Tag.BOOL)) {
            return Set.of("true", "yes", "on", "y").contains(scalar.getValue().toLowerCase(Locale.ROOT));
        }
        throw invalid(file, "%s: found %s, expected true or false".formatted(where, kind(node)));
    }

    /// Returns the base64-decoded text of a key; empty if the key has no value.
    String decoded(String key) {
        String encoded = text(key).replaceAll("[\r\n]", "");
        try {
            if (encoded.length() % 4 == 0) {
                return new String(Base64.getDecoder().decode(encoded), StandardCharsets.ISO_8859_1);
            }
        } catch (IllegalArgumentException _) {
            // The exception is thrown below, because the decoder's message would quote a character of the
            // value.
        }
        throw invalid(key, "found text that is not base64, expected a PEM file in base64 (RFC 4648); encode it again");
    }

    List<String> texts(String key) {
        return value(key).map(node -> texts(node, place(key))).orElse(List.of());
    }

    private List<String> texts(Node node, String where) {
        var texts = new ArrayList<String>();
        for (Node each : list(node, where)) {
            texts.add(isNull(each) ? "" : text(each, where + "[" + texts.size() + "]"));
        }
        return texts;
    }

    /// Returns the mapping below a key, whose values are lists of text.
    Map<String, List<String>> textLists(String key) {
        var lists = new LinkedHashMap<String, List<String>>();
        mapping(key)
                .ifPresent(map -> map.values.forEach((name, node) -> {
                    if (!isNull(node)) {
                        lists.put(name, map.texts(node, map.place(name)));
                    }
                }));
        return lists;
    }

    /// Returns the mappings in the list below a key. Each has a path for error messages that contains its index, such
    /// as `users[2]`.
    List<KubeconfigNode> items(String key) {
        var items = new ArrayList<KubeconfigNode>();
        for (Node each : value(key).map(node -> list(node, place(key))).orElse(List.of())) {
            String where = place(key) + "[" + items.size() + "]";
            items.add(isNull(each) ? new KubeconfigNode(file, where, Map.of()) : mapping(each, where));
        }
        return items;
    }

    /// Returns the mappings in the list below a key by their `name`; the path of each contains its name, such
    /// as `users["admin"]`.
    Map<String, KubeconfigNode> named(String key) {
        var named = new LinkedHashMap<String, KubeconfigNode>();
        for (KubeconfigNode item : items(key)) {
            String name = item.text("name");
            var known = new KubeconfigNode(file, "%s[\"%s\"]".formatted(place(key), name), item.values);
            if (named.put(name, known) != null) {
                throw known.invalid("name", "found twice, expected each name once; rename or remove one");
            }
        }
        return named;
    }

    /// Returns the value of a key, whatever its type, as JSON; empty if the key has no value.
    Optional<Json> json(String key) {
        return value(key).map(node -> toJson(node, place(key), 0));
    }

    private Json toJson(Node node, String where, int depth) {
        if (depth > MAX_DEPTH) {
            throw invalid(file, where + ": found more than %d levels; remove some".formatted(MAX_DEPTH));
        }
        return switch (node) {
            case MappingNode mapping -> {
                var members = new LinkedHashMap<String, Json>();
                YamlEntries.last(mapping).forEach((key, value) -> members.put(key, toJson(value, where, depth + 1)));
                yield Json.object(members);
            }
            case SequenceNode list -> Json.items(list.getValue(), each -> toJson(each, where, depth + 1));
            case ScalarNode scalar -> toJson(scalar, where);
            default -> throw invalid(file, where + ": found " + kind(node) + ", expected plain values");
        };
    }

    private Json toJson(ScalarNode scalar, String where) {
        if (isNull(scalar)) {
            return Json.nothing();
        }
        if (scalar.getTag().equals(Tag.BOOL)) {
            return Json.of(flag(scalar, where));
        }
        try {
            return isText(scalar)
                    ? Json.of(scalar.getValue())
                    : ApiJson.tree(scalar.getValue().getBytes(StandardCharsets.UTF_8));
        } catch (KubeException _) {
            throw invalid(file, where + ": found a number in a form that JSON does not have; put it in quotes");
        }
    }

    private Optional<Node> value(String key) {
        return Optional.ofNullable(values.get(key)).filter(node -> !isNull(node));
    }

    private List<Node> list(Node node, String where) {
        if (node instanceof SequenceNode list) {
            return list.getValue();
        }
        throw invalid(file, "%s: found %s, expected a list".formatted(where, kind(node)));
    }

    /// Returns true if the scalar is a text for Go's parser. YAML 1.1 reads `12:30` as a number and
    /// `2026-01-02` as a time; Go's parser does not.
    private static boolean isText(ScalarNode scalar) {
        Tag tag = scalar.getTag();
        return tag.equals(Tag.STR)
                || tag.equals(Tag.TIMESTAMP)
                || (tag.equals(Tag.INT) && scalar.getValue().contains(":"));
    }

    private static boolean isNull(Node node) {
        return node.getTag().equals(Tag.NULL);
    }

    /// Returns the kind of a node for messages; never its value.
    private static String kind(Node node) {
        return switch (node) {
            case MappingNode _ -> "keys with values";
            case SequenceNode _ -> "a list";
            case ScalarNode scalar when isText(scalar) -> "text";
            case ScalarNode scalar when scalar.getTag().equals(Tag.BOOL) -> "true or false";
            case ScalarNode scalar when isNull(scalar) -> "nothing";
            case ScalarNode scalar
            when scalar.getTag().equals(Tag.INT) || scalar.getTag().equals(Tag.FLOAT) -> "a number";
            default -> "a value with a tag (it begins with \"!\")";
        };
    }

    /// Returns the place only, because the values may be credentials.
    @Override
    public String toString() {
        return "KubeconfigNode[" + place + "]";
    }
}
