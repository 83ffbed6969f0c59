package dev.vspherecloud.ccm.application.explain;

import dev.vspherecloud.ccm.application.print.NodeCountText;
import dev.vspherecloud.ccm.application.print.PageStyle;
import dev.vspherecloud.ccm.application.print.TerminalPage;
import dev.vspherecloud.ccm.application.print.TextTable;
import dev.vspherecloud.ccm.application.print.Tint;
import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.vm.Vm;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Creates the text output of `explain node --all`: a line for each Node, then the vCenters that did not answer,
/// then a summary.
public final class ExplanationTable {
    private static final String NONE = "-";

    private ExplanationTable() {}

    /// A column of the table.
    private enum Column {
        NODE("NODE", explained -> explained.node().name().value()),
        VM("VM", explained -> explained
                .vm()
                .map(vm -> "%s (%s)".formatted(vm.name(), vm.identity().ref().moref()))
                .orElse(NONE)),
        VCENTER("VCENTER", explained -> explained.vm().map(Vm::vcenter).orElse(NONE)),
        ADDRESSES("ADDRESSES", explained -> addresses(explained.node().addresses())),
        ZONE("ZONE", explained -> label(explained, LabelChange.ZONE)),
        REGION("REGION", explained -> label(explained, LabelChange.REGION)),
        INSTANCE_TYPE("INSTANCE-TYPE", explained -> label(explained, LabelChange.INSTANCE_TYPE)),
        POWER("POWER", explained -> explained.vm().map(vm -> vm.power().text()).orElse(NONE)),
        TOOLS("TOOLS", explained -> explained
                .vm()
                .map(vm -> vm.guest().toolsRunning() ? "running" : "not running")
                .orElse(NONE)),
        PROVIDER_ID(
                "PROVIDER-ID",
                explained -> explained.node().providerId().isEmpty()
                        ? NONE
                        : explained.node().providerId()),
        NEXT("NEXT", explained -> explained.next().code()),
        STATE("STATE", explained -> explained.state().toString());

        private static final Set<Column> WIDE = EnumSet.of(REGION, INSTANCE_TYPE, POWER, TOOLS, PROVIDER_ID, NEXT);

        private final String title;
        private final Function<Explanation, String> cell;

        Column(String title, Function<Explanation, String> cell) {
            this.title = title;
            this.cell = cell;
        }

        private static List<Column> all(boolean isWide) {
            return Arrays.stream(values())
                    .filter(column -> isWide || !WIDE.contains(column))
                    .toList();
        }
    }

    /// Returns the table.
    ///
    /// @param isWide true for more columns
    public static String of(List<Explanation> explained, boolean isWide, PageStyle style) {
        return table(explained, isWide, style) + "\n" + silentVcenters(explained, style) + summary(explained) + "\n";
    }

    /// Returns only the header and a line for each Node.
    public static List<String> lines(List<Explanation> explained, boolean isWide, PageStyle style) {
        return table(explained, isWide, style).lines();
    }

    private static TextTable table(List<Explanation> explained, boolean isWide, PageStyle style) {
        List<Column> columns = Column.all(isWide);
        var table = new TextTable(columns.stream().map(column -> column.title).toList(), style);
        explained.forEach(each -> table.row(
                columns.stream().map(column -> column.cell.apply(each)).toList(),
                each.state().kind().tint()));
        return table;
    }

    private static String label(Explanation explained, String key) {
        return explained.node().meta().labels().getOrDefault(key, NONE);
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

    private static String silentVcenters(List<Explanation> explained, PageStyle style) {
        return explained.stream()
                .map(Explanation::silentVcenters)
                .flatMap(Collection::stream)
                .distinct()
                .map(silence -> line(silence, style) + "\n")
                .collect(Collectors.joining());
    }

    private static String line(VmLookup.Silence silence, PageStyle style) {
        return new TerminalPage(style)
                .heading("vCenter %s did not answer:".formatted(silence.vcenter()), Tint.BAD)
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
