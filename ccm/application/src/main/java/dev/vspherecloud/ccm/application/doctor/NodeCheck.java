package dev.vspherecloud.ccm.application.doctor;

import dev.vspherecloud.ccm.application.doctor.VcenterFacts.ListedVm;
import dev.vspherecloud.ccm.application.explain.Explanation;
import dev.vspherecloud.ccm.cluster.TaintedNode;
import dev.vspherecloud.ccm.domain.node.NodeDecision;
import dev.vspherecloud.ccm.domain.node.NodeHealth;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.NodeIdentity;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.Vm;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Decides what is wrong with the Nodes. Pure.
///
/// Of one Node, a check reports the cause alone: a Node that another provider owns has no other finding, and a VM
/// without VMware Tools none about its addresses.
public final class NodeCheck {
    /// The age from which a waiting Node counts as stuck although a provider leads.
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /// The reasons that say that no VM was found. They prove nothing while a vCenter was not examined.
    private static final Set<FindingCode> ABSENCES = Set.of(FindingCode.VM_NOT_FOUND);

    private final LeaderFacts leader;
    private final boolean isEveryVmVisible;
    private final Instant now;

    /// @param isEveryVmVisible false if a vCenter was not examined, or hides VMs from the account
    public NodeCheck(LeaderFacts leader, boolean isEveryVmVisible, Instant now) {
        this.leader = leader;
        this.isEveryVmVisible = isEveryVmVisible;
        this.now = now;
    }

    /// A Node and its explanation.
    ///
    /// @param explanation empty if no vCenter could be asked
    public record ExaminedNode(TaintedNode node, Optional<Explanation> explanation) {
        public NodeView view() {
            return node.view();
        }

        public Optional<Vm> vm() {
            return explanation.flatMap(Explanation::vm);
        }
    }

    /// Returns the findings about all Nodes.
    public List<Finding> findings(List<ExaminedNode> nodes) {
        var findings = new ArrayList<Finding>();
        Map<SystemUuid, List<ExaminedNode>> sharing = sharing(nodes);
        sharing.forEach((uuid, all) -> findings.add(shareUuid(uuid, all)));
        List<ExaminedNode> confused =
                sharing.values().stream().flatMap(List::stream).toList();
        nodes.stream().filter(node -> !confused.contains(node)).forEach(node -> findings.addAll(findings(node)));
        return findings;
    }

