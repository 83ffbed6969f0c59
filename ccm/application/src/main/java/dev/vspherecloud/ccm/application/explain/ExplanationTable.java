package dev.vspherecloud.ccm.application.explain;

import dev.vspherecloud.ccm.application.print.NodeCountText;
import dev.vspherecloud.ccm.application.print.TerminalPage;
import dev.vspherecloud.ccm.application.print.TextTable;
import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.vm.Vm;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/// Creates the text output of `explain node --all`: a line for each Node, then the vCenters that did not answer,
/// then a summary.
public final class ExplanationTable {
    private static final String NONE = "-";

    private ExplanationTable() {}

    public static String of(List<Explanation> explained) {
        var table = new TextTable(List.of("NODE", "VM", "VCENTER", "ADDRESSES", "ZONE", "STATE"));
        explained.forEach(each -> table.row(row(each)));
        return table + "\n" + silentVcenters(explained) + summary(explained) + "\n";
    }

    private static List<String> row(Explanation explained) {
        return List.of(
                explained.node().name().value(),
                explained
                        .vm()
                        .map(vm -> "%s (%s)"
                                .formatted(vm.name(), vm.identity().ref().moref()))
                        .orElse(NONE),
                explained.vm().map(Vm::vcenter).orElse(NONE),
                addresses(explained.node().addresses()),
                explained.node().meta().labels().getOrDefault(LabelChange.ZONE, NONE),
                explained.state().toString());
    }

    private static String addresses(List<NodeAddress> addresses) {
        String ips = addresses.stream()
                .filter(address -> address.type() == NodeAddress.Type.INTERNAL_IP
                        || address.type() == NodeAddress.Type.EXTERNAL_IP)
                .map(NodeAddress::text)
                .distinct()
                .collect(Collectors.joining(","));
        return ips.isEmpty() ? NONE : ips;
    }

    private static String silentVcenters(List<Explanation> explained) {
        return explained.stream()
                .map(Explanation::silentVcenters)
                .flatMap(Collection::stream)
                .distinct()
                .map(silence -> line(silence) + "\n")
                .collect(Collectors.joining());
    }

    private static String line(VmLookup.Silence silence) {
        return new TerminalPage()
                .heading("vCenter %s did not answer:".formatted(silence.vcenter()))
                .paragraph(silence.why())
                .toString();
    }

    /// Returns the number of Nodes by state, for example `3 Nodes: 2 ready, 1 waits`.
    private static String summary(List<Explanation> explained) {
        List<NodeSummary.Kind> states =
                explained.stream().map(each -> each.state().kind()).toList();
        String counts = Arrays.stream(NodeSummary.Kind.values())
                .filter(states::contains)
                .map(kind -> states.stream().filter(kind::equals).count() + " " + kind.text())
                .collect(Collectors.joining(", ", ": ", ""));
        return NodeCountText.nodes(states.size()) + (states.isEmpty() ? "" : counts);
    }
}
