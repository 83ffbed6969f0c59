package dev.vspherecloud.csi.vcenter.inventory;

import dev.vspherecloud.csi.domain.attachment.FollowedVm;
import dev.vspherecloud.csi.domain.attachment.FollowedVm.VmWithDisks;
import dev.vspherecloud.csi.domain.attachment.FollowedVms;
import dev.vspherecloud.csi.domain.node.ClusterAttachment;
import dev.vspherecloud.csi.domain.node.ClusterNode;
import dev.vspherecloud.csi.domain.node.ClusterObjects;
import dev.vspherecloud.csi.domain.node.DriverNode;
import dev.vspherecloud.csi.domain.node.DriverNodes;
import dev.vspherecloud.csi.domain.node.VmDisk;
import dev.vspherecloud.domain.identity.NodeIdentity;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.reconcile.Sleeper;
import dev.vspherecloud.vsphere.inventory.VcenterWatcher;
import dev.vspherecloud.vsphere.inventory.VsphereInstances;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Follows the VMs behind the Nodes of the cluster, and those that VolumeAttachments name although their Nodes are
/// gone, with their disks. vCenter reports changes; no call depends on the number of Nodes.
///
/// Threads: [#run] has one caller, the only one that changes what is followed. Any thread reads, and reports changes.
public final class InventoryNodes implements DriverNodes, Runnable {
    /// How long to collect changes before they are applied together.
    private static final Duration GATHER = Duration.ofMillis(100);

    /// After this time everything is compared again, in case a change was missed.
    private static final Duration FULL_SYNC = Duration.ofSeconds(30);

    /// The same before the Nodes were read: nothing reports that an empty list was read.
    private static final Duration UNPREPARED_SYNC = Duration.ofMillis(200);

    /// The start of the keys of machines without a Node. A Node cannot have such a name.
    private static final String FORMER = "former/";

    private final ClusterObjects cluster;
    private final VsphereInstances instances;
    private final Sleeper sleeper;
    private final Map<NodeName, WatchedMachine> followed = new ConcurrentHashMap<>();
    private final Set<NodeName> changed = ConcurrentHashMap.newKeySet();
    private final BlockingQueue<Boolean> wakeUp = new LinkedBlockingQueue<>(1);
    private volatile Map<String, VmDiskWatch> disks = Map.of();
    private volatile boolean isFullSyncDue = true;
    private volatile boolean isPrepared;
    private final CountDownLatch prepared = new CountDownLatch(1);
    private volatile Predicate<NodeName> isProvenAbsent = _ -> false;

    private final ComputedValue<FollowedVms> machines = new ComputedValue<>(
            () -> FollowedVms.of(followed.values().stream().map(this::machine).toList()));

    /// A machine whose VM is looked up.
    ///
    /// @param last the VMs of the last lookup that had any
    private record WatchedMachine(
            VmQuery query, Optional<NodeName> node, Set<String> nodeIds, VmLookup lookup, List<Vm> last) {
        WatchedMachine with(VmLookup now) {
            List<Vm> vms = vmsOf(now);
            return new WatchedMachine(query, node, nodeIds, now, vms.isEmpty() ? last : vms);
        }
    }

    /// Creates the object; it follows nothing yet.
    ///
    /// @param instances looks up the VMs. This object alone calls its methods
    public InventoryNodes(ClusterObjects cluster, VsphereInstances instances, Sleeper sleeper) {
        this.cluster = cluster;
        this.instances = instances;
        this.sleeper = sleeper;
    }

    /// Waits until the Nodes have been read and their VMs are being looked up.
    ///
    /// @return false if that took longer
    public boolean awaitPrepared(Duration atMost) throws InterruptedException {
        return prepared.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
    }

    /// Sets how to find out that the VM of a machine is proven to be gone. Such a VM does not count as vanished.
    ///
    /// @param isProven receives the key of a machine
    public void setProofs(Predicate<NodeName> isProven) {
        isProvenAbsent = isProven;
    }

