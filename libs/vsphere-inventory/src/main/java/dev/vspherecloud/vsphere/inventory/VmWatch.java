package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.identity.HostNames;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.ObjectUpdate;
import dev.vspherecloud.vsphere.client.PropertyValue;
import dev.vspherecloud.vsphere.client.RetrieveQuery;
import dev.vspherecloud.vsphere.client.UpdateSet;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterSession;
import dev.vspherecloud.vsphere.inventory.object.ObjectWatch;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The watch of one property collector, with the values that the collector reported so far. It watches the VMs
/// of Nodes and the inventory objects above them, each in a list view with a filter of its own.
///
/// If the collector is lost, this object cannot be used any more; a new one starts with the full state. A view
/// is never changed during a wait: only the watcher changes views and waits.
///
/// Threads: only the watcher's thread, except for [#cancel] and [#abort].
final class VmWatch {
    private static final Logger log = LoggerFactory.getLogger(VmWatch.class);

    /// The version that means the full state in the vSphere API.
    private static final String INITIAL_VERSION = "";

    /// The largest number of DNS domains: each domain costs one more search for a Node that is searched by
    /// name.
    private static final int MAX_DOMAINS = 3;

    /// The time after which hidden objects are read again. If the account gets the permission to read an
    /// object, vCenter sends no update.
    private static final Duration HIDDEN_RETRY = Duration.ofSeconds(30);

    /// The time after which an object in a view counts as hidden if the collector does not report it.
    private static final Duration ENTER_TIMEOUT = Duration.ofSeconds(10);

    private final VcenterSession session;
    private final ObjectWatch objectWatch;
    private final AbortableWait abortableWait;
    private final UpdateLimit updateLimit;
    private final LongSupplier nanoTime;
    private final MoRef collector;
    private final MoRef vmView;
    private final MoRef ancestorView;
    private final MoRef vmFilter;
    private final MoRef root;
    private final Set<MoRef> watchedVms = new HashSet<>();

    /// The VMs that are not in the view, because their properties are too large for a response. Each has a record
    /// without values, so it counts as unreadable and not as missing.
    private final Set<MoRef> leftOutVms = new HashSet<>();

    /// The VMs that left the view and did not come back. The view may still contain them: in vCenter an object
    /// leaves when it is destroyed, and also when the account may not see it any more.
    private final Set<MoRef> leftVms = new HashSet<>();

    /// The VMs in the view that the collector has not reported yet, and when the wait for each began. The
    /// collector never reports a VM that the account may not see.
    private final Map<MoRef, Long> awaitedSince = new HashMap<>();

    private final Set<MoRef> watchedAncestors = new HashSet<>();
    private final Map<MoRef, Map<String, PropertyValue>> vmValues = new HashMap<>();
    private final Map<MoRef, VmRecord> vms = new HashMap<>();
    private final Gateways gateways;
    private final Map<MoRef, AncestorRecord> ancestors = new HashMap<>();
    private String version = INITIAL_VERSION;
    private long ancestorsReadAt;

    /// Creates the watch with a new collector.
    ///
    /// @param objectWatch the watch of the other objects in the same collector
    /// @param abortableWait runs the waits
    /// @param updateLimit the size of responses, which outlives this watch
    /// @param nanoTime a monotonic clock
    VmWatch(
            VcenterSession session,
            ObjectWatch objectWatch,
            AbortableWait abortableWait,
            UpdateLimit updateLimit,
            LongSupplier nanoTime) {
        this.session = session;
        this.objectWatch = objectWatch;
        this.abortableWait = abortableWait;
        this.updateLimit = updateLimit;
        this.nanoTime = nanoTime;
        this.gateways = new Gateways(session);
        this.root = session.content().rootFolder();
        this.collector = session.createCollector();
        this.vmView = session.createListView();
        this.ancestorView = session.createListView();
        this.vmFilter = session.createFilter(
                collector, RetrieveQuery.ofView(vmView, "VirtualMachine", VmProperties.WATCHED_PATHS));
        session.createFilter(
                collector,
                RetrieveQuery.ofView(ancestorView, AncestorRecord.MANAGED_ENTITY, AncestorRecord.PROPERTIES));
        objectWatch.onNewCollector();
    }

