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

/// Watches all Nodes and vCenters together: evaluates the breaker, keeps the newest event of each vCenter, and
/// applies what people acknowledged.
///
/// Times are nanoseconds of one monotonic clock, except those of losses. Threads: confined.
final class ClusterMonitor {
    private static final Logger log = LoggerFactory.getLogger(ClusterMonitor.class);

    /// How often the lifecycle state is read while an acknowledgement is likely.
    static final Duration EXPECTANT = Duration.ofSeconds(10);

    /// How often the lifecycle state is read otherwise.
    static final Duration CALM = Duration.ofMinutes(5);

    /// How often a newer baseline is written. A vCenter has new events all the time, and not each of them is worth
    /// a write.
    static final Duration BASELINE = Duration.ofMinutes(1);

    /// How long a loss is kept. The breaker counts the losses of some minutes only.
    private static final Duration KEPT = Duration.ofHours(1);

    private final NodeRegistry roll;
    private final ExistenceChecker existenceChecker;
    private final PersistentLifecycleState persistentLifecycleState;
    private final BreakerEvents news;
    private final VcenterEvents vcenterEvents;
    private final Supplier<LifecycleRules> rules;
    private final LifecycleClocks clocks;
    private final LifecycleObserver observer;
    private final ChangedVcenters changed = new ChangedVcenters();

    /// The vCenters whose newest event was below the recorded one. Their baseline is not raised until a person has
    /// confirmed the restore. It may also be that this process read its event before its predecessor read the
    /// recorded one.
    private final Set<UUID> fallen = new HashSet<>();

    /// Instance UUIDs of all vCenters that this process was connected to.
    private final Set<UUID> seen = new HashSet<>();

    private OptionalLong lastRead = OptionalLong.empty();
    private OptionalLong lastRaised = OptionalLong.empty();
    private Set<String> puzzling = Set.of();

    ClusterMonitor(
            ClusterPorts cluster,
            ExistenceChecker existenceChecker,
            NodeRegistry roll,
            Supplier<LifecycleRules> rules,
            LifecycleClocks clocks,
            LifecycleObserver observer) {
        this.roll = roll;
        this.existenceChecker = existenceChecker;
        this.persistentLifecycleState = new PersistentLifecycleState(cluster.lifecycleStateStore());
        this.news = new BreakerEvents(cluster.events(), cluster.lifecycleStateStore());
        this.vcenterEvents = new VcenterEvents(cluster.events(), cluster.lifecycleStateStore());
        this.rules = rules;
        this.clocks = clocks;
        this.observer = observer;
    }

    LifecycleState lifecycleState() {
        return persistentLifecycleState.lifecycleState();
    }

    /// Returns the newest known event that a vCenter ever had. For a new vCenter this is its newest event now.
    Optional<EventPosition> baseline(UUID vcenter) {
        return Optional.ofNullable(lifecycleState().baselines().get(vcenter))
                .or(() -> Optional.ofNullable(newest().get(vcenter)));
    }

    /// Returns the events by which a vCenter is recognised; empty if none were recorded.
    List<EventPosition> landmarks(UUID vcenter) {
        return lifecycleState().landmarks().getOrDefault(vcenter, List.of());
    }

    /// Returns true if this process or a predecessor saw the vCenter. Records on Nodes do not count, since
    /// kubelets may write them.
    boolean isKnown(UUID vcenter) {
        return seen.contains(vcenter) || lifecycleState().baselines().containsKey(vcenter);
    }

    /// Returns true if the state of the predecessor was read.
    boolean isInformed() {
        return persistentLifecycleState.isKnown();
    }

    /// Returns true if the last attempt to read the lifecycle state succeeded. If it failed, no Node is deleted.
    boolean isReadable() {
        return persistentLifecycleState.isReadable();
    }

    /// Takes a report that proves nothing for this reason. If its vCenter was restored or replaced, a log line and
    /// an Event say so.
    void hear(ExistenceCheckResult report, Reason reason) {
        UUID vcenter = report.question().vm().ref().vcenter();
        if (changed.report(report, reason.code(), clocks.now())) {
            vcenterEvents.tell(
                    name(report), reason, changed.id(vcenter, lifecycleState().confirmedVcenterChanges()));
        }
    }