    /// Uses these watchers and no others from now on.
    public synchronized void setWatchers(List<VcenterWatcher> watchers) {
        instances.setWatchers(watchers);
        var after = new LinkedHashMap<String, VmDiskWatch>();
        Map<String, VmDiskWatch> before = disks;
        for (VcenterWatcher watcher : watchers) {
            VmDiskWatch known = before.get(watcher.name());
            after.put(
                    watcher.name(),
                    known != null && known.watcher().equals(watcher)
                            ? known
                            : new VmDiskWatch(watcher, _ -> onDisksChanged()));
        }
        disks = Map.copyOf(after);
        machines.onChanged();
        before.values().stream().filter(each -> !after.containsValue(each)).forEach(VmDiskWatch::close);
        requestFullSync();
    }

    private void onDisksChanged() {
        machines.onChanged();
        wakeUp();
    }

    /// Called when the VM of a machine may have changed.
    public void onVmChanged(NodeName key) {
        changed.add(key);
        wakeUp();
    }

    /// Called when a Node, a CSINode or a VolumeAttachment has changed.
    public void onClusterChanged() {
        requestFullSync();
    }

    private void requestFullSync() {
        isFullSyncDue = true;
        wakeUp();
    }

    private void wakeUp() {
        boolean _ = wakeUp.offer(true);
    }

