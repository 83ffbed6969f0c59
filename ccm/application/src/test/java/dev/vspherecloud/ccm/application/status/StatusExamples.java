package dev.vspherecloud.ccm.application.status;

import dev.vspherecloud.ccm.application.metrics.NodeWithReason;
import dev.vspherecloud.ccm.application.metrics.VcenterState;
import dev.vspherecloud.ccm.domain.breaker.Incident;
import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.reason.VsphereReason;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/// States that the status page shows in tests and screenshots.
final class StatusExamples {
    static final Instant NOW = Instant.parse("2026-11-23T20:15:42Z");

    private StatusExamples() {}

    /// A leader with trouble: one vCenter refuses the login, and several Nodes have a reason.
    static StatusModel leader() {
        return model(
                List.of(
                        new VcenterState(
                                "vc-a.example.com",
                                Optional.of(Duration.ofSeconds(12)),
                                Optional.empty(),
                                Optional.empty(),
                                1,
                                1,
                                Optional.of(7L),
                                Optional.of(Instant.parse("2027-09-01T00:00:00Z"))),
                        new VcenterState(
                                "vc-b.example.com",
                                Optional.empty(),
                                Optional.of(
                                        new Reason(
                                                VsphereReason.LOGIN_REFUSED,
                                                "no login of user ccm@vsphere.local on vc-b.example.com:443 before 2026-11-23T20:21:00Z: vCenter refused user and password. User and password come from Secret kube-system/vsphere-cloud-secret: correct them there")),
                                Optional.empty(),
                                0,
                                0,
                                Optional.of(0L),
                                Optional.of(Instant.parse("2027-02-14T00:00:00Z")))),
                List.of(
                        reason(
                                "worker-2",
                                NodeReason.TOOLS_NOT_RUNNING,
                                "VMware Tools do not run in its VM worker-2 (vm-102)",
                                4),
                        reason(
                                "worker-7",
                                VsphereReason.ZONE_MISSING,
                                "no tag of the category `k8s-zone` is on the VM worker-7 (vm-107) or on an object above it; attach one",
                                93),
                        reason(
                                "worker-8",
                                VsphereReason.ZONE_MISSING,
                                "no tag of the category `k8s-zone` is on the VM worker-8 (vm-108) or on an object above it; attach one",
                                93),
                        reason(
                                "edge-1",
                                VsphereReason.LOGIN_REFUSED,
                                "vc-b.example.com does not accept user and password",
                                20)),
                Optional.of(new Incident(
                        "m-20261123-7f3a",
                        "3 of 40 VMs disappeared within 5 minutes, and vCenter's events do not show that they were destroyed",
                        Set.of("a", "b", "c"))),
                List.of(
                        reason(
                                "worker-31",
                                NodeReason.MASS_DISAPPEARANCE,
                                "many VMs disappeared at once; the provider waits for an acknowledgement",
                                11),
                        reason(
                                "worker-32",
                                NodeReason.NODE_KEPT,
                                "the annotation of the Node says that the provider keeps it",
                                640)),
                List.of(
                        write("worker-4", "Changed the addresses from InternalIP 10.0.0.14 to InternalIP 10.0.0.44", 2),
                        write(
                                "worker-9",
                                "Initialised: provider ID vsphere://4237a1f0-0000-0000-0000-000000000009, labels topology.kubernetes.io/zone=zone-a, taint removed",
                                35)));
    }

    static StatusModel standby() {
        StatusModel leader = leader();
        return new StatusModel(
                leader.at(),
                leader.version(),
                leader.started(),
                new LeaderStatus(false, Optional.of("ccm-b_2f"), Optional.of("ccm-a_1c")),
                List.of(),
                Map.of(),
                List.of(),
                Optional.empty(),
                List.of(),
                List.of());
    }

    /// A leader of many Nodes, of which each has a reason, waits for its deletion and was written.
    static StatusModel large(int nodes) {
        List<NodeWithReason> reasons = IntStream.range(0, nodes)
                .mapToObj(i -> reason(
                        "worker-%05d".formatted(i),
                        VsphereReason.VCENTER_SILENT,
                        "no answer from vc-a for 90 s; ".repeat(8),
                        1))
                .toList();
        List<NodeWrite> writes = IntStream.range(0, RecentChanges.CAPACITY)
                .mapToObj(i -> write("worker-%05d".formatted(i), "x".repeat(RecentChanges.MAX_LENGTH), i))
                .toList();
        return model(leader().vcenters(), reasons, Optional.empty(), reasons, writes);
    }

    /// A leader on which every text from outside is this text.
    static StatusModel hostile(String text) {
        return model(
                List.of(new VcenterState(
                        text,
                        Optional.empty(),
                        Optional.of(new Reason(VsphereReason.VCENTER_SILENT, text)),
                        Optional.of(text),
                        0,
                        0,
                        Optional.empty(),
                        Optional.empty())),
                List.of(reason(text, NodeReason.VM_NOT_FOUND, text, 1)),
                Optional.of(new Incident(text, text, Set.of())),
                List.of(reason(text, NodeReason.NODE_KEPT, text, 1)),
                List.of(write(text, text, 1)));
    }

    private static StatusModel model(
            List<VcenterState> vcenters,
            List<NodeWithReason> reasons,
            Optional<Incident> incident,
            List<NodeWithReason> withheld,
            List<NodeWrite> writes) {
        var nodes = new LinkedHashMap<String, Integer>();
        nodes.put("initialized", 36);
        nodes.put("uninitialized", 3);
        nodes.put("foreign", 1);
        nodes.put("malformed", 0);
        return new StatusModel(
                NOW,
                "1.0.0",
                NOW.minus(Duration.ofHours(75)),
                new LeaderStatus(true, Optional.of("ccm-a_1c"), Optional.empty()),
                vcenters,
                nodes,
                reasons,
                incident,
                withheld,
                writes);
    }

    private static NodeWithReason reason(String node, ReasonCode code, String message, int minutes) {
        return new NodeWithReason(
                new NodeName(node), new Reason(code, message), NOW.minus(Duration.ofMinutes(minutes)));
    }

    private static NodeWrite write(String node, String text, int minutes) {
        return new NodeWrite(NOW.minus(Duration.ofMinutes(minutes)), new NodeName(node), text);
    }
}
