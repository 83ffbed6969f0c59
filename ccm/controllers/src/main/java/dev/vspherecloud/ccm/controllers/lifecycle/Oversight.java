package dev.vspherecloud.ccm.controllers.lifecycle;

import dev.vspherecloud.ccm.domain.breaker.Breaker;
import dev.vspherecloud.ccm.domain.breaker.BreakerPolicy;
import dev.vspherecloud.ccm.domain.breaker.Incident;
import dev.vspherecloud.ccm.domain.breaker.Loss;
import dev.vspherecloud.ccm.domain.breaker.Post;
import dev.vspherecloud.ccm.domain.breaker.Standing;
import dev.vspherecloud.ccm.domain.lifecycle.Annals;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleRules;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.existence.AbsenceReport;
import dev.vspherecloud.domain.existence.HomeAnswer;
import dev.vspherecloud.domain.existence.Witnesses;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.vm.EventMark;
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

/// Sees all Nodes and vCenters as a whole: judges the breaker, keeps the newest event of each vCenter, and puts into
/// effect what people acknowledged.
///
/// Times are nanoseconds of one monotonic clock, but for those of losses. Threads: confined.
final class Oversight {
    private static final Logger log = LoggerFactory.getLogger(Oversight.class);

    /// How often the chronicle is read while somebody may be about to acknowledge something …
    static final Duration EXPECTANT = Duration.ofSeconds(10);

    /// … and else.
    static final Duration CALM = Duration.ofMinutes(5);

    /// A vCenter has events all the time; not each of them is worth a write.
    static final Duration BASELINE = Duration.ofMinutes(1);

    /// Losses are counted for some minutes.
    private static final Duration KEPT = Duration.ofHours(1);

    private final RollCall roll;
    private final Witnesses witnesses;
    private final Annalist annalist;
    private final BreakerNews news;
    private final VcenterNews vcenterNews;
    private final Supplier<LifecycleRules> rules;
    private final LifecycleClocks clocks;
    private final LifecycleObserver observer;
    private final ChangedVcenters changed = new ChangedVcenters();

    /// vCenters that showed an event below the recorded one: theirs stays until a person has confirmed. It may also be
    /// that this process read its event before a predecessor read the recorded one.
    private final Set<UUID> fallen = new HashSet<>();

    /// Instance UUIDs of all vCenters that this process was connected to.
    private final Set<UUID> seen = new HashSet<>();

    private OptionalLong lastRead = OptionalLong.empty();
    private OptionalLong lastRaised = OptionalLong.empty();
    private Set<String> puzzling = Set.of();

    Oversight(
            ClusterAccess cluster,
            Witnesses witnesses,
            RollCall roll,
            Supplier<LifecycleRules> rules,
            LifecycleClocks clocks,
            LifecycleObserver observer) {
        this.roll = roll;
        this.witnesses = witnesses;
        this.annalist = new Annalist(cluster.chronicle());
        this.news = new BreakerNews(cluster.events(), cluster.chronicle());
        this.vcenterNews = new VcenterNews(cluster.events(), cluster.chronicle());
        this.rules = rules;
        this.clocks = clocks;
        this.observer = observer;
    }

    Annals annals() {
        return annalist.annals();
    }

    /// The newest event that a vCenter ever had, as far as that is known; of a vCenter that is new, the newest it has.
    Optional<EventMark> baseline(UUID vcenter) {
        return Optional.ofNullable(annals().baselines().get(vcenter))
                .or(() -> Optional.ofNullable(newest().get(vcenter)));
    }

    /// The events by which a vCenter is recognised; empty if none were recorded.
    List<EventMark> landmarks(UUID vcenter) {
        return annals().landmarks().getOrDefault(vcenter, List.of());
    }

    /// Whether this process or a predecessor saw the vCenter. What stands on Nodes does not count: their kubelets may
    /// write it.
    boolean isKnown(UUID vcenter) {
        return seen.contains(vcenter) || annals().baselines().containsKey(vcenter);
    }

    /// Whether it is known what a predecessor left.
    boolean isInformed() {
        return annalist.isKnown();
    }

    /// Whether the chronicle could be read when that was tried last; if not, nothing is deleted.
    boolean isReadable() {
        return annalist.isReadable();
    }

    /// A report proves nothing because of this; when its vCenter is not the one it was, everybody must know.
    void hear(AbsenceReport report, Reason reason) {
        UUID vcenter = report.question().vm().ref().vcenter();
        if (changed.report(report, reason.code(), clocks.now())) {
            vcenterNews.tell(name(report), reason, changed.id(vcenter, annals().confirmations()));
        }
    }

    private static String name(AbsenceReport report) {
        return switch (report.home()) {
            case HomeAnswer.NoSuchObject answer -> answer.vcenter();
            case HomeAnswer.StillThere(String vcenter, var _) -> vcenter;
            case HomeAnswer.Unanswered(var silence) -> silence.vcenter();
            case HomeAnswer.NotHere(UUID vcenter, var _) -> vcenter.toString();
        };
    }

    /// Looks at everything; called every few seconds.
    void look() {
        read();
        if (!annalist.isKnown() || roll.isEmpty()) {
            return;
        }
        Map<Post, Standing> now = roll.call(clocks.now());
        Annals before = annals();
        Map<UUID, EventMark> newest = newest();
        Annals told = withRestored(before);
        var confirmable = new HashMap<>(newest);
        confirmable.putAll(changed.newest());
        Acknowledgement acknowledgement = Acknowledgement.of(told, restorable(told), changed.replaced(), confirmable);
        acknowledgement.vcenters().forEach(this::confirmed);
        apply(before, raised(acknowledgement.annals(), newest), acknowledgement.settled(), now);
    }

