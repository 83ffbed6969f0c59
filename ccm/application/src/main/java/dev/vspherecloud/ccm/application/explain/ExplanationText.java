package dev.vspherecloud.ccm.application.explain;

import dev.vspherecloud.ccm.application.print.PageStyle;
import dev.vspherecloud.ccm.application.print.TerminalPage;
import dev.vspherecloud.ccm.domain.address.AddressChoice;
import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.ccm.domain.node.NodeDecision;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.Namesake;
import dev.vspherecloud.domain.identity.VmCandidate;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.topology.AncestorVerdict;
import dev.vspherecloud.domain.topology.TopologyChoice;
import dev.vspherecloud.domain.vm.Guest;
import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.Tag;
import dev.vspherecloud.domain.vm.TagState;
import dev.vspherecloud.domain.vm.Vm;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Creates the text output of `explain node NAME`.
public final class ExplanationText {
    private static final String NONE = "-";

    private ExplanationText() {}

    public static String of(Explanation explained, PageStyle style) {
        var page = new TerminalPage(style);
        node(explained, page);
        machine(explained, page);
        candidates(explained, page);
        addresses(explained, page);
        places(explained, page);
        labels(explained, page);
        reasons(explained, page);
        page.heading("What the provider does now").paragraph(explained.next().text());
        return page.toString();
    }

    private static void node(Explanation explained, TerminalPage page) {
        NodeView node = explained.node();
        page.heading(
                        "Node %s: %s".formatted(node.name(), explained.state()),
                        explained.state().kind().tint())
                .rows(List.of(
                        List.of("provider ID", orNone(node.providerId())),
                        List.of("system UUID", orNone(node.systemUuid())),
                        List.of(
                                "taint",
                                node.isUninitialised() ? NodeView.UNINITIALIZED : "none, the Node is initialised"),
                        List.of("managed by", ownership(explained))));
    }

    private static String ownership(Explanation explained) {
        return switch (explained.ownership()) {
            case OURS -> "this provider";
            case FOREIGN -> "another provider, by its provider ID";
            case UNPROVEN -> "not known: the Node has no provider ID, and its VM is not known";
        };
    }

    private static void machine(Explanation explained, TerminalPage page) {
        explained.lookup().ifPresent(lookup -> machine(lookup, explained, page));
        if (!explained.silentVcenters().isEmpty()) {
            page.heading("vCenters that did not answer")
                    .rows(explained.silentVcenters().stream()
                            .map(silence -> List.of(silence.vcenter(), silence.why()))
                            .toList());
        }
    }

    private static void machine(VmLookup lookup, Explanation explained, TerminalPage page) {
        switch (lookup) {
            case VmLookup.Found(Vm vm, String why, var _) -> machine(vm, why, page);
            case VmLookup.Missing(List<String> asked, var namesake) -> {
                page.heading("VM: none").paragraph("Searched vCenter %s.".formatted(String.join(", ", asked)));
                namesake.ifPresent(other -> page.paragraph(
                                "This VM has the Node's name but another UUID, so the provider does not use it:")
                        .rows(List.of(namesake(other))));
            }
            case VmLookup.Unknown _ ->
                page.heading("VM: not known, because not every vCenter answered")
                        .paragraph(
                                "The Node stays, unless the vCenter that had its VM shows that the VM was destroyed.");
            case VmLookup.Pending _ -> page.heading("VM: not known yet, because the vCenters did not answer in time");
            case VmLookup.Unreadable(VmCandidate.Unreadable vm) ->
                page.heading("VM: none chosen")
                        .paragraph("VM %s may be the VM of this Node, but it cannot be read.".formatted(vm));
            case VmLookup.Ambiguous _,
                    VmLookup.Conflict _,
                    VmLookup.Elsewhere _,
                    VmLookup.Placeholder _,
                    VmLookup.Template _ -> page.heading("VM: none chosen");
        }
        if (!explained.otherVms().isEmpty()) {
            page.paragraph("These VMs match the identity of the Node:")
                    .rows(explained.otherVms().stream()
                            .map(ExplanationText::candidate)
                            .toList());
        }
    }

    private static List<String> namesake(Namesake namesake) {
        Vm vm = namesake.vm();
        return List.of(
                vm.toString(),
                vm.power().text(),
                "BIOS UUID " + vm.identity().biosUuid(),
                namesake.owner().map("VM of Node %s"::formatted).orElse("not the VM of another Node"));
    }

    private static List<String> candidate(Vm vm) {
        return List.of(
                vm.toString(),
                vm.power().text(),
                vm.role().text(),
                "instance UUID " + vm.identity().instanceUuid());
    }

