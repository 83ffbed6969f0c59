package dev.vspherecloud.text;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/// Collects the entries of a YAML mapping, including those from other mappings by merge keys (`<<: *other`).
///
/// A mapping's own keys override merged ones. This class merges instead of the library, since the library never
/// returns from a mapping that merges itself. Each mapping is merged at most once, so the cost is bounded by
/// the length of the text, even for circular or exponentially nested merges.
public final class YamlEntries {
    private final List<NodeTuple> entries = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private final Set<Node> merged = Collections.newSetFromMap(new IdentityHashMap<>());

    private YamlEntries() {}

    /// Returns all entries of a mapping; within one mapping a name may occur twice.
    public static List<NodeTuple> all(MappingNode mapping) {
        var collected = new YamlEntries();
        collected.merge(mapping);
        return collected.entries;
    }

    /// Returns the values of a mapping by their names, without keys that are not scalars. If a name is given
    /// twice, the last value counts.
    public static Map<String, Node> last(MappingNode mapping) {
        var last = new LinkedHashMap<String, Node>();
        for (NodeTuple entry : all(mapping)) {
            if (entry.getKeyNode() instanceof ScalarNode name) {
                last.put(name.getValue(), entry.getValueNode());
            }
        }
        return last;
    }

    /// Adds the entries of this mapping whose names are not collected yet.
    private void merge(MappingNode mapping) {
        if (!merged.add(mapping)) {
            return;
        }
        List<NodeTuple> fresh = mapping.getValue().stream()
                .filter(entry -> !isMerge(entry) && !names.contains(name(entry)))
                .toList();
        entries.addAll(fresh);
        fresh.forEach(entry -> names.add(name(entry)));
        mapping.getValue().stream().filter(YamlEntries::isMerge).forEach(entry -> mergeAll(entry.getValueNode()));
    }

    private void mergeAll(Node source) {
        if (source instanceof MappingNode mapping) {
            merge(mapping);
        } else if (source instanceof SequenceNode list && merged.add(list)) {
            list.getValue().forEach(this::mergeAll);
        }
    }

    private static boolean isMerge(NodeTuple entry) {
        return Tag.MERGE.equals(entry.getKeyNode().getTag());
    }

    private static String name(NodeTuple entry) {
        return entry.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "";
    }
}
