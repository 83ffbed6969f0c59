package dev.vspherecloud.ccm.controllers.lifecycle;

import dev.vspherecloud.ccm.domain.breaker.Breaker;
import dev.vspherecloud.ccm.domain.breaker.BreakerPolicy;
import dev.vspherecloud.ccm.domain.breaker.Incident;
import dev.vspherecloud.ccm.domain.breaker.NodePlacement;
import dev.vspherecloud.ccm.domain.breaker.RecentDeletion;
import dev.vspherecloud.ccm.domain.breaker.VmPresence;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleRules;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleState;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.existence.ExistenceCheckResult;
import dev.vspherecloud.domain.existence.ExistenceChecker;
import dev.vspherecloud.domain.existence.OwnerVcenterResult;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.vm.EventPosition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Evaluates all Nodes and vCenters together: it evaluates the deletion breaker, keeps the newest event of each
/// vCenter, and applies what people acknowledged.
///
/// Times are nanoseconds of one monotonic clock, except those of deletions. Threads: confined.
final class ClusterMonitor {
    private static final Logger log = LoggerFactory.getLogger(ClusterMonitor.class);

    /// The time between two reads of the lifecycle state from the Lease while an acknowledgement by a person is
    /// likely.
    static final Duration READ_INTERVAL_WHEN_OPEN = Duration.ofSeconds(10);

    /// The time between two reads of the lifecycle state from the Lease while no acknowledgement is expected.
    static final Duration READ_INTERVAL = Duration.ofMinutes(5);

    /// The minimum time between two writes of newer event baselines. A vCenter has new events all the time, and not
    /// each of them is worth a write.
    static final Duration BASELINE_INTERVAL = Duration.ofMinutes(1);

    private final NodeRegistry nodeRegistry;
    private final ExistenceChecker existenceChecker;
    private final PersistentLifecycleState persistentLifecycleState;
    private final BreakerEvents breakerEvents;
    private final VcenterEvents vcenterEvents;
    private final Supplier<LifecycleRules> rules;
    private final LifecycleClocks clocks;
    private final LifecycleObserver observer;
    private final ChangedVcenters changed = new ChangedVcenters();
    private final DeletionAges deletionAges = new DeletionAges();

    /// The vCenters whose newest event is older than the recorded one, as after a restore. Their baseline is not
    /// raised until a person acknowledges the restore. The cause may also be that this process read its event
    /// before the previous leader read the recorded one.
    private final Set<UUID> rewoundVcenters = new HashSet<>();

    /// The instance UUIDs of all vCenters to which this process was connected.
    private final Set<UUID> seenVcenters = new HashSet<>();

    private OptionalLong lastRead = OptionalLong.empty();
    private OptionalLong lastBaselineUpdate = OptionalLong.empty();
    private Set<String> unmatchedAcknowledgements = Set.of();

    ClusterMonitor(
            ClusterPorts cluster,
            ExistenceChecker existenceChecker,
            NodeRegistry nodeRegistry,
            Supplier<LifecycleRules> rules,
            LifecycleClocks clocks,
            LifecycleObserver observer) {
        this.nodeRegistry = nodeRegistry;
        this.existenceChecker = existenceChecker;
        this.persistentLifecycleState = new PersistentLifecycleState(cluster.lifecycleStateStore());
        this.breakerEvents = new BreakerEvents(cluster.events(), cluster.lifecycleStateStore());
        this.vcenterEvents = new VcenterEvents(cluster.events(), cluster.lifecycleStateStore());
        this.rules = rules;
        this.clocks = clocks;
        this.observer = observer;
    }

    LifecycleState lifecycleState() {
        return persistentLifecycleState.lifecycleState();
    }

    /// Returns the newest event that the vCenter is known to have had. For a new vCenter it is the newest event
    /// now.
    Optional<EventPosition> baseline(UUID vcenter) {
        return Optional.ofNullable(lifecycleState().baselines().get(vcenter))
                .or(() -> Optional.ofNullable(newest().get(vcenter)));
    }

    /// Returns the recorded events that show whether the vCenter was restored from a backup; empty if none were
    /// recorded.
    List<EventPosition> landmarks(UUID vcenter) {
        return lifecycleState().landmarks().getOrDefault(vcenter, List.of());
    }

    /// Returns true if this process or a previous leader was connected to the vCenter. The records on Nodes do not
    /// count, because kubelets may write them.
    boolean isKnown(UUID vcenter) {
        return seenVcenters.contains(vcenter) || lifecycleState().baselines().containsKey(vcenter);
    }

    /// Returns true if this process has read the lifecycle state of the previous leader.
    boolean isReady() {
        return persistentLifecycleState.isKnown();
    }

    /// Returns true if the last attempt to read the lifecycle state succeeded. If it failed, no Node is deleted.
    boolean isReadable() {
        return persistentLifecycleState.isReadable();
    }