    private static void machine(Vm vm, String why, TerminalPage page) {
        Guest guest = vm.guest();
        page.heading("VM " + vm)
                .rows(List.of(
                        List.of("why this VM", why),
                        List.of("BIOS UUID", vm.identity().biosUuid().toString()),
                        List.of("instance UUID", vm.identity().instanceUuid().toString()),
                        List.of("power", vm.power().text()),
                        List.of("connection", vm.connection().text()),
                        List.of("VMware Tools", guest.toolsRunning() ? "running" : "not running"),
                        List.of("host name", orNone(guest.hostName()))));
    }

    private static void candidates(Explanation explained, TerminalPage page) {
        Optional<AddressChoice> choice = explained.verdict().addresses();
        if (choice.isEmpty()) {
            return;
        }
        page.heading("Addresses of the guest");
        List<CandidateAddress> candidates = explained.candidates();
        if (candidates.isEmpty()) {
            page.paragraph("VMware Tools report none.");
        } else {
            List<CandidateAddress> shown = candidates.stream()
                    .filter(each -> each.isEvaluated() && !each.isOffDevice())
                    .toList();
            if (!shown.isEmpty()) {
                page.table(
                        List.of("ADDRESS", "NIC", "NETWORK", "VERDICT"),
                        shown.stream().map(ExplanationText::row));
            }
            together(
                    candidates.stream().filter(each -> !each.isEvaluated()),
                    CandidateAddress::rule,
                    ExplanationText::onNic,
                    page);
            together(
                    candidates.stream().filter(CandidateAddress::isOffDevice),
                    _ -> "not on a virtual NIC of the VM",
                    CandidateAddress::withPrefix,
                    page);
        }
    }

    /// Prints a paragraph for each rule: the rule, then all items to which the rule applies.
    private static <T> void together(
            Stream<T> items, Function<T, String> rule, Function<T, String> item, TerminalPage page) {
        items.collect(Collectors.groupingBy(rule, LinkedHashMap::new, Collectors.mapping(item, Collectors.toList())))
                .forEach((words, all) -> page.paragraph("%s%s: %s."
                        .formatted(
                                words.substring(0, 1).toUpperCase(Locale.ROOT),
                                words.substring(1),
                                all.stream().distinct().collect(Collectors.joining(", ")))));
    }

    /// Returns an address with its NIC and network, for example `10.0.0.5/16 (NIC 4000, VM Network)`.
    private static String onNic(CandidateAddress candidate) {
        String network = candidate.nic().network();
        return "%s (NIC %d%s)"
                .formatted(candidate.withPrefix(), candidate.nic().device(), network.isEmpty() ? "" : ", " + network);
    }

    private static List<String> row(CandidateAddress candidate) {
        String gets = candidate.addressTypes().isEmpty()
                ? "no"
                : candidate.addressTypes().stream()
                        .map(NodeAddress.Type::spelling)
                        .collect(Collectors.joining(" and "));
        String kept = candidate.reported().isEmpty() ? ", not reported now" : "";
        return List.of(
                candidate.withPrefix(),
                candidate.nic().isDevice() ? String.valueOf(candidate.nic().device()) : NONE,
                orNone(candidate.nic().network()),
                gets + kept + (candidate.rule().isEmpty() ? "" : ": " + candidate.rule()));
    }

    private static void addresses(Explanation explained, TerminalPage page) {
        page.heading("Addresses of the Node");
        List<AddressChange> changes = explained.addresses();
        if (changes.isEmpty()) {
            page.paragraph("The Node has none.");
        } else {
            page.rows(changes.stream()
                    .map(change -> List.of(
                            change.address().type().spelling(), change.address().text(), toText(change.kind())))
                    .toList());
        }
    }

    private static String toText(AddressChange.Kind kind) {
        return switch (kind) {
            case STAYS -> "stays";
            case ADDED -> "would be added";
            case REMOVED -> "would be removed";
        };
    }

    private static void places(Explanation explained, TerminalPage page) {
        Optional<TopologyChoice> choice = explained.verdict().topology();
        if (choice.isPresent()) {
            page.heading("Zone and region: " + toText(choice.get()));
            List<AncestorVerdict> evaluated = explained.ancestors().stream()
                    .filter(AncestorVerdict::isEvaluated)
                    .toList();
            if (!evaluated.isEmpty()) {
                page.rows(places(evaluated));
            }
            together(
                    explained.ancestors().stream().filter(each -> !each.isEvaluated()),
                    ExplanationText::notEvaluated,
                    ExplanationText::withTags,
                    page);
        } else if (explained.vm().isPresent()) {
            page.heading("Zone and region: none")
                    .paragraph("The configuration names no tag categories (labels.zone, labels.region).");
        }
    }

