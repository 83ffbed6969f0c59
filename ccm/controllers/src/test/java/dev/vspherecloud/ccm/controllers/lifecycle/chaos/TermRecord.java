package dev.vspherecloud.ccm.controllers.lifecycle.chaos;

import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.Machine;
import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.ModelVcenter;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleRules;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.Instances;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.vm.VmParents;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// Everything that the model showed to one process in one term as leader, before any [DisabledSafeguard]. The
/// [InvariantChecker] derives from it what the process could know when it sent a delete.
final class TermRecord {
    /// The present or last location of a Node's VM: the objects that may fail as a whole.
    record Location(UUID vcenter, Optional<String> folder, Optional<String> host) {
        static Location of(UUID vcenter, Optional<VmParents> location) {
            return new Location(
                    vcenter,
                    location.flatMap(VmParents::folder).map(VmParents.Place::moref),
                    location.flatMap(VmParents::host).map(VmParents.Place::moref));
        }
    }

    /// One check of a VM in all vCenters, with all its results. Times are those of the process, except the last
    /// two.
    ///
    /// @param isAbsent     true if the reference named no object, and no search found anything
    /// @param isComplete   true if all vCenters were searched
    /// @param ownerVcenter name of the vCenter that answered for the VM; empty if it is not there any more
    /// @param present      a vCenter that in truth had the VM at the time of the read
    /// @param firstRead    when the first part was read, in nanoseconds of virtual time
    /// @param delivered    when the process got the result, in nanoseconds of virtual time
    record Round(
            long asked,
            long answered,
            boolean isAbsent,
            boolean isComplete,
            Optional<String> ownerVcenter,
            Optional<ModelVcenter> present,
            long firstRead,
            long delivered) {}

    private final ModelProcess process;
    private final World world;
    private final Watch watch;
    private final Instances instances;
    private final Map<NodeName, List<Round>> rounds = new HashMap<>();
    private final Map<NodeName, List<Long>> leaseReads = new HashMap<>();
    private final Map<String, Location> locations = new HashMap<>();
    private final Map<String, Long> missingSince = new HashMap<>();
    private final Set<String> incident = new HashSet<>();
    private Map<String, Location> counted = Map.of();
    private Map<String, Long> missing = Map.of();
    private LifecycleRules rules;
    private Instant wall;
    private boolean isConfirmed;

    /// @param instances what the views of the process show, unfiltered
    TermRecord(ModelProcess process, World world, Watch watch, Instances instances) {
        this.process = process;
        this.world = world;
        this.watch = watch;
        this.instances = instances;
        this.rules = world.rules;
        this.wall = process.wall();
    }

    /// Reads the incident on the Lease at the start of the term.
    void begin() {
        incident.addAll(world.invariantChecker.membersOf(world.cluster.lease()));
    }

    // Events that the model shows to the process

    /// Notes the rules, the time and the visible location of the VM when the process begins to reconcile a Node.
    void beginWork(NodeName name) {
        rules = world.rules;
        wall = process.wall();
        isConfirmed = false;
        NodeView node = watch.nodes().get(name);
        if (node != null && instances.lookup(name) instanceof VmLookup.Found(var vm, var _, var _)) {
            see(node, Location.of(vm.identity().ref().vcenter(), Optional.of(VmParents.of(vm.placement()))));
        }
    }

    private void see(NodeView node, Location location) {
        locations.put(node.meta().uid(), location);
        missingSince.remove(node.meta().uid());
    }

    void answered(NodeName node, Round round) {
        rounds.computeIfAbsent(node, _ -> new ArrayList<>()).add(round);
    }

    /// Discards all results of a Node.
    void cancelled(NodeName node) {
        rounds.remove(node);
    }

    /// The process read the Lease of the Node's kubelet.
    void read(NodeName node) {
        leaseReads.computeIfAbsent(node, _ -> new ArrayList<>()).add(world.time.nanos());
    }

    /// The process read its own Lease.
    void confirmed(boolean isHolder) {
        isConfirmed = isHolder;
    }

    // Facts that the process could know

    ModelProcess process() {
        return process;
    }

    VmLookup lookup(NodeName node) {
        return instances.lookup(node);
    }

    /// Returns the rules when the process began to reconcile the Node.
    LifecycleRules rules() {
        return rules;
    }

    /// Returns the wall clock of the process at that time.
    Instant wall() {
        return wall;
    }

    /// Returns true if the process read since then that it holds the Lease.
    boolean isConfirmed() {
        return isConfirmed;
    }