    /// Evaluates an inconclusive check result. If the reason is that the vCenter was restored or replaced, this
    /// method writes a log line and posts an Event.
    void onInconclusive(ExistenceCheckResult result, Reason reason) {
        UUID vcenter = result.request().vm().ref().vcenter();
        if (changed.onInconclusive(result, reason.code(), clocks.now())) {
            vcenterEvents.onChanged(
                    name(result), reason, changed.id(vcenter, lifecycleState().confirmedVcenterChanges()));
        }
    }

    private static String name(ExistenceCheckResult result) {
        return switch (result.ownerResult()) {
            case OwnerVcenterResult.NoSuchObject answer -> answer.vcenter();
            case OwnerVcenterResult.StillThere(String vcenter, var _) -> vcenter;
            case OwnerVcenterResult.Unanswered(var silence) -> silence.vcenter();
            case OwnerVcenterResult.NotHere(UUID vcenter, var _) -> vcenter.toString();
        };
    }

    /// Evaluates all Nodes and vCenters. The controller calls it every few seconds.
    void evaluateAll() {
        read();
        if (!persistentLifecycleState.isKnown() || nodeRegistry.isEmpty()) {
            return;
        }
        Map<NodePlacement, VmPresence> now = nodeRegistry.presences(clocks.now());
        LifecycleState before = lifecycleState();
        Map<UUID, EventPosition> newest = newest();
        LifecycleState withRestored = withRestored(before);
        var confirmable = new HashMap<>(newest);
        confirmable.putAll(changed.newest());
        Acknowledgement acknowledgement =
                Acknowledgement.of(withRestored, restorable(withRestored), changed.replaced(), confirmable);
        acknowledgement.vcenters().forEach(this::confirmed);
        apply(before, withBaselines(acknowledgement.lifecycleState(), newest), acknowledgement.acknowledged(), now);
    }

    /// Returns the state of the breaker for this Node. If a person acknowledged that the Node's VM is gone, the
    /// breaker counts as closed for this Node.
    Breaker breakerFor(NodeView node) {
        Breaker breaker = lifecycleState().breaker();
        boolean isExcused = nodeRegistry
                .placement(node)
                .filter(placement -> breaker.acknowledgedNodes().contains(placement.key()))
                .isPresent();
        return isExcused ? new Breaker(Optional.empty(), breaker.acknowledgedNodes()) : breaker;
    }

    /// Evaluates the breaker now and returns its new state.
    Breaker evaluateBreaker() {
        apply(lifecycleState(), lifecycleState(), Set.of(), nodeRegistry.presences(clocks.now()));
        return lifecycleState().breaker();
    }

    /// Records on the Lease that a Node is about to be deleted although its VM was not destroyed.
    ///
    /// @return true if the record was written; only then may the Node be deleted
    boolean recordDeletion(NodePlacement placement) {
        List<RecentDeletion> deletions = lifecycleState().deletions();
        if (deletions.stream().noneMatch(deletion -> deletion.placement().uid().equals(placement.uid()))) {
            deletions = new ArrayList<>(deletions);
            var deletion = new RecentDeletion(placement, clocks.wall().instant());
            deletionAges.onDeleted(deletion, clocks.now());
            deletions.add(deletion);
        }
        return persistentLifecycleState.write(lifecycleState().withDeletions(deletions));
    }

    private void read() {
        long now = clocks.now();
        boolean isAwaited = lifecycleState().breaker().open().isPresent()
                || !changed.isEmpty()
                || !lifecycleState().confirmedVcenterChanges().unconfirmed().isEmpty();
        Duration period = isAwaited || !persistentLifecycleState.isReadable() ? READ_INTERVAL_WHEN_OPEN : READ_INTERVAL;
        if (lastRead.isPresent() && now - lastRead.getAsLong() < period.toNanos()) {
            return;
        }
        boolean isFirst = !persistentLifecycleState.isKnown();
        lastRead = OptionalLong.of(now);
        persistentLifecycleState.read();
        if (isFirst) {
            lifecycleState().breaker().open().ifPresent(breakerEvents::onInherited);
        }
    }

    private void apply(
            LifecycleState before, LifecycleState next, Set<String> confirmed, Map<NodePlacement, VmPresence> now) {
        Instant time = clocks.wall().instant();
        long nanos = clocks.now();
        // Deletions that the breaker does not count any more are not kept, since each takes some 200 bytes of the
        // 256 KiB of annotations that the Lease may have.
        Duration window = rules.get().breaker().window();
        deletionAges.update(next.deletions(), window, nanos, time);
        List<RecentDeletion> deletions = next.deletions().stream()
                .filter(deletion -> deletionAges.age(deletion, nanos).compareTo(window) < 0)
                .toList();
        Breaker breaker = BreakerPolicy.evaluate(
                before.breaker(),
                now,
                deletions.stream()
                        .map(deletion ->
                                new RecentDeletion(deletion.placement(), time.minus(deletionAges.age(deletion, nanos))))
                        .toList(),
                next.acknowledged(),
                rules.get().breaker(),
                nanos,
                time);
        var settled = new HashSet<>(confirmed);
        before.breaker()
                .open()
                .map(Incident::id)
                .filter(next.acknowledged()::contains)
                .ifPresent(settled::add);
        settled.forEach(id -> log.atInfo().addKeyValue("incident", id).log("Incident acknowledged"));
        persistentLifecycleState.acknowledge(settled);
        LifecycleState evaluated =
                next.withDeletions(deletions).with(breaker).withAcknowledged(without(next.acknowledged(), settled));
        if (!evaluated.equals(before) || persistentLifecycleState.isUnwritten()) {
            boolean _ = persistentLifecycleState.write(evaluated);
        }
        breakerEvents.onEvaluated(before.breaker(), breaker, now.keySet());
        observer.onBreakerEvaluated(breaker);
        logUnmatchedAcknowledgements(evaluated);
    }

