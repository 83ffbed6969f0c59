package dev.vspherecloud.ccm.application.explain;

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
import dev.vspherecloud.domain.topology.TopologyChoice;
import dev.vspherecloud.domain.vm.Guest;
import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.Tag;
import dev.vspherecloud.domain.vm.TagState;
import dev.vspherecloud.domain.vm.Vm;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The text output of `explain node NAME`.
public final class ExplanationText {
    private static final String NONE = "-";

    private ExplanationText() {}

    public static String of(Explanation explained) {
        var page = new TerminalPage();
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
        page.heading("Node %s: %s".formatted(node.name(), explained.state()))
                .rows(List.of(
                        List.of("provider id", orNone(node.providerId())),
                        List.of("system UUID", orNone(node.systemUuid())),
                        List.of("taint", node.uninitialized() ? NodeView.UNINITIALIZED : "no, it is initialised"),
                        List.of("ours", ownership(explained))));
    }

    private static String ownership(Explanation explained) {
        return switch (explained.ownership()) {
            case OURS -> "yes";
            case FOREIGN -> "no: the provider id is another provider's";
            case UNPROVEN -> "not known: it has no provider id, and no VM that was found is its";
        };
    }

    private static void machine(Explanation explained, TerminalPage page) {
        explained.lookup().ifPresent(lookup -> machine(lookup, explained, page));
        if (!explained.silences().isEmpty()) {
            page.heading("vCenters without an answer")
                    .rows(explained.silences().stream()
                            .map(silence -> List.of(silence.vcenter(), silence.why()))
                            .toList());
        }
    }

    private static void machine(VmLookup lookup, Explanation explained, TerminalPage page) {
        switch (lookup) {
            case VmLookup.Found(Vm vm, String why, var _) -> machine(vm, why, page);
            case VmLookup.Missing(List<String> asked, var namesake) -> {
                page.heading("VM: none").paragraph("Asked: %s.".formatted(String.join(", ", asked)));
                namesake.ifPresent(
                        other -> page.paragraph("This one has the Node's name, but another UUID, and is not taken:")
                                .rows(List.of(namesake(other))));
            }
            case VmLookup.Unknown _ ->
                page.heading("VM: not known, since not every vCenter answered")
                        .paragraph(
                                "The Node stays, unless the vCenter that had its VM shows that the VM was destroyed.");
            case VmLookup.Pending _ -> page.heading("VM: not known yet, the vCenters did not answer in time");
            case VmLookup.Unreadable(VmCandidate.Unreadable vm) ->
                page.heading("VM: none is chosen").paragraph("This may be it, and can't be read: %s.".formatted(vm));
            case VmLookup.Ambiguous _,
                    VmLookup.Conflict _,
                    VmLookup.Elsewhere _,
                    VmLookup.Placeholder _,
                    VmLookup.Template _ -> page.heading("VM: none is chosen");
        }
        if (!explained.otherVms().isEmpty()) {
            page.paragraph("These answer to the Node's identity:")
                    .rows(explained.otherVms().stream()
                            .map(ExplanationText::candidate)
                            .toList());
        }
    }

    private static List<String> namesake(Namesake namesake) {
        Vm vm = namesake.vm();
        return List.of(
                vm.toString(),
                vm.power().word(),
                "BIOS UUID " + vm.identity().biosUuid(),
                namesake.owner().map("VM of Node %s"::formatted).orElse("of no other Node"));
    }

    private static List<String> candidate(Vm vm) {
        return List.of(
                vm.toString(),
                vm.power().word(),
                vm.role().word(),
                "instance UUID " + vm.identity().instanceUuid());
    }

    private static void machine(Vm vm, String why, TerminalPage page) {
        Guest guest = vm.guest();
        page.heading("VM " + vm)
                .rows(List.of(
                        List.of("why this one", why),
                        List.of("BIOS UUID", vm.identity().biosUuid().toString()),
                        List.of("instance UUID", vm.identity().instanceUuid().toString()),
                        List.of("power", vm.power().word()),
                        List.of("connection", vm.connection().word()),
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
            page.table(
                    List.of("ADDRESS", "NIC", "NETWORK", "VERDICT"),
                    candidates.stream().map(ExplanationText::row));
        }
    }

    private static List<String> row(CandidateAddress candidate) {
        String gets = candidate.gets().isEmpty()
                ? "no"
                : candidate.gets().stream().map(NodeAddress.Type::spelling).collect(Collectors.joining(" and "));
        String kept = candidate.reported().isEmpty() ? ", though not reported" : "";
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
            page.paragraph("It has none.");
        } else {
            page.rows(changes.stream()
                    .map(change -> List.of(
                            change.address().type().spelling(), change.address().text(), words(change.kind())))
                    .toList());
        }
    }