    Map<MoRef, VmRecord> vms() {
        return vms;
    }

    Map<MoRef, AncestorRecord> ancestors() {
        return ancestors;
    }

    /// Returns the most common DNS domains of the guests, the most common first.
    List<String> domains() {
        Map<String, Long> guests = vms.values().stream()
                .flatMap(vm -> HostNames.domain(vm.guest().hostName()).stream())
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        return guests.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .limit(MAX_DOMAINS)
                .map(Map.Entry::getKey)
                .toList();
    }

    /// Returns true if exactly these VMs are watched.
    boolean isWatching(Set<MoRef> refs) {
        var known = new HashSet<>(watchedVms);
        known.addAll(leftOutVms);
        return leftVms.isEmpty() && known.equals(refs);
    }

    /// Returns the candidates that were watched and are gone, and those that the collector does not report.
    ///
    /// @param confirmedAt when the last wait was complete, on the clock of [#watchVms]; empty before the first
    Set<MoRef> missingVms(Set<MoRef> candidates, OptionalLong confirmedAt) {
        var remaining = new HashSet<>(candidates);
        remaining.removeIf(vm -> !leftVms.contains(vm) && !isTimedOut(vm, confirmedAt));
        return remaining;
    }

    private boolean isTimedOut(MoRef vm, OptionalLong confirmedAt) {
        Long since = awaitedSince.get(vm);
        return since != null && confirmedAt.isPresent() && confirmedAt.getAsLong() - since >= ENTER_TIMEOUT.toNanos();
    }

    /// Returns how long until a VM that the collector does not report counts as hidden; a very long time if all
    /// were reported.
    Duration timeUntilTimeout(long now) {
        return awaitedSince.values().stream()
                .map(since -> ENTER_TIMEOUT.minusNanos(now - since))
                .min(Duration::compareTo)
                // A second is added, because waits are in whole seconds.
                .map(remaining -> remaining.isPositive() ? remaining.plusSeconds(1) : Duration.ZERO)
                .orElse(ChronoUnit.FOREVER.getDuration());
    }

    /// Watches these VMs and no others from now on.
    ///
    /// @param now nanoseconds of a monotonic clock
    /// @return the VMs that do not exist
    Set<MoRef> watchVms(Set<MoRef> wanted, long now) {
        removeLeftVms(wanted);
        leftOutVms.clear();
        leftOutVms.addAll(updateLimit.leftOut(wanted, now));
        var readable = new HashSet<>(wanted);
        readable.removeAll(leftOutVms);
        Set<MoRef> unresolved = updateView(vmView, watchedVms, readable);
        awaitedSince.keySet().retainAll(watchedVms);
        watchedVms.stream().filter(vm -> !vms.containsKey(vm)).forEach(vm -> awaitedSince.putIfAbsent(vm, now));
        vmValues.keySet().retainAll(watchedVms);
        vms.keySet().retainAll(watchedVms);
        leftOutVms.forEach(vm -> vms.put(vm, VmProperties.record(vm, Map.of())));
        gateways.retainAll(watchedVms);
        return unresolved;
    }

    /// Removes VMs from the view that left and were found again: vCenter reports them only if they are new to
    /// the view.
    private void removeLeftVms(Set<MoRef> wanted) {
        if (wanted.stream().anyMatch(leftVms::contains)) {
            var remaining = new HashSet<>(watchedVms);
            remaining.removeAll(leftVms);
            updateView(vmView, watchedVms, remaining);
        }
        leftVms.clear();
    }

    /// Reads the unknown inventory objects above the watched VMs, then watches all objects above them and no
    /// others.
    ///
    /// @param now nanoseconds of a monotonic clock
    void watchAncestors(long now) {
        Set<MoRef> unknown = unknownAncestors();
        if (now - ancestorsReadAt > HIDDEN_RETRY.toNanos()) {
            ancestors.values().stream()
                    .filter(AncestorRecord::isHidden)
                    .forEach(ancestor -> unknown.add(ancestor.ref()));
        }
        if (!unknown.isEmpty()) {
            ancestorsReadAt = now;
            readAncestors(unknown);
        }
        ancestors.keySet().retainAll(reachableAncestors());
        Set<MoRef> unresolved = updateView(ancestorView, watchedAncestors, Set.copyOf(ancestors.keySet()));
        watchedAncestors.addAll(unresolved);
    }

