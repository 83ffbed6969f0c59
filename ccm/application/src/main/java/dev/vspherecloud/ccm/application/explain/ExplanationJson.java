package dev.vspherecloud.ccm.application.explain;

import static dev.vspherecloud.ccm.application.print.JsonParts.optional;
import static dev.vspherecloud.ccm.application.print.JsonParts.text;
import static dev.vspherecloud.ccm.application.print.JsonParts.textOrNull;
import static dev.vspherecloud.json.Json.items;
import static dev.vspherecloud.json.Json.nothing;

import dev.vspherecloud.ccm.application.print.JsonParts;
import dev.vspherecloud.ccm.domain.address.AddressChoice;
import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.ccm.domain.node.NodeDecision;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.topology.AncestorVerdict;
import dev.vspherecloud.domain.topology.TopologyChoice;
import dev.vspherecloud.domain.vm.GuestAddress;
import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.Tag;
import dev.vspherecloud.domain.vm.TagState;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Creates the JSON output of `explain node … -o json`. New versions only add members to this format;
/// `docs/reference/explain.md` describes it. An unknown value is null, so each member is always present.
public final class ExplanationJson {
    private ExplanationJson() {}

    /// Returns the explanations as a JSON array, in this order.
    public static Json of(List<Explanation> explained) {
        return items(explained, ExplanationJson::of);
    }

    public static Json of(Explanation explained) {
        var members = new LinkedHashMap<String, Json>();
        members.put("node", node(explained));
        members.put("state", text(explained.state().kind().text()));
        members.put("code", optional(explained.state().code(), code -> text(code.text())));
        members.put("vm", optional(explained.lookup(), ExplanationJson::chosen));
        members.put("otherVms", items(explained.otherVms(), vm -> Json.object(machine(vm))));
        members.put("silentVcenters", items(explained.silentVcenters(), ExplanationJson::silence));
        members.put("candidates", items(explained.candidates(), ExplanationJson::candidate));
        members.put("grounds", items(explanations(explained), JsonParts::text));
        members.put("addresses", items(explained.addresses(), ExplanationJson::change));
        members.put("zone", optional(chosen(explained).flatMap(TopologyChoice.Chosen::zone), JsonParts::text));
        members.put("region", optional(chosen(explained).flatMap(TopologyChoice.Chosen::region), JsonParts::text));
        members.put("places", items(explained.ancestors(), ExplanationJson::place));
        members.put("labels", items(explained.labels(), ExplanationJson::label));
        members.put(
                "reasons",
                items(
                        explained.reasons(),
                        reason -> reason(reason, explained.verdict().decision())));
        members.put("next", next(explained.next()));
        return Json.object(members);
    }

    private static Json node(Explanation explained) {
        NodeView node = explained.node();
        var members = new LinkedHashMap<String, Json>();
        members.put("name", text(node.name()));
        members.put("providerId", textOrNull(node.providerId()));
        members.put("systemUuid", textOrNull(node.systemUuid()));
        members.put("uninitialized", new Json.Flag(node.isUninitialised()));
        members.put("ownership", text(explained.ownership().text()));
        members.put("addresses", items(node.addresses(), address -> Json.object(address(address))));
        return Json.object(members);
    }

    private static Map<String, Json> address(NodeAddress address) {
        var members = new LinkedHashMap<String, Json>();
        members.put("type", text(address.type().spelling()));
        members.put("address", text(address.text()));
        return members;
    }

    private static Json chosen(VmLookup lookup) {
        if (!(lookup instanceof VmLookup.Found(Vm vm, String why, var _))) {
            return nothing();
        }
        Map<String, Json> members = machine(vm);
        members.put("why", text(why));
        return Json.object(members);
    }

    private static Map<String, Json> machine(Vm vm) {
        var members = new LinkedHashMap<String, Json>();
        members.put("name", text(vm.name()));
        members.put("vcenter", text(vm.vcenter()));
        members.put("moref", text(vm.identity().ref().moref()));
        members.put("biosUuid", text(vm.identity().biosUuid()));
        members.put("instanceUuid", text(vm.identity().instanceUuid()));
        members.put("role", text(vm.role().text()));
        members.put("power", text(vm.power().text()));
        members.put("connection", text(vm.connection().text()));
        members.put("toolsRunning", new Json.Flag(vm.guest().toolsRunning()));
        members.put("hostName", textOrNull(vm.guest().hostName()));
        return members;
    }