    /// Returns the newest consecutive rounds in which the VM is absent, oldest first, as few as prove it; empty if
    /// it is not proven.
    List<Round> proof(NodeName node, int least, Duration span, boolean isComplete) {
        List<Round> all = rounds.getOrDefault(node, List.of());
        for (int first = all.size() - 1; first >= 0; first--) {
            Round round = all.get(first);
            if (!round.isAbsent() || (isComplete && !round.isComplete())) {
                return List.of();
            }
            boolean isLong = all.getLast().asked() - round.answered() >= span.toNanos();
            if (isLong && all.size() - first >= least) {
                return List.copyOf(all.subList(first, all.size()));
            }
        }
        return List.of();
    }

    /// Returns when the process read the Lease of the kubelet since then, in nanoseconds of virtual time.
    List<Long> leaseReadsSince(NodeName node, long then) {
        return leaseReads.getOrDefault(node, List.of()).stream()
                .filter(when -> when >= then)
                .toList();
    }

    // Counts for the breaker

    /// Counts all Nodes, immediately before the process does.
    void count() {
        var all = new HashMap<String, Location>();
        var away = new HashMap<String, Long>();
        Set<String> members = new HashSet<>();
        for (NodeView node : watch.nodes().values()) {
            String uid = node.meta().uid();
            if (world.isManaged(node)) {
                VmLookup lookup = instances.lookup(node.name());
                if (lookup instanceof VmLookup.Found(var vm, var _, var _)) {
                    see(node, Location.of(vm.identity().ref().vcenter(), Optional.of(VmParents.of(vm.placement()))));
                }
                if (!isAway(lookup)) {
                    missingSince.remove(uid);
                    world.invariantChecker.onVmVisible(uid);
                } else if (incident.contains(uid) && isCounted(node) && !isDestroyed(node)) {
                    members.add(uid);
                }
                lastLocation(node)
                        .filter(_ -> isCounted(node))
                        .ifPresent(location -> count(node, lookup, location, all, away));
            }
        }
        counted = all;
        missing = away;
        boolean isOpen = members.stream().anyMatch(uid -> !world.invariantChecker.isAcknowledged(uid));
        incident.removeIf(uid -> !isOpen || world.invariantChecker.isAcknowledged(uid));
        world.invariantChecker.alarm(counted, missing, incident, process).ifPresent(this::open);
    }

    private void open(String why) {
        missing.keySet().stream()
                .filter(uid -> !world.invariantChecker.isAcknowledged(uid))
                .forEach(incident::add);
        world.trace.say("judge: %s could know that %s: %s", process, why, incident);
    }

    /// Returns false for a Node that is about to be removed.
    private boolean isCounted(NodeView node) {
        return !node.health().isLeaving() && !node.health().isDeleting();
    }

    private boolean isDestroyed(NodeView node) {
        return world.invariantChecker.machine(node).filter(Machine::isDestroyed).isPresent();
    }

    private void count(
            NodeView node, VmLookup lookup, Location location, Map<String, Location> all, Map<String, Long> away) {
        String uid = node.meta().uid();
        boolean isMissing = lookup instanceof VmLookup.Missing;
        if (isMissing && isDestroyed(node)) {
            return;
        }
        all.put(uid, location);
        if (isMissing) {
            long since = missingSince.computeIfAbsent(uid, _ -> process.nanoTime());
            if (world.invariantChecker.isUnseen(node)
                    && process.nanoTime() - since >= Duration.ofSeconds(30).toNanos()) {
                away.put(uid, since);
            }
        }
    }

    /// Returns the last location of the Node's VM that the process knows.
    Optional<Location> lastLocation(NodeView node) {
        return Optional.ofNullable(locations.get(node.meta().uid()))
                .or(() -> world.invariantChecker.recordedLocation(node.meta().uid()));
    }

    private static boolean isAway(VmLookup lookup) {
        return lookup instanceof VmLookup.Missing
                || lookup instanceof VmLookup.Unknown
                || lookup instanceof VmLookup.Pending;
    }

    /// Returns why no Node of a disappeared VM may be deleted: an open incident that no person acknowledged, or a
    /// new one.
    Optional<String> incident() {
        return incident.isEmpty()
                ? world.invariantChecker.alarm(counted, missing, incident, process)
                : Optional.of("%d Nodes lost their VMs, and no person acknowledged that".formatted(incident.size()));
    }

    /// Returns the Nodes whose VMs the process does not see.
    Set<String> missing() {
        return missingSince.keySet();
    }
}