    /// Reads the default gateways of the guests for which they are needed and not known.
    void readGateways() {
        gateways.read(vms.values())
                .forEach(vm -> vms.computeIfPresent(vm, (_, record) -> record.withGateways(gateways.of(vm))));
    }

    private void readAncestors(Set<MoRef> unknown) {
        RetrieveQuery query = RetrieveQuery.ancestors(
                        List.of(new RetrieveQuery.PropertyPaths(
                                AncestorRecord.MANAGED_ENTITY, AncestorRecord.PROPERTIES)),
                        unknown)
                .toleratingMissing();
        session.retrieve(query)
                .forEach(ancestor -> ancestors.put(
                        ancestor.object(), AncestorRecord.of(ancestor.object(), ancestor.values(), root)));
        // An object that cannot be read ends its path, and is read again after a while.
        unknown.forEach(ancestor -> ancestors.putIfAbsent(ancestor, AncestorRecord.of(ancestor, Map.of(), root)));
    }

    private Set<MoRef> updateView(MoRef view, Set<MoRef> current, Set<MoRef> wanted) {
        var add = new HashSet<>(wanted);
        add.removeAll(current);
        var remove = new HashSet<>(current);
        remove.removeAll(wanted);
        if (add.isEmpty() && remove.isEmpty()) {
            return Set.of();
        }
        Set<MoRef> unresolved = Set.copyOf(session.modifyListView(view, add, remove));
        current.removeAll(remove);
        current.addAll(add);
        current.removeAll(unresolved);
        return unresolved;
    }

    /// Updates the filters of the other watched objects.
    ///
    /// @return true if the collector has new updates because of that
    boolean watchObjects() {
        objectWatch.syncFilters(session, collector, nanoTime.getAsLong());
        return objectWatch.isIncomplete();
    }

    /// Waits for updates, and applies all of them.
    void awaitUpdates(Duration atMost) {
        boolean more = true;
        while (more) {
            Optional<UpdateSet> updates = readUpdates(atMost);
            more = updates.isPresent() && updates.get().truncated();
            updates.ifPresent(this::apply);
        }
        updateLimit.onWaitCompleted();
        objectWatch.onWaitCompleted();
    }

    /// Reads the next updates. If they are too large, asks for fewer objects at once, and in the end leaves out
    /// the object that is too large alone. If vCenter does not know the version any more, the caller creates a new
    /// watch, which continues with the smaller number.
    private Optional<UpdateSet> readUpdates(Duration atMost) {
        while (true) {
            String since = version;
            int maxObjects = updateLimit.maxObjects(objectWatch.followsVms());
            try {
                return abortableWait.run(() -> session.waitForUpdates(collector, since, atMost, maxObjects));
            } catch (VcenterException e) {
                if (e.kind() != VcenterException.Kind.TOO_LARGE) {
                    throw e;
                }
                if (!updateLimit.halve(maxObjects)) {
                    leaveOut(e);
                }
            }
        }
    }

    /// Stops reading the object whose properties are too large for a response. The failure does not name
    /// the filter, so listeners come first, which read more of a VM, and then its Node.
    ///
    /// @throws VcenterException the given failure, if it is about no object that can be left out
    private void leaveOut(VcenterException tooLarge) {
        MoRef object = tooLarge.object().orElseThrow(() -> tooLarge);
        if (objectWatch.leaveOut(object, tooLarge, nanoTime.getAsLong())) {
            log.atWarn()
                    .addKeyValue("vcenter", tooLarge.vcenter())
                    .addKeyValue("object", object)
                    .addKeyValue("cause", tooLarge.getMessage())
                    .log("The properties of an object are too large to read, so it is left out for ten minutes");
            return;
        }
        leaveOut(tooLarge.object().filter(watchedVms::contains).orElseThrow(() -> tooLarge), tooLarge);
    }