    private static String words(AddressChange.Kind kind) {
        return switch (kind) {
            case STAYS -> "stays";
            case ADDED -> "is not there, and would be";
            case REMOVED -> "is there, and would not be";
        };
    }

    private static void places(Explanation explained, TerminalPage page) {
        Optional<TopologyChoice> choice = explained.verdict().topology();
        if (choice.isPresent()) {
            page.heading("Zone and region: " + words(choice.get())).rows(places(explained.places()));
        } else if (explained.vm().isPresent()) {
            page.heading("Zone and region: none")
                    .paragraph("The configuration names no tag categories (labels.zone, labels.region).");
        }
    }

    /// Each path is named once.
    private static List<List<String>> places(List<CandidateAncestor> places) {
        var rows = new ArrayList<List<String>>();
        rows.add(List.of("PATH", "PLACE", "TAGS", "VERDICT"));
        String path = "";
        for (CandidateAncestor place : places) {
            rows.add(row(place, place.path().equals(path)));
            path = place.path();
        }
        return rows;
    }

    private static List<String> row(CandidateAncestor candidate, boolean isFarther) {
        InventoryObject place = candidate.place();
        return List.of(
                isFarther ? "" : candidate.path(),
                kind(place) + " " + place.name(),
                words(place.tags()),
                candidate.rule());
    }

    /// Returns the kind in the words of vSphere users.
    private static String kind(InventoryObject place) {
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

    private static String words(TopologyChoice choice) {
        return switch (choice) {
            case TopologyChoice.Chosen(Optional<String> zone, Optional<String> region, var _) ->
                "%s, %s".formatted(zone.orElse("no zone"), region.orElse("no region"));
            case TopologyChoice.Awaited() -> "not known yet, tags are being read";
            case TopologyChoice.Untagged _ -> "none";
            case TopologyChoice.Unknown _ -> "not known";
        };
    }

    private static String words(TagState tags) {
        return switch (tags) {
            case TagState.Read(List<Tag> read) ->
                read.isEmpty()
                        ? NONE
                        : read.stream()
                                .map(tag -> tag.category() + "=" + tag.name())
                                .collect(Collectors.joining(", "));
            case TagState.Awaited() -> "being read";
            case TagState.Failed(String why) -> "unread: " + why;
            case TagState.Hidden() -> "unread: the account may not read the object";
        };
    }

    /// Prints only labels that are not as they should be, and the instance type.
    private static void labels(Explanation explained, TerminalPage page) {
        List<LabelChange> shown = explained.labels().stream()
                .filter(label -> label.differs() || label.key().equals(LabelChange.INSTANCE_TYPE))
                .toList();
        if (!shown.isEmpty()) {
            page.heading("Labels")
                    .rows(shown.stream()
                            .map(label -> List.of(
                                    label.key(),
                                    words(label, explained.verdict().decision())))
                            .toList());
        }
    }

    private static String words(LabelChange label, NodeDecision decision) {
        String has = label.has().map(value -> "is " + value).orElse("is not there");
        if (!label.differs()) {
            return has + ", as the VM says";
        }
        boolean isWritten = decision instanceof NodeDecision.Initialise || decision instanceof NodeDecision.Relabel;
        return "%s, %s %s".formatted(has, isWritten ? "would be" : "the VM says", label.wanted());
    }

    private static void reasons(Explanation explained, TerminalPage page) {
        if (!explained.reasons().isEmpty()) {
            page.heading(explained.node().uninitialized() ? "What it waits for" : "What is not as it should be");
            boolean isSilence = explained.lookup().orElse(null) instanceof VmLookup.Unknown;
            explained.reasons().forEach(reason -> reason(reason, isSilence, page));
        }
    }

    /// @param isSilence whether the silent vCenter and the cause were printed above
    private static void reason(Reason reason, boolean isSilence, TerminalPage page) {
        ReasonCode code = reason.code();
        page.paragraph(code.word() + ": " + code.title())
                .rows(List.of(
                        List.of(
                                "",
                                "found",
                                isSilence ? "No VM, and not every vCenter answered: see above." : reason.message()),
                        List.of("", "meaning", code.meaning()),
                        List.of("", "cause", code.cause()),
                        List.of("", "remedy", code.remedy())));
    }

    private static String orNone(String text) {
        return text.isEmpty() ? NONE : text;
    }
}