    private static Set<String> without(Set<String> ids, Set<String> settled) {
        return ids.stream().filter(id -> !settled.contains(id)).collect(Collectors.toSet());
    }

    private void confirmed(UUID vcenter) {
        changed.clear(vcenter);
        rewoundVcenters.remove(vcenter);
    }

    /// Returns the vCenters for which a person may acknowledge a restore.
    private Set<UUID> restorable(LifecycleState lifecycleState) {
        var restorable = new HashSet<>(changed.restorable());
        restorable.addAll(lifecycleState.confirmedVcenterChanges().unconfirmed().keySet());
        return restorable;
    }

    /// Returns the lifecycle state with the restores that recent check results show. The state keeps them longer
    /// than the check results.
    private LifecycleState withRestored(LifecycleState lifecycleState) {
        var unconfirmed = new HashMap<>(lifecycleState.confirmedVcenterChanges().unconfirmed());
        changed.restored().forEach(vcenter -> baseline(vcenter)
                .ifPresent(position -> unconfirmed.putIfAbsent(vcenter, position)));
        return lifecycleState.with(lifecycleState.confirmedVcenterChanges().withUnconfirmed(unconfirmed));
    }

    private Map<UUID, EventPosition> newest() {
        var newest = new HashMap<UUID, EventPosition>();
        existenceChecker.positions().values().forEach(position -> {
            seenVcenters.add(position.instance());
            position.newest().ifPresent(event -> newest.put(position.instance(), event));
        });
        return newest;
    }

    private LifecycleState withBaselines(LifecycleState lifecycleState, Map<UUID, EventPosition> newest) {
        Map<UUID, EventPosition> recorded = lifecycleState.baselines();
        Set<UUID> unconfirmed =
                lifecycleState.confirmedVcenterChanges().unconfirmed().keySet();
        newest.forEach((vcenter, position) -> {
            List<EventPosition> landmarks = lifecycleState.landmarks().getOrDefault(vcenter, List.of());
            if (EventBaselines.isRewound(position, landmarks, Optional.ofNullable(recorded.get(vcenter)))) {
                rewoundVcenters.add(vcenter);
            }
        });
        long now = clocks.now();
        boolean isDue =
                lastBaselineUpdate.isEmpty() || now - lastBaselineUpdate.getAsLong() >= BASELINE_INTERVAL.toNanos();
        var trustworthy = new HashMap<>(newest);
        trustworthy
                .keySet()
                .removeIf(vcenter -> rewoundVcenters.contains(vcenter)
                        || unconfirmed.contains(vcenter)
                        || (!isDue && recorded.containsKey(vcenter)));
        if (isDue) {
            lastBaselineUpdate = OptionalLong.of(now);
        }
        Map<UUID, List<EventPosition>> fresh = freshLandmarks();
        fresh.keySet().retainAll(trustworthy.keySet());
        return lifecycleState
                .withBaselines(EventBaselines.advance(recorded, trustworthy))
                .withLandmarks(EventBaselines.landmarks(lifecycleState.landmarks(), recorded, fresh));
    }

    private Map<UUID, List<EventPosition>> freshLandmarks() {
        var fresh = new HashMap<UUID, List<EventPosition>>();
        existenceChecker.positions().values().forEach(position -> fresh.put(position.instance(), position.landmarks()));
        return fresh;
    }

    private void logUnmatchedAcknowledgements(LifecycleState lifecycleState) {
        if (lifecycleState.acknowledged().equals(unmatchedAcknowledgements)) {
            return;
        }
        unmatchedAcknowledgements = lifecycleState.acknowledged();
        if (!unmatchedAcknowledgements.isEmpty()) {
            log.atWarn()
                    .addKeyValue("acknowledged", String.join(", ", unmatchedAcknowledgements))
                    .addKeyValue("open", String.join(", ", openIds(lifecycleState)))
                    .log("No incident with the acknowledged id is open; check the id in the annotation of the Lease");
        }
    }

    private List<String> openIds(LifecycleState lifecycleState) {
        var ids = new ArrayList<>(changed.ids(lifecycleState.confirmedVcenterChanges()));
        lifecycleState.confirmedVcenterChanges().unconfirmed().keySet().stream()
                .map(lifecycleState.confirmedVcenterChanges()::idOf)
                .filter(id -> !ids.contains(id))
                .forEach(ids::add);
        lifecycleState.breaker().open().map(Incident::id).ifPresent(ids::add);
        return ids;
    }
}