    private void leaveOut(MoRef vm, VcenterException tooLarge) {
        updateLimit.leaveOut(vm, nanoTime.getAsLong());
        var remaining = new HashSet<>(watchedVms);
        remaining.remove(vm);
        updateView(vmView, watchedVms, remaining);
        leftOutVms.add(vm);
        awaitedSince.remove(vm);
        vmValues.remove(vm);
        vms.put(vm, VmProperties.record(vm, Map.of()));
        log.atWarn()
                .addKeyValue("vcenter", tooLarge.vcenter())
                .addKeyValue("vm", vm.value())
                .addKeyValue("cause", tooLarge.getMessage())
                .log("The properties of a VM are too large to read, so its Node keeps what it has");
    }

    /// Ends the wait that another thread has in progress.
    void cancel() {
        session.cancelWait(collector);
    }

    /// Ends the wait that another thread has in progress, without vCenter. Updates that arrive then may be lost, so
    /// the watch must not be used afterwards.
    void abort() {
        abortableWait.abort();
    }

    /// Destroys the collector and its views if possible. A lost collector cannot be destroyed, and the end of
    /// the session removes everything.
    void close() {
        try {
            session.destroyCollector(collector);
            session.destroyView(vmView);
            session.destroyView(ancestorView);
            objectWatch.release();
        } catch (VcenterException _) {
            // If this fails, the server only keeps a little memory until the session ends.
        }
    }

    private void apply(UpdateSet updates) {
        updates.updates().forEach(this::apply);
        version = updates.version();
    }

    private void apply(ObjectUpdate update) {
        if (update.filter().equals(vmFilter)) {
            applyVmUpdate(update);
        } else if (!objectWatch.apply(update)) {
            applyAncestorUpdate(update);
        }
    }

    private void applyVmUpdate(ObjectUpdate update) {
        MoRef vm = update.object();
        if (leftOutVms.contains(vm)) {
            return;
        }
        if (update.kind() == ObjectUpdate.Kind.LEAVE) {
            vmValues.remove(vm);
            vms.remove(vm);
            awaitedSince.remove(vm);
            leftVms.add(vm);
            return;
        }
        if (!watchedVms.contains(vm)) {
            return;
        }
        leftVms.remove(vm);
        awaitedSince.remove(vm);
        Map<String, PropertyValue> values = vmValues.computeIfAbsent(vm, _ -> new HashMap<>());
        if (update.kind() == ObjectUpdate.Kind.ENTER) {
            values.clear();
        }
        values.putAll(update.changes());
        VmRecord record = VmProperties.record(vm, values).withGateways(gateways.of(vm));
        if (!record.equals(vms.get(vm))) {
            vms.put(vm, record);
        }
    }

    private void applyAncestorUpdate(ObjectUpdate update) {
        MoRef ancestor = update.object();
        AncestorRecord known = ancestors.get(ancestor);
        if (update.kind() == ObjectUpdate.Kind.LEAVE) {
            ancestors.remove(ancestor);
            watchedAncestors.remove(ancestor);
            return;
        }
        if (known == null) {
            return;
        }
        var values = new HashMap<String, PropertyValue>();
        values.put("name", new PropertyValue.Text("string", known.name()));
        known.parent().ifPresent(parent -> values.put("parent", new PropertyValue.Ref(parent)));
        values.putAll(update.changes());
        ancestors.put(ancestor, AncestorRecord.of(ancestor, values, root));
    }

    private Set<MoRef> unknownAncestors() {
        Set<MoRef> reachable = reachableAncestors();
        reachable.removeAll(ancestors.keySet());
        return reachable;
    }

    /// Returns all objects above the watched VMs, including the first unknown one of each path.
    private Set<MoRef> reachableAncestors() {
        var reachable = new HashSet<MoRef>();
        var toVisit = new ArrayList<MoRef>();
        for (VmRecord vm : vms.values()) {
            vm.parents().host().ifPresent(toVisit::add);
            vm.parents().pool().ifPresent(toVisit::add);
            vm.parents().folder().ifPresent(toVisit::add);
        }
        while (!toVisit.isEmpty()) {
            MoRef ancestor = toVisit.removeLast();
            if (reachable.add(ancestor) && ancestors.containsKey(ancestor)) {
                ancestors.get(ancestor).parent().ifPresent(toVisit::add);
            }
        }
        return reachable;
    }
}
