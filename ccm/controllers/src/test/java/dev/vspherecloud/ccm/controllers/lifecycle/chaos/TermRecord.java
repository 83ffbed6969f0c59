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

/// Everything that the world showed to one process in one term as leader, before any [DisabledSafeguard]: the
/// [InvariantChecker] derives from it what the process could know when it sent a delete.
final class TermRecord {
    /// What may fail at once: where the VM of a Node is, or was last.
    record Home(UUID vcenter, Optional<String> folder, Optional<String> host) {
        static Home of(UUID vcenter, Optional<VmParents> home) {
            return new Home(
                    vcenter,
                    home.flatMap(VmParents::folder).map(VmParents.Place::moref),
                    home.flatMap(VmParents::host).map(VmParents.Place::moref));
        }
    }

    /// One question about a VM to all vCenters, with all its answers. Times are those of the process, but for the last.
    ///
    /// @param isAbsent   whether the reference named no object, and no search found anything
    /// @param isComplete whether all vCenters were searched
    /// @param speaker    name of the vCenter that answered for the VM; empty when it is not there any more
    /// @param present    a vCenter that in truth had the VM when it was read
    /// @param firstRead  when the first part was read, nanoseconds of the world
    /// @param delivered  when the process got the answer, nanoseconds of the world
    record Round(
            long asked,
            long answered,
            boolean isAbsent,
            boolean isComplete,
            Optional<String> speaker,
            Optional<ModelVcenter> present,
            long firstRead,
            long delivered) {}

    private final ModelProcess process;
    private final World world;
    private final Watch watch;
    private final Instances instances;
    private final Map<NodeName, List<Round>> rounds = new HashMap<>();
    private final Map<NodeName, List<Long>> signs = new HashMap<>();
    private final Map<String, Home> homes = new HashMap<>();
    private final Map<String, Long> missingSince = new HashMap<>();
    private final Set<String> incident = new HashSet<>();
    private Map<String, Home> counted = Map.of();
    private Map<String, Long> missing = Map.of();
    private LifecycleRules rules;
    private Instant wall;
    private boolean isConfirmed;

    /// @param instances what its views show, as it is
    TermRecord(ModelProcess process, World world, Watch watch, Instances instances) {
        this.process = process;
        this.world = world;
        this.watch = watch;
        this.instances = instances;
        this.rules = world.rules;
        this.wall = process.wall();
    }

    /// What the Lease says when the term begins.
    void begin() {
        incident.addAll(world.invariantChecker.membersOf(world.cluster.lease()));
    }

    // What it is shown.

    /// It begins to work on a Node: by these rules, and by what it has seen of its VM.
    void beginWork(NodeName name) {
        rules = world.rules;
        wall = process.wall();
        isConfirmed = false;
        NodeView node = watch.nodes().get(name);
        if (node != null && instances.lookup(name) instanceof VmLookup.Found(var vm, var _, var _)) {
            see(node, Home.of(vm.identity().ref().vcenter(), Optional.of(VmParents.of(vm.placement()))));
        }
    }

    private void see(NodeView node, Home home) {
        homes.put(node.meta().uid(), home);
        missingSince.remove(node.meta().uid());
    }

    void answered(NodeName node, Round round) {
        rounds.computeIfAbsent(node, _ -> new ArrayList<>()).add(round);
    }

    /// All that was found out so far counts no more.
    void dismissed(NodeName node) {
        rounds.remove(node);
    }

    /// It has read the Lease of the Node's kubelet.
    void read(NodeName node) {
        signs.computeIfAbsent(node, _ -> new ArrayList<>()).add(world.time.nanos());
    }

    /// It has read its own Lease.
    void confirmed(boolean isHolder) {
        isConfirmed = isHolder;
    }

    // What it could know.

    ModelProcess process() {
        return process;
    }

    VmLookup lookup(NodeName node) {
        return instances.lookup(node);
    }

    /// The configuration when it began to work on the Node.
    LifecycleRules rules() {
        return rules;
    }

    /// Its wall clock at that time.
    Instant wall() {
        return wall;
    }

    /// Whether it read since then that the Lease is its own.
    boolean isConfirmed() {
        return isConfirmed;
    }

    /// The newest rounds in a row that say that the VM is absent, oldest first, as few as prove it; empty when that is
    /// not proven.
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

    /// When it read the Lease of the kubelet since then; nanoseconds of the world.
    List<Long> signsSince(NodeName node, long then) {
        return signs.getOrDefault(node, List.of()).stream()
                .filter(when -> when >= then)
                .toList();
    }

    // What it could count.

    /// Looks at all Nodes, right before the process does.
    void count() {
        var all = new HashMap<String, Home>();
        var away = new HashMap<String, Long>();
        Set<String> members = new HashSet<>();
        for (NodeView node : watch.nodes().values()) {
            String uid = node.meta().uid();
            if (world.isOurs(node)) {
                VmLookup lookup = instances.lookup(node.name());
                if (lookup instanceof VmLookup.Found(var vm, var _, var _)) {
                    see(node, Home.of(vm.identity().ref().vcenter(), Optional.of(VmParents.of(vm.placement()))));
                }
                if (!isAway(lookup)) {
                    missingSince.remove(uid);
                    world.invariantChecker.back(uid);
                } else if (incident.contains(uid) && isCounted(node) && !isDestroyed(node)) {
                    members.add(uid);
                }
                homeOf(node).filter(_ -> isCounted(node)).ifPresent(home -> count(node, lookup, home, all, away));
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

    /// One that somebody is about to remove does not count.
    private boolean isCounted(NodeView node) {
        return !node.health().isLeaving() && !node.health().isDeleting();
    }

    private boolean isDestroyed(NodeView node) {
        return world.invariantChecker.machine(node).filter(Machine::isDestroyed).isPresent();
    }

    private void count(NodeView node, VmLookup lookup, Home home, Map<String, Home> all, Map<String, Long> away) {
        String uid = node.meta().uid();
        boolean isMissing = lookup instanceof VmLookup.Missing;
        if (isMissing && isDestroyed(node)) {
            return;
        }
        all.put(uid, home);
        if (isMissing) {
            long since = missingSince.computeIfAbsent(uid, _ -> process.nanoTime());
            if (world.invariantChecker.isUnseen(node)
                    && process.nanoTime() - since >= Duration.ofSeconds(30).toNanos()) {
                away.put(uid, since);
            }
        }
    }

    /// Where its VM was last, as far as the process knows.
    Optional<Home> homeOf(NodeView node) {
        return Optional.ofNullable(homes.get(node.meta().uid()))
                .or(() -> world.invariantChecker.recordedHome(node.meta().uid()));
    }

    private static boolean isAway(VmLookup lookup) {
        return lookup instanceof VmLookup.Missing
                || lookup instanceof VmLookup.Unknown
                || lookup instanceof VmLookup.Pending;
    }

    /// Why nothing that disappeared may be deleted: an incident that nobody acknowledged, or one that begins now.
    Optional<String> incident() {
        return incident.isEmpty()
                ? world.invariantChecker.alarm(counted, missing, incident, process)
                : Optional.of("%d Nodes lost their VMs, and nobody acknowledged that".formatted(incident.size()));
    }

    /// The Nodes whose VMs it does not see.
    Set<String> missing() {
        return missingSince.keySet();
    }
}