    /// Returns the rows of the table of inventory objects. Only the first row of each path names the path.
    private static List<List<String>> places(List<AncestorVerdict> places) {
        var rows = new ArrayList<List<String>>();
        rows.add(List.of("PATH", "OBJECT", "TAGS", "VERDICT"));
        String path = "";
        for (AncestorVerdict place : places) {
            rows.add(row(place, place.path().equals(path)));
            path = place.path();
        }
        return rows;
    }

    /// Returns why an inventory object was not evaluated, for example `not evaluated (zone and region were
    /// complete)`.
    private static String notEvaluated(AncestorVerdict verdict) {
        return "not evaluated" + (verdict.note().isEmpty() ? "" : " (%s)".formatted(verdict.note()));
    }

    /// Returns an inventory object with its tags, for example `cluster blue (k8s-zone=zone-a)`.
    private static String withTags(AncestorVerdict candidate) {
        InventoryObject place = candidate.place();
        String tags = toText(place.tags());
        return typeName(place) + " " + place.name() + (tags.equals(NONE) ? "" : " (" + tags + ")");
    }

    private static List<String> row(AncestorVerdict candidate, boolean isFarther) {
        InventoryObject place = candidate.place();
        return List.of(
                isFarther ? "" : candidate.path(),
                typeName(place) + " " + place.name(),
                toText(place.tags()),
                candidate.effect().isEmpty() ? orNone(candidate.note()) : candidate.rule());
    }

    /// Returns the kind of an inventory object in the words of vSphere users.
    private static String typeName(InventoryObject place) {
        return switch (place.kind()) {
            case "HostSystem" -> "host";
            case "ClusterComputeResource" -> "cluster";
            case "ResourcePool" -> "pool";
            case "VirtualApp" -> "vApp";
            case "Folder" -> "folder";
            case "Datacenter" -> "datacenter";
            case "VirtualMachine" -> "VM";
            default -> place.kind();
        };
    }

    private static String toText(TopologyChoice choice) {
        return switch (choice) {
            case TopologyChoice.Chosen(Optional<String> zone, Optional<String> region, var _) ->
                "%s, %s".formatted(zone.orElse("no zone"), region.orElse("no region"));
            case TopologyChoice.Awaited() -> "not known yet, because tags are being read";
            case TopologyChoice.Untagged _ -> "none";
            case TopologyChoice.Unknown _ -> "not known";
        };
    }

    private static String toText(TagState tags) {
        return switch (tags) {
            case TagState.Read(List<Tag> read) ->
                read.isEmpty()
                        ? NONE
                        : read.stream()
                                .map(tag -> tag.category() + "=" + tag.name())
                                .collect(Collectors.joining(", "));
            case TagState.Awaited() -> "being read";
            case TagState.Failed(String why) -> "cannot be read: " + why;
            case TagState.Hidden() -> "cannot be read: the account may not read the object";
        };
    }

    /// Prints the labels whose values differ from what the VM requires, and always the instance type.
    private static void labels(Explanation explained, TerminalPage page) {
        List<LabelChange> shown = explained.labels().stream()
                .filter(label -> label.differs() || label.key().equals(LabelChange.INSTANCE_TYPE))
                .toList();
        if (!shown.isEmpty()) {
            page.heading("Labels")
                    .rows(shown.stream()
                            .map(label -> List.of(
                                    label.key(),
                                    toText(label, explained.verdict().decision())))
                            .toList());
        }
    }

    private static String toText(LabelChange label, NodeDecision decision) {
        String has = label.present().orElse("not set");
        if (!label.differs()) {
            return has + ", as the VM requires";
        }
        boolean isWritten = decision instanceof NodeDecision.Initialise || decision instanceof NodeDecision.Relabel;
        return "%s, %s %s".formatted(has, isWritten ? "would become" : "the VM requires", label.wanted());
    }

    private static void reasons(Explanation explained, TerminalPage page) {
        if (!explained.reasons().isEmpty()) {
            page.heading(explained.node().isUninitialised() ? "What the Node waits for" : "Problems");
            boolean isSilence = explained.lookup().orElse(null) instanceof VmLookup.Unknown;
            explained.reasons().forEach(reason -> reason(reason, isSilence, page));
        }
    }

    /// Prints one reason with its meaning, cause and remedy.
    ///
    /// @param isSilence true if the page has already named the silent vCenter and the cause
    private static void reason(Reason reason, boolean isSilence, TerminalPage page) {
        ReasonCode code = reason.code();
        page.paragraph(code.text() + ": " + code.title())
                .rows(List.of(
                        List.of(
                                "",
                                "found",
                                isSilence ? "No VM, but not every vCenter answered: see above." : reason.message()),
                        List.of("", "meaning", code.description()),
                        List.of("", "cause", code.cause()),
                        List.of("", "remedy", code.remedy())));
    }

    private static String orNone(String text) {
        return text.isEmpty() ? NONE : text;
    }
}