    private static String name(ExistenceCheckResult report) {
        return switch (report.home()) {
            case OwnerVcenterResult.NoSuchObject answer -> answer.vcenter();
            case OwnerVcenterResult.StillThere(String vcenter, var _) -> vcenter;
            case OwnerVcenterResult.Unanswered(var silence) -> silence.vcenter();
            case OwnerVcenterResult.NotHere(UUID vcenter, var _) -> vcenter.toString();
        };
    }

    /// Evaluates all Nodes and vCenters; called every few seconds.
    void look() {
        read();
        if (!persistentLifecycleState.isKnown() || roll.isEmpty()) {
            return;
        }
        Map<NodePlacement, VmPresence> now = roll.call(clocks.now());
        LifecycleState before = lifecycleState();
        Map<UUID, EventPosition> newest = newest();
        LifecycleState told = withRestored(before);
        var confirmable = new HashMap<>(newest);
        confirmable.putAll(changed.newest());
        Acknowledgement acknowledgement = Acknowledgement.of(told, restorable(told), changed.replaced(), confirmable);
        acknowledgement.vcenters().forEach(this::confirmed);
        apply(before, raised(acknowledgement.lifecycleState(), newest), acknowledgement.settled(), now);
    }

    /// Returns the breaker as it applies to this Node. A Node that a person has excused may be deleted, whatever
    /// else is missing.
    Breaker breakerFor(NodeView node) {
        Breaker breaker = lifecycleState().breaker();
        boolean isExcused = roll.post(node)
                .filter(post -> breaker.excused().contains(post.key()))
                .isPresent();
        return isExcused ? new Breaker(Optional.empty(), breaker.excused()) : breaker;
    }

    /// Evaluates the breaker now.
    Breaker judge() {
        apply(lifecycleState(), lifecycleState(), Set.of(), roll.call(clocks.now()));
        return lifecycleState().breaker();
    }

    /// Records that a Node is about to be deleted although its VM was not destroyed.
    ///
    /// @return true if the record is written; only then may the Node be deleted
    boolean note(NodePlacement post) {
        List<RecentDeletion> losses = lifecycleState().losses();
        if (losses.stream().noneMatch(loss -> loss.post().uid().equals(post.uid()))) {
            losses = new ArrayList<>(losses);
            losses.add(new RecentDeletion(post, clocks.wall().instant()));
        }
        return persistentLifecycleState.write(lifecycleState().withLosses(losses));
    }

    private void read() {
        long now = clocks.now();
        boolean isAwaited = lifecycleState().breaker().open().isPresent()
                || !changed.isEmpty()
                || !lifecycleState().confirmedVcenterChanges().unconfirmed().isEmpty();
        Duration period = isAwaited || !persistentLifecycleState.isReadable() ? EXPECTANT : CALM;
        if (lastRead.isPresent() && now - lastRead.getAsLong() < period.toNanos()) {
            return;
        }
        boolean isFirst = !persistentLifecycleState.isKnown();
        lastRead = OptionalLong.of(now);
        persistentLifecycleState.read();
        if (isFirst) {
            lifecycleState().breaker().open().ifPresent(news::inherit);
        }
    }

    private void apply(
            LifecycleState before, LifecycleState next, Set<String> confirmed, Map<NodePlacement, VmPresence> now) {
        Instant time = clocks.wall().instant();
        List<RecentDeletion> losses = next.losses().stream()
                .filter(loss -> Duration.between(loss.at(), time).abs().compareTo(KEPT) <= 0)
                .toList();
        Breaker breaker = BreakerPolicy.judge(
                before.breaker(), now, losses, next.acknowledged(), rules.get().breaker(), clocks.now(), time);
        var settled = new HashSet<>(confirmed);
        before.breaker()
                .open()
                .map(Incident::id)
                .filter(next.acknowledged()::contains)
                .ifPresent(settled::add);
        settled.forEach(id -> log.atInfo().addKeyValue("incident", id).log("Incident acknowledged"));
        persistentLifecycleState.settle(settled);
        LifecycleState judged =
                next.withLosses(losses).with(breaker).withAcknowledged(without(next.acknowledged(), settled));
        if (!judged.equals(before) || persistentLifecycleState.isUnwritten()) {
            boolean _ = persistentLifecycleState.write(judged);
        }
        news.tell(before.breaker(), breaker, now.keySet());
        observer.judged(breaker);
        tellPuzzling(judged);
    }