    private static Json silence(VmLookup.Silence silence) {
        var members = new LinkedHashMap<String, Json>();
        members.put("vcenter", text(silence.vcenter()));
        members.put("code", text(silence.code().text()));
        members.put("why", text(silence.why()));
        return Json.object(members);
    }

    private static Json candidate(CandidateAddress candidate) {
        var members = new LinkedHashMap<String, Json>();
        members.put("address", text(candidate.address()));
        members.put("reported", new Json.Flag(candidate.reported().isPresent()));
        members.put("prefixLength", optional(candidate.reported(), ExplanationJson::prefixLength));
        members.put(
                "origin",
                optional(candidate.reported(), address -> text(address.origin().text())));
        members.put(
                "addressState",
                optional(candidate.reported(), address -> text(address.state().text())));
        members.put(
                "device", candidate.nic().isDevice() ? Json.of(candidate.nic().device()) : nothing());
        members.put("network", textOrNull(candidate.nic().network()));
        members.put("mac", textOrNull(candidate.nic().mac()));
        members.put("gets", items(candidate.addressTypes(), type -> text(type.spelling())));
        members.put("rule", textOrNull(candidate.rule()));
        return Json.object(members);
    }

    private static Json prefixLength(GuestAddress address) {
        return address.prefixLength().isPresent()
                ? Json.of(address.prefixLength().getAsInt())
                : nothing();
    }

    private static List<String> explanations(Explanation explained) {
        return explained.verdict().addresses().orElse(null) instanceof AddressChoice.Chosen chosen
                ? chosen.explanations()
                : List.of();
    }

    private static Json change(AddressChange change) {
        Map<String, Json> members = address(change.address());
        members.put("change", text(change.kind().text()));
        return Json.object(members);
    }

    private static Optional<TopologyChoice.Chosen> chosen(Explanation explained) {
        return explained
                .verdict()
                .topology()
                .filter(TopologyChoice.Chosen.class::isInstance)
                .map(TopologyChoice.Chosen.class::cast);
    }

    private static Json place(AncestorVerdict candidate) {
        InventoryObject place = candidate.place();
        var members = new LinkedHashMap<String, Json>();
        members.put("path", text(candidate.path()));
        members.put("kind", text(place.kind()));
        members.put("name", text(place.name()));
        members.put("moref", text(place.moref()));
        switch (place.tags()) {
            case TagState.Read(List<Tag> tags) -> {
                members.put("tags", items(tags, ExplanationJson::tag));
                members.put("unread", nothing());
            }
            case TagState.Awaited() -> {
                members.put("tags", nothing());
                members.put("unread", text("being read"));
            }
            case TagState.Failed(String why) -> {
                members.put("tags", nothing());
                members.put("unread", text(why));
            }
            case TagState.Hidden() -> {
                members.put("tags", nothing());
                members.put("unread", text("the account may not read the object"));
            }
        }
        members.put("rule", text(candidate.rule()));
        return Json.object(members);
    }

    private static Json tag(Tag tag) {
        var members = new LinkedHashMap<String, Json>();
        members.put("category", text(tag.category()));
        members.put("name", text(tag.name()));
        return Json.object(members);
    }

    private static Json label(LabelChange label) {
        var members = new LinkedHashMap<String, Json>();
        members.put("key", text(label.key()));
        members.put("has", optional(label.present(), JsonParts::text));
        members.put("wanted", text(label.wanted()));
        return Json.object(members);
    }

    private static Json reason(Reason reason, NodeDecision decision) {
        var members = new LinkedHashMap<String, Json>();
        members.put("code", text(reason.code().text()));
        members.put("message", text(reason.message()));
        members.put("title", text(reason.code().title()));
        members.put("meaning", text(reason.code().description()));
        members.put("cause", text(reason.code().cause()));
        members.put("remedy", text(reason.code().remedy()));
        members.put(
                "blocks",
                new Json.Flag(
                        decision instanceof NodeDecision.Blocked(Reason blocking, var _) && blocking.equals(reason)));
        return Json.object(members);
    }

    private static Json next(NextStep next) {
        var members = new LinkedHashMap<String, Json>();
        members.put("step", text(next.code()));
        members.put("text", text(next.text()));
        return Json.object(members);
    }
}
