package dev.vspherecloud.ccm.application.explain;

import dev.vspherecloud.ccm.domain.node.InitialisationPatch;
import dev.vspherecloud.ccm.domain.node.NodeDecision;
import dev.vspherecloud.domain.vm.ProviderId;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The next action of the provider for a Node.
///
/// @param code the name of the action in JSON
/// @param text a sentence that describes the action
record NextStep(String code, String text) {
    static NextStep of(NodeDecision decision, boolean uninitialized, Ownership ownership) {
        return switch (decision) {
            case NodeDecision.Initialise(var _, var _, InitialisationPatch patch) ->
                new NextStep(
                        "initialise",
                        "Initialise the Node: write its addresses, then %sthe labels and the annotations that record its VM, and remove the taint in the same step."
                                .formatted(patch.providerId()
                                        .map(ProviderId::toString)
                                        .map(id -> "the provider ID " + id + ", ")
                                        .orElse("")));
            case NodeDecision.UpdateAddresses _ ->
                new NextStep("updateAddresses", "Write the addresses that are listed above.");
            case NodeDecision.Relabel(Map<String, String> labels, String why) ->
                new NextStep("relabel", "Set the labels %s: %s.".formatted(pairs(labels), why));
            case NodeDecision.RecordVm _ ->
                new NextStep("remember", "Write the annotations that record the Node's VM, and nothing else.");
            case NodeDecision.Blocked _
            when uninitialized ->
                new NextStep(
                        "blocked",
                        "Wait: the taint stays. The provider evaluates the Node again as soon as the VM, an object above it, or the configuration changes.");
            case NodeDecision.Blocked _ -> new NextStep("blocked", "Nothing: the Node keeps what it has.");
            case NodeDecision.Ignore()
            when ownership == Ownership.FOREIGN ->
                new NextStep(
                        "leave",
                        "Nothing: the Node belongs to another provider. This provider does not look up its VM and writes nothing to it.");
            case NodeDecision.Ignore() ->
                new NextStep("leave", "Nothing: the Node is initialised, has no provider ID, and its VM is not known.");
            case NodeDecision.Wait() -> new NextStep("wait", "Wait: a vCenter has not answered yet.");
            case NodeDecision.NoChange() -> new NextStep("settled", "Nothing: there is nothing to write.");
        };
    }

    private static String pairs(Map<String, String> labels) {
        return new TreeMap<>(labels)
                .entrySet().stream().map(Map.Entry::toString).collect(Collectors.joining(", "));
    }
}
