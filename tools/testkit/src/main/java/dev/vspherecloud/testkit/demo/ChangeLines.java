package dev.vspherecloud.testkit.demo;

import java.io.PrintStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Prints one line for each change of a Node, for logs and pipes.
///
/// Threads: one.
final class ChangeLines implements Display {
    private final PrintStream out;
    private final Map<String, NodeView> shown = new HashMap<>();

    ChangeLines(PrintStream out) {
        this.out = out;
    }

    @Override
    public void showNodes(List<ObservedNode> nodes) {
        for (ObservedNode observedNode : nodes) {
            NodeView node = observedNode.node();
            if (!node.equals(shown.put(node.name(), node))) {
                out.println(line(observedNode));
            }
        }
        out.flush();
    }

    private static String line(ObservedNode observedNode) {
        NodeView node = observedNode.node();
        return Stream.of(
                        node.name() + " is " + node.state(),
                        observedNode.vm(),
                        node.shortProviderId(),
                        node.addresses(),
                        node.zone(),
                        node.shortType())
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("  "));
    }

    @Override
    public void print(String sentence) {
        out.println(sentence);
        out.flush();
    }

    @Override
    public void close() {
        out.flush();
    }
}
