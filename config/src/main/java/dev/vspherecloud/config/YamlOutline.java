package dev.vspherecloud.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/// Takes a YAML configuration apart without losing a word: what nobody here reads becomes a comment.
final class YamlOutline {
    private final YamlSource source;
    private final OutlineBuilder outline;

    private YamlOutline(YamlSource source, OutlineBuilder outline) {
        this.source = source;
        this.outline = outline;
    }

    /// @param text     one that the YAML reader accepts
    /// @param problems gets a warning for whatever becomes a comment
    static Outline of(String file, String text, Problems problems) {
        var source = YamlSource.of(file, text);
        var outline = new OutlineBuilder(problems);
        source.remarks().forEach(outline::comment);
        if (YamlText.compose(file, text, new Problems()).orElseThrow() instanceof MappingNode root) {
            new YamlOutline(source, outline).sections(root);
        }
        source.second().ifPresent(mark -> outline.keepSection(source.rest(mark), "nothing reads a second document"));
        return outline.built();
    }

    private void sections(MappingNode root) {
        Map<NodeTuple, Passage> passages = passages(root);
        for (NodeTuple section : YamlEntries.of(root)) {
            Optional<Title> title = Title.ofYaml(name(section));
            if (title.isEmpty()) {
                keep(section, passages, "nothing here reads this section");
            } else if (title.get().isNamed()) {
                named(title.get(), section);
            } else {
                section(title.get(), Optional.empty(), section);
            }
        }
    }

    /// Of two with one name the last counts.
    private void named(Title title, NodeTuple group) {
        if (!(group.getValueNode() instanceof MappingNode mapping)) {
            return;
        }
        Map<NodeTuple, Passage> passages = passages(mapping);
        List<NodeTuple> all = YamlEntries.of(mapping);
        var last = new HashMap<String, NodeTuple>();
        all.forEach(each -> last.put(name(each), each));
        for (NodeTuple each : all) {
            if (last.get(name(each)) == each) {
                section(title, Optional.of(name(each)), each);
            } else {
                keep(each, passages, "given again, and the last one counts");
            }
        }
        all.stream()
                .findFirst()
                .ifPresent(first -> outline.head(head(group), head(first).start()));
    }

    private void section(Title title, Optional<String> name, NodeTuple section) {
        OutlineBuilder.Draft draft = outline.block(title, name, head(section));
        if (section.getValueNode() instanceof MappingNode mapping) {
            Map<NodeTuple, Passage> passages = passages(mapping);
            for (NodeTuple pair : YamlEntries.of(mapping)) {
                line(title, draft, pair, passages);
            }
        }
    }

    private void line(Title title, OutlineBuilder.Draft draft, NodeTuple pair, Map<NodeTuple, Passage> passages) {
        Optional<Label> label = Label.ofYaml(title, name(pair));
        Optional<List<String>> words = words(pair.getValueNode());
        if (label.isPresent() && words.isPresent()) {
            List<String> all = words.get().stream()
                    .map(word -> label.get().unambiguous(Dialect.YAML, word))
                    .toList();
            draft.line(label.get(), all, passages.getOrDefault(pair, head(pair)));
        } else {
            keep(draft, pair, passages, label.isPresent() ? "this value has no form in INI" : title.unread());
        }
    }

    /// A text, or the texts of a list; nothing is an empty text.
    private static Optional<List<String>> words(Node node) {
        return switch (node) {
            case ScalarNode scalar -> Optional.of(List.of(text(scalar)));
            case SequenceNode list
            when list.getValue().stream().allMatch(ScalarNode.class::isInstance) ->
                Optional.of(list.getValue().stream()
                        .map(item -> text((ScalarNode) item))
                        .toList());
            default -> Optional.empty();
        };
    }

    private static String text(ScalarNode scalar) {
        return Tag.NULL.equals(scalar.getTag()) ? "" : scalar.getValue();
    }

    /// Keeps what stands here; what is taken over from elsewhere is kept there.
    private static void keep(OutlineBuilder.Draft draft, NodeTuple pair, Map<NodeTuple, Passage> passages, String why) {
        Optional.ofNullable(passages.get(pair)).ifPresent(passage -> draft.keep(name(pair), passage, why));
    }

    private void keep(NodeTuple section, Map<NodeTuple, Passage> passages, String why) {
        Optional.ofNullable(passages.get(section)).ifPresent(passage -> outline.keepSection(passage, why));
    }

    private Passage head(NodeTuple pair) {
        Node key = pair.getKeyNode();
        return source.passage(key.getStartMark(), key.getEndMark().getIndex());
    }

    /// What each entry of this mapping is made of. Those that it takes over from elsewhere have their text there.
    private Map<NodeTuple, Passage> passages(MappingNode mapping) {
        var passages = new IdentityHashMap<NodeTuple, Passage>();
        var limits = new ArrayList<Integer>();
        mapping.getValue()
                .forEach(pair -> limits.add(pair.getKeyNode().getStartMark().getIndex()));
        boolean inBrackets = mapping.getFlowStyle() == DumperOptions.FlowStyle.FLOW;
        limits.add(mapping.getEndMark().getIndex() - (inBrackets ? 1 : 0));
        for (int i = 0; i < mapping.getValue().size(); i++) {
            NodeTuple pair = mapping.getValue().get(i);
            passages.put(pair, source.passage(pair.getKeyNode().getStartMark(), limits.get(i + 1)));
        }
        return passages;
    }

    private static String name(NodeTuple pair) {
        return pair.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "";
    }
}