    /// The breaker, as far as it concerns this Node: what a person has excused may go, whatever else is missing.
    Breaker breakerFor(NodeView node) {
        Breaker breaker = annals().breaker();
        boolean isExcused = roll.post(node)
                .filter(post -> breaker.excused().contains(post.key()))
                .isPresent();
        return isExcused ? new Breaker(Optional.empty(), breaker.excused()) : breaker;
    }

    /// The breaker as of now.
    Breaker judge() {
        apply(annals(), annals(), Set.of(), roll.call(clocks.now()));
        return annals().breaker();
    }

    /// Notes that a Node is about to be deleted though its VM was not destroyed.
    ///
    /// @return whether that is written; only then it may be done
    boolean note(Post post) {
        List<Loss> losses = annals().losses();
        if (losses.stream().noneMatch(loss -> loss.post().uid().equals(post.uid()))) {
            losses = new ArrayList<>(losses);
            losses.add(new Loss(post, clocks.wall().instant()));
        }
        return annalist.write(annals().withLosses(losses));
    }

    private void read() {
        long now = clocks.now();
        boolean isAwaited = annals().breaker().open().isPresent()
                || !changed.isEmpty()
                || !annals().confirmations().unconfirmed().isEmpty();
        Duration period = isAwaited || !annalist.isReadable() ? EXPECTANT : CALM;
        if (lastRead.isPresent() && now - lastRead.getAsLong() < period.toNanos()) {
            return;
        }
        boolean isFirst = !annalist.isKnown();
        lastRead = OptionalLong.of(now);
        annalist.read();
        if (isFirst) {
            annals().breaker().open().ifPresent(news::inherit);
        }
    }

    private void apply(Annals before, Annals next, Set<String> confirmed, Map<Post, Standing> now) {
        Instant time = clocks.wall().instant();
        List<Loss> losses = next.losses().stream()
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
        settled.forEach(id -> log.atInfo().addKeyValue("incident", id).log("Acknowledged"));
        annalist.settle(settled);
        Annals judged = next.withLosses(losses).with(breaker).withAcknowledged(without(next.acknowledged(), settled));
        if (!judged.equals(before) || annalist.isUnwritten()) {
            boolean _ = annalist.write(judged);
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

    /// The vCenters of which a person may say that they were restored.
    private Set<UUID> restorable(Annals annals) {
        var restorable = new HashSet<>(changed.restorable());
        restorable.addAll(annals.confirmations().unconfirmed().keySet());
        return restorable;
    }

    /// With the restores that reports show, which outlive the events that showed them.
    private Annals withRestored(Annals annals) {
        var unconfirmed = new HashMap<>(annals.confirmations().unconfirmed());
        changed.restored()
                .forEach(vcenter -> baseline(vcenter).ifPresent(mark -> unconfirmed.putIfAbsent(vcenter, mark)));
        return annals.with(annals.confirmations().withUnconfirmed(unconfirmed));
    }

    private Map<UUID, EventMark> newest() {
        var newest = new HashMap<UUID, EventMark>();
        witnesses.marks().values().forEach(mark -> {
            seen.add(mark.instance());
            mark.newest().ifPresent(event -> newest.put(mark.instance(), event));
        });
        return newest;
    }

    private Annals raised(Annals annals, Map<UUID, EventMark> newest) {
        Map<UUID, EventMark> recorded = annals.baselines();
        Set<UUID> unconfirmed = annals.confirmations().unconfirmed().keySet();
        newest.forEach((vcenter, mark) -> {
            List<EventMark> landmarks = annals.landmarks().getOrDefault(vcenter, List.of());
            if (Baselines.isFallen(mark, landmarks, Optional.ofNullable(recorded.get(vcenter)))) {
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
        Map<UUID, List<EventMark>> fresh = freshLandmarks();
        fresh.keySet().retainAll(sound.keySet());
        return annals.withBaselines(Baselines.raised(recorded, sound))
                .withLandmarks(Baselines.landmarks(annals.landmarks(), recorded, fresh));
    }

    private Map<UUID, List<EventMark>> freshLandmarks() {
        var fresh = new HashMap<UUID, List<EventMark>>();
        witnesses.marks().values().forEach(mark -> fresh.put(mark.instance(), mark.landmarks()));
        return fresh;
    }

    private void tellPuzzling(Annals annals) {
        if (annals.acknowledged().equals(puzzling)) {
            return;
        }
        puzzling = annals.acknowledged();
        if (!puzzling.isEmpty()) {
            log.atWarn()
                    .addKeyValue("acknowledged", String.join(", ", puzzling))
                    .addKeyValue("open", String.join(", ", openIds(annals)))
                    .log("What was acknowledged is not open");
        }
    }

    private List<String> openIds(Annals annals) {
        var ids = new ArrayList<>(changed.ids(annals.confirmations()));
        annals.confirmations().unconfirmed().keySet().stream()
                .map(annals.confirmations()::idOf)
                .filter(id -> !ids.contains(id))
                .forEach(ids::add);
        annals.breaker().open().map(Incident::id).ifPresent(ids::add);
        return ids;
    }
}