    private static Set<String> without(Set<String> ids, Set<String> settled) {
        return ids.stream().filter(id -> !settled.contains(id)).collect(Collectors.toSet());
    }

    private void confirmed(UUID vcenter) {
        changed.clear(vcenter);
        fallen.remove(vcenter);
    }

    /// Returns the vCenters for which a person may acknowledge a restore.
    private Set<UUID> restorable(LifecycleState lifecycleState) {
        var restorable = new HashSet<>(changed.restorable());
        restorable.addAll(lifecycleState.confirmedVcenterChanges().unconfirmed().keySet());
        return restorable;
    }

    /// Adds the restores that reports show. They are kept longer than the events that showed them.
    private LifecycleState withRestored(LifecycleState lifecycleState) {
        var unconfirmed = new HashMap<>(lifecycleState.confirmedVcenterChanges().unconfirmed());
        changed.restored()
                .forEach(vcenter -> baseline(vcenter).ifPresent(mark -> unconfirmed.putIfAbsent(vcenter, mark)));
        return lifecycleState.with(lifecycleState.confirmedVcenterChanges().withUnconfirmed(unconfirmed));
    }

    private Map<UUID, EventPosition> newest() {
        var newest = new HashMap<UUID, EventPosition>();
        existenceChecker.marks().values().forEach(mark -> {
            seen.add(mark.instance());
            mark.newest().ifPresent(event -> newest.put(mark.instance(), event));
        });
        return newest;
    }

    private LifecycleState raised(LifecycleState lifecycleState, Map<UUID, EventPosition> newest) {
        Map<UUID, EventPosition> recorded = lifecycleState.baselines();
        Set<UUID> unconfirmed =
                lifecycleState.confirmedVcenterChanges().unconfirmed().keySet();
        newest.forEach((vcenter, mark) -> {
            List<EventPosition> landmarks = lifecycleState.landmarks().getOrDefault(vcenter, List.of());
            if (EventBaselines.isFallen(mark, landmarks, Optional.ofNullable(recorded.get(vcenter)))) {
                fallen.add(vcenter);
            }
        });
        long now = clocks.now();
        boolean isDue = lastRaised.isEmpty() || now - lastRaised.getAsLong() >= BASELINE.toNanos();
        var sound = new HashMap<>(newest);
        sound.keySet()
                .removeIf(vcenter -> fallen.contains(vcenter)
                        || unconfirmed.contains(vcenter)
                        || (!isDue && recorded.containsKey(vcenter)));
        if (isDue) {
            lastRaised = OptionalLong.of(now);
        }
        Map<UUID, List<EventPosition>> fresh = freshLandmarks();
        fresh.keySet().retainAll(sound.keySet());
        return lifecycleState
                .withBaselines(EventBaselines.raised(recorded, sound))
                .withLandmarks(EventBaselines.landmarks(lifecycleState.landmarks(), recorded, fresh));
    }

    private Map<UUID, List<EventPosition>> freshLandmarks() {
        var fresh = new HashMap<UUID, List<EventPosition>>();
        existenceChecker.marks().values().forEach(mark -> fresh.put(mark.instance(), mark.landmarks()));
        return fresh;
    }

    private void tellPuzzling(LifecycleState lifecycleState) {
        if (lifecycleState.acknowledged().equals(puzzling)) {
            return;
        }
        puzzling = lifecycleState.acknowledged();
        if (!puzzling.isEmpty()) {
            log.atWarn()
                    .addKeyValue("acknowledged", String.join(", ", puzzling))
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
