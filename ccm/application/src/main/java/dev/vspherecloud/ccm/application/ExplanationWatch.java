package dev.vspherecloud.ccm.application;

import dev.vspherecloud.ccm.application.explain.Explanation;
import dev.vspherecloud.ccm.application.flag.NodeSelection;
import dev.vspherecloud.ccm.application.print.Output;
import dev.vspherecloud.ccm.cluster.KubeNodes;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.kubernetes.KubeException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/// `explain node --watch`: explains Nodes again when they or their VMs change, until a signal. It watches the Nodes and
/// the vCenters as the provider does, with one session for each vCenter.
///
/// Failures of the API server or of a vCenter do not end it. Each is reported once on standard error, and so is its
/// end.
///
/// Threads: the main thread.
final class ExplanationWatch {
    /// The longest time between two evaluations. A change ends it early; it exists because no event says that the
    /// time for an answer is over.
    private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);

    private record FollowedNode(NodeView view, long since) {}

    private final OneShotLookup lookup;
    private final KubeNodes nodes;
    private final NodeSelection selection;
    private final ExplanationOutput output;
    private final PrintStream out;
    private final PrintStream err;
    private final LongSupplier nanoTime;
    private final Map<NodeName, FollowedNode> followed = new HashMap<>();
    private Set<String> silent = Set.of();
    private boolean hasFailed;

    ExplanationWatch(
            OneShotLookup lookup,
            KubeNodes nodes,
            NodeSelection selection,
            ExplanationOutput output,
            PrintStream out,
            PrintStream err,
            LongSupplier nanoTime) {
        this.lookup = lookup;
        this.nodes = nodes;
        this.selection = selection;
        this.output = output;
        this.out = out;
        this.err = err;
        this.nanoTime = nanoTime;
    }

    /// Prints changes until [OneShotLookup#stop].
    ///
    /// @param onPrint called before each output
    /// @return the last explanation of each Node
    List<Explanation> run(Runnable onPrint) throws InterruptedException {
        List<Explanation> explained = List.of();
        boolean hasBegun = false;
        while (!lookup.isStopped()) {
            reportFailure(onPrint);
            if (nodes.isSynced()) {
                explained = lookup.explanations(follow());
                List<Explanation> settled =
                        explained.stream().filter(this::isSettled).toList();
                if (hasBegun || settled.size() == explained.size()) {
                    hasBegun = true;
                    reportSilence(onPrint);
                    print(output.changes(settled), onPrint);
                }
            }
            lookup.awaitChange(POLL_INTERVAL);
        }
        return explained;
    }

    private boolean isSettled(Explanation explained) {
        FollowedNode node = followed.get(explained.node().name());
        return node == null
                || !OneShotLookup.isWorthWaiting(explained, Duration.ofNanos(nanoTime.getAsLong() - node.since()));
    }

    /// Looks up new and changed Nodes, and forgets those that are gone.
    ///
    /// @return the selected Nodes, sorted by name
    private List<NodeView> follow() {
        List<NodeView> views = nodes.names().stream()
                .filter(this::isSelected)
                .map(nodes::find)
                .flatMap(Optional::stream)
                .sorted(Comparator.comparing(node -> node.name().value()))
                .toList();
        views.forEach(view -> {
            FollowedNode before = followed.get(view.name());
            if (before == null || !before.view().equals(view)) {
                lookup.follow(view);
                followed.put(
                        view.name(), new FollowedNode(view, before == null ? nanoTime.getAsLong() : before.since()));
            }
        });
        Set<NodeName> present = views.stream().map(NodeView::name).collect(Collectors.toSet());
        List<NodeName> gone = followed.keySet().stream()
                .filter(name -> !present.contains(name))
                .toList();
        gone.forEach(name -> {
            followed.remove(name);
            lookup.forget(name);
            output.forget(name);
            Output.report("Node %s is gone, or no longer matches.%n".formatted(name), err);
        });
        return views;
    }

    private boolean isSelected(NodeName name) {
        return switch (selection) {
            case NodeSelection.Named(List<NodeName> names) -> names.contains(name);
            case NodeSelection.Matching _ -> true;
        };
    }

    private void reportFailure(Runnable onPrint) {
        Optional<KubeException> failure = nodes.failure();
        if (failure.isPresent() != hasFailed) {
            hasFailed = failure.isPresent();
            report(
                    failure.map(e -> "Warning: cannot watch the Nodes, will try again: %s%n".formatted(e.getMessage()))
                            .orElse("The Nodes can be watched again.\n"),
                    onPrint);
        }
    }

    private void reportSilence(Runnable onPrint) {
        Map<String, String> now = new TreeMap<>(lookup.silentVcenters().stream()
                .collect(Collectors.toMap(VmLookup.Silence::vcenter, VmLookup.Silence::why, (one, _) -> one)));
        now.forEach((vcenter, why) -> {
            if (!silent.contains(vcenter)) {
                report("Warning: vCenter %s did not answer: %s%n".formatted(vcenter, why), onPrint);
            }
        });
        silent.stream()
                .filter(vcenter -> !now.containsKey(vcenter))
                .forEach(vcenter -> report("vCenter %s answers again.%n".formatted(vcenter), onPrint));
        silent = Set.copyOf(now.keySet());
    }

    private void print(String text, Runnable onPrint) {
        if (!text.isEmpty()) {
            onPrint.run();
            Output.print(text, out);
        }
    }

    private void report(String line, Runnable onPrint) {
        onPrint.run();
        Output.report(line, err);
    }
}