    @Override
    public void run() {
        try {
            while (true) {
                Duration longest = isPrepared ? FULL_SYNC : UNPREPARED_SYNC;
                if (wakeUp.poll(longest.toNanos(), TimeUnit.NANOSECONDS) == null) {
                    isFullSyncDue = true;
                } else {
                    sleeper.sleep(GATHER);
                }
                sync();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Applies the changes that were reported.
    void sync() {
        Set<NodeName> some = Set.copyOf(changed);
        changed.removeAll(some);
        if (isFullSyncDue) {
            isFullSyncDue = false;
            boolean isComplete = cluster.incompleteReason().isEmpty();
            followAll();
            followed.keySet().forEach(this::lookUp);
            if (isComplete) {
                isPrepared = true;
                prepared.countDown();
            }
        } else {
            some.forEach(this::lookUp);
        }
        followDisks();
    }

    private void followAll() {
        Map<NodeName, WatchedMachine> wanted = wanted();
        List<WatchedMachine> ended = new ArrayList<>();
        for (NodeName key : Set.copyOf(followed.keySet())) {
            if (!wanted.containsKey(key)) {
                instances.forget(key);
                Optional.ofNullable(followed.remove(key)).ifPresent(ended::add);
            }
        }
        wanted.forEach((key, now) -> {
            instances.watch(now.query());
            followed.merge(
                    key,
                    withLast(now, ended),
                    (before, _) ->
                            new WatchedMachine(now.query(), now.node(), now.nodeIds(), before.lookup(), before.last()));
        });
        machines.onChanged();
    }

    /// Returns what is to be followed, with the VM that was known under another key: the machine had a Node before.
    private static WatchedMachine withLast(WatchedMachine now, List<WatchedMachine> ended) {
        List<Vm> known = ended.stream()
                .flatMap(each -> each.last().stream())
                .filter(vm -> now.query().hasUuidOf(vm.identity()))
                .toList();
        return new WatchedMachine(now.query(), now.node(), now.nodeIds(), now.lookup(), known);
    }

    private Map<NodeName, WatchedMachine> wanted() {
        var wanted = new LinkedHashMap<NodeName, WatchedMachine>();
        for (ClusterNode node : cluster.nodes()) {
            query(node)
                    .ifPresent(query -> wanted.put(
                            node.name(),
                            new WatchedMachine(
                                    query,
                                    Optional.of(node.name()),
                                    node.nodeId().stream().collect(Collectors.toSet()),
                                    new VmLookup.Pending(),
                                    List.of())));
        }
        Set<String> current = new HashSet<>();
        wanted.values().forEach(each -> current.addAll(each.nodeIds()));
        for (ClusterAttachment attachment : cluster.attachments()) {
            String id = attachment.nodeId();
            if (!current.contains(id)) {
                SystemUuid.parse(id)
                        .ifPresent(uuid -> wanted.merge(
                                new NodeName(FORMER + id),
                                former(attachment, uuid),
                                (known, other) -> known.query().recorded().isPresent() ? known : other));
            }
        }
        return wanted;
    }

    private static WatchedMachine former(ClusterAttachment attachment, SystemUuid uuid) {
        var query = new VmQuery(
                new NodeName(FORMER + attachment.nodeId()), Optional.of(uuid), Optional.empty(), attachment.recorded());
        return new WatchedMachine(
                query, Optional.empty(), Set.of(attachment.nodeId()), new VmLookup.Pending(), List.of());
    }

    /// Returns how to find the VM of a Node; empty if the Node is not one of vSphere. A Node with this driver counts
    /// as one of vSphere, because its node plugin has read the UUID of the VM.
    private static Optional<VmQuery> query(ClusterNode node) {
        NodeIdentity identity = NodeIdentity.of(node.name(), node.providerId(), node.systemUuid(), node.recorded());
        Optional<SystemUuid> id = node.nodeId().flatMap(SystemUuid::parse);
        return switch (identity) {
            case NodeIdentity.OnVsphere(VmQuery query) ->
                query.isByName()
                        ? id.map(uuid -> new VmQuery(node.name(), Optional.of(uuid), Optional.empty(), node.recorded()))
                        : Optional.of(query);
            case NodeIdentity.Foreign _, NodeIdentity.Malformed _ ->
                id.map(uuid -> new VmQuery(node.name(), Optional.of(uuid), Optional.empty(), node.recorded()));
        };
    }

    private void lookUp(NodeName key) {
        followed.computeIfPresent(key, (_, before) -> before.with(instances.lookup(key)));
        machines.onChanged();
    }

    private void followDisks() {
        var shown = new HashMap<String, Set<String>>();
        var kept = new HashMap<String, Set<String>>();
        for (WatchedMachine each : followed.values()) {
            vmsOf(each.lookup()).forEach(vm -> add(shown, vm));
            each.last().forEach(vm -> add(kept, vm));
        }
        disks.forEach((vcenter, watch) ->
                watch.follow(shown.getOrDefault(vcenter, Set.of()), kept.getOrDefault(vcenter, Set.of())));
        machines.onChanged();
    }

    private static void add(Map<String, Set<String>> byVcenter, Vm vm) {
        byVcenter
                .computeIfAbsent(vm.vcenter(), _ -> new HashSet<>())
                .add(vm.identity().ref().moref());
    }

    /// Returns the VMs that a lookup shows, also those that were not chosen.
    private static List<Vm> vmsOf(VmLookup lookup) {
        return switch (lookup) {
            case VmLookup.Found(Vm vm, var _, var _) -> List.of(vm);
            case VmLookup.Ambiguous(List<Vm> candidates) -> candidates;
            case VmLookup.Conflict(var _, List<Vm> named, var _, List<Vm> running) ->
                Stream.concat(named.stream(), running.stream()).toList();
            case VmLookup.Elsewhere(Vm vm, var _) -> List.of(vm);
            case VmLookup.Placeholder(Vm vm) -> List.of(vm);
            case VmLookup.Template(Vm vm) -> List.of(vm);
            case VmLookup.Missing _, VmLookup.Unreadable _, VmLookup.Unknown _, VmLookup.Pending _ -> List.of();
        };
    }

    @Override
    public List<DriverNode> all() {
        return cluster.nodes().stream().map(this::driverNode).toList();
    }

    private DriverNode driverNode(ClusterNode node) {
        WatchedMachine machine = followed.get(node.name());
        VmLookup lookup = machine != null
                ? machine.lookup()
                : query(node).isPresent() ? new VmLookup.Pending() : new VmLookup.Missing(List.of());
        Optional<List<VmDisk>> known = lookup instanceof VmLookup.Found(Vm vm, var _, var _)
                ? seen(vm).flatMap(VmDiskWatch.Seen::disks)
                : Optional.empty();
        return new DriverNode(node.name(), node.nodeId(), node.labels(), lookup, known);
    }

    private Optional<VmDiskWatch.Seen> seen(Vm vm) {
        return Optional.ofNullable(disks.get(vm.vcenter()))
                .flatMap(watch -> watch.find(vm.identity().ref().moref()));
    }

    /// Returns all machines whose VMs are followed.
    public FollowedVms machines() {
        return machines.get();
    }

    /// Returns the machine with this key; empty if it is not followed.
    public Optional<FollowedVm> machine(NodeName key) {
        return Optional.ofNullable(followed.get(key)).map(this::machine);
    }

    private FollowedVm machine(WatchedMachine each) {
        List<Vm> current = vmsOf(each.lookup());
        boolean isCurrent = !current.isEmpty();
        return new FollowedVm(
                each.query().node(),
                each.node(),
                each.nodeIds(),
                each.lookup(),
                (isCurrent ? current : each.last())
                        .stream().map(vm -> withDisks(vm, isCurrent)).toList(),
                each.query().recorded(),
                each.node()
                        .flatMap(cluster::node)
                        .flatMap(ClusterNode::registration)
                        .map(ClusterNode.Registration::maxVolumes)
                        .orElse(0L));
    }

    private VmWithDisks withDisks(Vm vm, boolean isCurrent) {
        Optional<VmDiskWatch.Seen> seen = seen(vm);
        return new VmWithDisks(
                vm,
                seen.flatMap(VmDiskWatch.Seen::disks),
                isCurrent && seen.map(VmDiskWatch.Seen::isShown).orElse(true));
    }

    /// Takes over that a task of this process has attached a volume, before vCenter reports it.
    public void onAttached(Vm vm, VmDisk disk) {
        changeDisks(vm, before -> Stream.concat(
                        before.stream().filter(each -> !each.volumeId().equals(disk.volumeId())), Stream.of(disk))
                .toList());
    }

    /// Takes over that a task of this process has detached a volume, before vCenter reports it.
    public void onDetached(Vm vm, String volumeId) {
        changeDisks(vm, before -> before.stream()
                .filter(each -> !each.volumeId().equals(Optional.of(volumeId)))
                .toList());
    }

    private void changeDisks(Vm vm, UnaryOperator<List<VmDisk>> change) {
        Optional.ofNullable(disks.get(vm.vcenter()))
                .ifPresent(watch -> watch.changeDisks(vm.identity().ref().moref(), change));
        machines.onChanged();
    }

    @Override
    public Optional<String> incompleteReason() {
        return unknownReason().or(this::silentVcenter).or(this::vanishedReason).or(this::unknownNode);
    }

    /// Returns why the Nodes or VolumeAttachments are not completely known; empty if they are.
    public Optional<String> unknownReason() {
        return cluster.incompleteReason()
                .or(() -> isPrepared
                        ? Optional.empty()
                        : Optional.of("the VMs of the Nodes are not looked up yet; the call is repeated"));
    }

    /// Returns the names of the vCenters that do not answer.
    public Set<String> silentVcenters() {
        return disks.entrySet().stream()
                .filter(each -> each.getValue().watcher().silence().isPresent()
                        || each.getValue().refusal().isPresent())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    List<String> vcenterNames() {
        return List.copyOf(disks.keySet());
    }

    /// Returns the machines whose VMs no vCenter shows, and that matter: VolumeAttachments name them, or so many are
    /// missing that [#vanishedReason] asks for proof.
    List<MissingMachine> missingMachines() {
        Map<String, Optional<RecordedVm>> attached = new HashMap<>();
        for (ClusterAttachment attachment : cluster.attachments()) {
            attached.merge(
                    attachment.nodeId(), attachment.recorded(), (known, other) -> known.isPresent() ? known : other);
        }
        boolean isProofNeeded = massLoss(_ -> true).isPresent();
        return followed.values().stream()
                .filter(each -> each.lookup() instanceof VmLookup.Missing || each.lookup() instanceof VmLookup.Unknown)
                .filter(each ->
                        each.nodeIds().stream().anyMatch(attached::containsKey) || (isProofNeeded && isVanished(each)))
                .map(each -> missing(each, attached))
                .toList();
    }

    private static MissingMachine missing(WatchedMachine each, Map<String, Optional<RecordedVm>> attached) {
        Optional<RecordedVm> own = each.nodeIds().stream()
                .flatMap(id -> attached.getOrDefault(id, Optional.empty()).stream())
                .findFirst()
                .or(() -> each.last().stream()
                        .map(RecordedVm::of)
                        .filter(record ->
                                record.parents().isPresent() && record.seenAt().isPresent())
                        .findFirst());
        return new MissingMachine(
                each.query().node(),
                each.query(),
                own.or(() -> each.query().recorded()),
                own.isPresent(),
                each.node().isEmpty());
    }

    @Override
    public Optional<String> missingNodesReason() {
        return cluster.incompleteReason()
                .or(() -> isPrepared
                        ? Optional.empty()
                        : Optional.of("the VMs of the Nodes are not looked up yet; the call is repeated"))
                .or(this::vanishedReason);
    }

    private Optional<String> silentVcenter() {
        return disks.values().stream()
                .flatMap(watch -> watch
                        .watcher()
                        .silence()
                        .map(silence -> "vCenter %s does not answer: %s".formatted(silence.vcenter(), silence.why()))
                        .or(() -> watch.refusal().map(why -> "vCenter %s does not report the disks of VMs: %s"
                                .formatted(watch.watcher().name(), why)))
                        .stream())
                .findFirst();
    }

    /// Returns the reason why the inventory is not trusted: VMs that vCenter showed before are missing, and so many
    /// that a lost privilege or a restored vCenter is more likely than their deletion.
    public Optional<String> vanishedReason() {
        return massLoss(each -> !isProvenAbsent.test(each.query().node()));
    }

    /// Returns the reason why the inventory is not trusted, if only these of the vanished machines count.
    private Optional<String> massLoss(Predicate<WatchedMachine> counts) {
        List<String> vanished = followed.values().stream()
                .filter(InventoryNodes::isVanished)
                .filter(counts)
                .map(each -> each.query().node().value())
                .sorted()
                .toList();
        int known = Math.toIntExact(followed.values().stream()
                .filter(each -> !each.nodeIds().isEmpty())
                .count());
        return MassLossPolicy.reason(known, vanished);
    }

    private static boolean isVanished(WatchedMachine machine) {
        return !machine.nodeIds().isEmpty() && machine.lookup() instanceof VmLookup.Missing;
    }

    private Optional<String> unknownNode() {
        return all().stream()
                .filter(node -> node.nodeId().isPresent())
                .flatMap(node -> switch (node.vm()) {
                    case VmLookup.Pending _ ->
                        Stream.of("the VM of Node %s is being looked up; the call is repeated".formatted(node.name()));
                    case VmLookup.Found _
                    when node.disks().isEmpty() ->
                        Stream.of("vCenter has not reported the disks of the VM of Node %s yet; the call is repeated"
                                .formatted(node.name()));
                    case VmLookup.Unknown(var silent) ->
                        Stream.of("the VM of Node %s is not known: vCenter %s does not answer: %s"
                                .formatted(
                                        node.name(),
                                        silent.getFirst().vcenter(),
                                        silent.getFirst().why()));
                    default -> Stream.<String>empty();
                })
                .findFirst();
    }
}