    private static Map<SystemUuid, List<ExaminedNode>> sharing(List<ExaminedNode> nodes) {
        return nodes.stream()
                .filter(node -> SystemUuid.parse(node.view().systemUuid()).isPresent())
                .collect(Collectors.groupingBy(
                        node -> SystemUuid.parse(node.view().systemUuid()).orElseThrow(),
                        LinkedHashMap::new,
                        Collectors.toList()))
                .entrySet()
                .stream()
                .filter(entry -> entry.getValue().size() > 1)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (one, _) -> one, LinkedHashMap::new));
    }

    private static Finding shareUuid(SystemUuid uuid, List<ExaminedNode> nodes) {
        String names = nodes.stream().map(node -> node.view().name().value()).collect(Collectors.joining(", "));
        return new Finding(
                FindingCode.NODES_SHARE_UUID,
                nodes.stream()
                        .map(node -> new Finding.Place(
                                object(node), "system UUID %s is that of the Nodes %s".formatted(uuid, names)))
                        .toList(),
                FindingCode.NODES_SHARE_UUID.remedy());
    }

    private List<Finding> findings(ExaminedNode node) {
        NodeView view = node.view();
        if (view.identity() instanceof NodeIdentity.Foreign(String providerId)) {
            return List.of(Finding.of(
                    FindingCode.PROVIDER_ID_FOREIGN,
                    object(node),
                    "found provider ID %s, expected one that begins with vsphere://".formatted(providerId)));
        }
        if (view.providerId().isEmpty() && !view.isUninitialised()) {
            return List.of(Finding.of(
                    FindingCode.KUBELET_NOT_EXTERNAL,
                    object(node),
                    "found neither a provider ID nor the taint %s".formatted(NodeView.UNINITIALIZED)));
        }
        var findings = new ArrayList<Finding>();
        List<Finding> taints = unknownTaints(node);
        findings.addAll(taints);
        findings.addAll(reasons(node));
        findings.addAll(staleShutdown(node));
        if (findings.isEmpty() && taints.isEmpty()) {
            findings.addAll(waiting(node));
        }
        return findings;
    }

    private static List<Finding> unknownTaints(ExaminedNode node) {
        return Stream.of(
                        unknown(node, NodeView.UNINITIALIZED, "true").stream(),
                        unknown(node, NodeHealth.SHUTDOWN, "").stream())
                .flatMap(finding -> finding)
                .toList();
    }

    private static Optional<Finding> unknown(ExaminedNode node, String key, String value) {
        var expected = new TaintedNode.ShownTaint(key, value, "NoSchedule");
        return node.node()
                .taint(key)
                .filter(taint -> !taint.equals(expected))
                .map(taint -> Finding.of(
                        FindingCode.TAINT_UNKNOWN,
                        object(node),
                        "found the taint %s, expected %s".formatted(taint, expected)));
    }

    private List<Finding> reasons(ExaminedNode node) {
        Optional<Vm> silent =
                node.vm().filter(NodeCheck::isRunning).filter(vm -> !vm.guest().toolsRunning());
        if (silent.isPresent()) {
            return List.of(Finding.of(
                    FindingCode.TOOLS_NOT_RUNNING,
                    object(node),
                    "VM %s is powered on, but VMware Tools do not run in it".formatted(silent.get())));
        }
        return node.explanation().stream()
                .flatMap(explained -> causes(explained).stream())
                .flatMap(reason -> finding(node, reason).stream())
                .toList();
    }

    /// Returns the reason that blocks the Node; if none does, all reasons.
    private static List<Reason> causes(Explanation explained) {
        List<Reason> all = explained.reasons();
        return explained.verdict().decision() instanceof NodeDecision.Blocked && !all.isEmpty()
                ? all.subList(0, 1)
                : all;
    }

    private Optional<Finding> finding(ExaminedNode node, Reason reason) {
        Optional<FindingCode> code = FindingCode.of(reason.code())
                .filter(each -> each != FindingCode.VM_DUPLICATE && (isEveryVmVisible || !ABSENCES.contains(each)));
        if (reason.code().scope() == ReasonCode.Scope.VCENTER) {
            return code.filter(each -> each.area() == DoctorArea.TAGS).flatMap(each -> node.vm()
                    .map(vm -> Finding.of(each, ConnectionCheck.object(vm.vcenter()), reason.message())));
        }
        String vm = node.vm().map(each -> "VM " + each + ": ").orElse("");
        return code.map(each -> Finding.of(each, object(node), vm + reason.message()));
    }

    private static List<Finding> staleShutdown(ExaminedNode node) {
        return node
                .vm()
                .filter(_ -> node.view().health().shutdownTaint())
                .filter(NodeCheck::isRunning)
                .map(vm -> Finding.of(
                        FindingCode.SHUTDOWN_TAINT_STALE,
                        object(node),
                        "VM %s is powered on and connected".formatted(vm)))
                .stream()
                .toList();
    }

    private static boolean isRunning(Vm vm) {
        return vm.power() == PowerState.ON && vm.connection() == ConnectionState.CONNECTED;
    }

    /// Returns a finding about a Node that waits although nothing prevents its initialisation.
    private List<Finding> waiting(ExaminedNode node) {
        if (!node.view().isUninitialised() || node.vm().isEmpty()) {
            return List.of();
        }
        Duration age = Duration.between(node.view().meta().created(), now);
        if (leader.isLeading() && age.compareTo(PATIENCE) < 0) {
            return List.of();
        }
        return List.of(Finding.of(
                FindingCode.NODE_UNINITIALISED,
                object(node),
                "it has the taint %s for %d min, and %s"
                        .formatted(NodeView.UNINITIALIZED, Math.max(0, age.toMinutes()), leader.text())));
    }

    /// Returns a finding for each Node whose VM has the BIOS UUID of another VM. The provider trusts the VM that it
    /// recorded on a Node, and does not search for others.
    ///
    /// @param vms all VMs by the name of their vCenter
    public static List<Finding> duplicates(List<ExaminedNode> nodes, Map<String, List<ListedVm>> vms) {
        var byUuid = new HashMap<SystemUuid, Set<String>>();
        vms.forEach((vcenter, all) -> all.forEach(vm -> SystemUuid.parse(vm.biosUuid())
                .ifPresent(uuid -> byUuid.computeIfAbsent(uuid, _ -> new TreeSet<>())
                        .add("%s (%s on %s)".formatted(vm.name(), vm.moref(), vcenter)))));
        return nodes.stream()
                .flatMap(node -> node.vm().stream()
                        .map(vm -> byUuid.getOrDefault(vm.identity().biosUuid(), Set.of()))
                        .filter(all -> all.size() > 1)
                        .map(all -> Finding.of(
                                FindingCode.VM_DUPLICATE,
                                object(node),
                                "%d VMs have its BIOS UUID: %s".formatted(all.size(), String.join(", ", all)))))
                .toList();
    }

    private static String object(ExaminedNode node) {
        return "Node " + node.view().name().value();
    }

    /// Returns a finding for each VM that does not show the UUIDs of its disks.
    ///
    /// @param diskUuids the setting of the VM of a Node; a VM that is not in it was not read
    public static List<Finding> disks(List<ExaminedNode> nodes, Map<Vm, Optional<Boolean>> diskUuids) {
        return nodes.stream()
                .flatMap(node -> node.vm().stream())
                .distinct()
                .filter(diskUuids::containsKey)
                .flatMap(vm -> disk(vm, diskUuids.getOrDefault(vm, Optional.empty())).stream())
                .toList();
    }

    private static Optional<Finding> disk(Vm vm, Optional<Boolean> setting) {
        return setting.orElse(false)
                ? Optional.empty()
                : Optional.of(Finding.of(
                        FindingCode.DISK_UUID_DISABLED,
                        "VM " + vm,
                        setting.isEmpty() ? "disk.EnableUUID is not set" : "disk.EnableUUID is FALSE"));
    }
}
