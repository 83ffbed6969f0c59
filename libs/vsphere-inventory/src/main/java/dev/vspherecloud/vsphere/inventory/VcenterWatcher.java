package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.existence.ExistenceCheckRequest;
import dev.vspherecloud.domain.existence.VcenterEventPosition;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VcenterAnswer;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.reconcile.RestartingTask;
import dev.vspherecloud.reconcile.Sleeper;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterSession;
import dev.vspherecloud.vsphere.inventory.absence.FailureReason;
import dev.vspherecloud.vsphere.inventory.absence.Responsiveness;
import dev.vspherecloud.vsphere.inventory.absence.VcenterCheckResult;
import dev.vspherecloud.vsphere.inventory.absence.VcenterExistenceChecker;
import dev.vspherecloud.vsphere.inventory.login.LoginResult;
import dev.vspherecloud.vsphere.inventory.login.RestSessionHolder;
import dev.vspherecloud.vsphere.inventory.login.SoapSessionHolder;
import dev.vspherecloud.vsphere.inventory.login.Uninterrupted;
import dev.vspherecloud.vsphere.inventory.login.VcenterAccess;
import dev.vspherecloud.vsphere.inventory.object.ObjectChange;
import dev.vspherecloud.vsphere.inventory.object.ObjectInterest;
import dev.vspherecloud.vsphere.inventory.object.ObjectSubscription;
import dev.vspherecloud.vsphere.inventory.object.ObjectWatch;
import dev.vspherecloud.vsphere.inventory.tag.TagWatcher;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps the inventory of one vCenter current, as far as our Nodes are concerned.
///
/// What fails unexpectedly starts anew: with the session that is there, a new collector and a search for every Node.
/// What is known stays, and is not trusted until it was read again.
///
/// Threads: [#run] has one caller, the watcher's own thread, and is the only one to call vCenter's SOAP side and
/// to publish; while it waits for updates a second thread, started and ended by it, may cancel the wait because
/// there is news from controllers or of the configuration, and answers for a vCenter that does not. [#follow],
/// [#forget], [#answer], [#silence], [#awaitTags], [#credentialsChanged], [#reconfigure], [#ask], [#silent],
/// [#dismiss], [#subscribe], [#mark] and [#age] may be called from anywhere and never block.
public final class VcenterWatcher implements Runnable, WatchedVcenter {
    private static final Logger log = LoggerFactory.getLogger(VcenterWatcher.class);

    /// The kind of its threads, for counts.
    static final String THREAD = VcenterExistenceChecker.THREAD;

    /// Longest wait for updates: shorter than the idle time-outs of firewalls, and long enough to be little.
    private static final Duration WAIT = Duration.ofSeconds(30);

    /// New Nodes come in bursts; a search starts when this long no further one came …
    private static final Duration GATHER_QUIET = Duration.ofMillis(100);

    /// … or when this many times that long has passed.
    private static final int GATHER_ROUNDS = 10;

    /// What vCenter shows may be this old before it is asked whether it still holds, and not waited for: waits that are
    /// cancelled again and again tell nothing.
    private static final Duration FRESH = Duration.ofSeconds(15);

    /// A cancel that came before the wait did nothing; it is sent again until the wait is over.
    private static final Duration CANCEL_AGAIN = Duration.ofMillis(250);

    private final String name;
    private final Responsiveness responsiveness;
    private final DatacenterCheck datacenters;
    private final SoapSessionHolder link;
    private final TagWatcher tags;
    private final VcenterExistenceChecker vcenterExistenceChecker;
    private final ObjectWatch objects;
    private final Consumer<NodeName> changed;
    private final LongSupplier nanoTime;
    private final Sleeper pause;
    private final WatchObserver observer;
    private final RestartingTask watching;
    private final RestartingTask cancelling;
    private final RestartingTask tagging;
    private final WatchedNodes watchedNodes = new WatchedNodes();
    private final VmLocations vmLocations = new VmLocations();
    private volatile VcenterSnapshot latest = VcenterSnapshot.NONE;
    private volatile @Nullable VmWatch waiting;
    private volatile long newsTaken;
    private volatile DatacenterRule rule;
    private int failures;

    /// Whether the watch failed unexpectedly since a snapshot was published last: who has heard of what, nobody knows.
    private boolean isToAnnounceAll;

    /// When the last wait of this session was completed.
    private OptionalLong confirmed = OptionalLong.empty();

    /// The objects whose tags mattered when a snapshot was published last.
    private Set<MoRef> tagWishes = Set.of();

    /// @param changed told of every Node whose VM may look different now
    public VcenterWatcher(
            VcenterSettings settings,
            VcenterAccess access,
            Consumer<NodeName> changed,
            WatchRuntime runtime,
            WatchObserver listener) {
        this.name = settings.name();
        this.nanoTime = runtime.nanoTime();
        this.pause = runtime.sleeper();
        Supervisor supervisor = runtime.supervisor();
        String thread = "vcenter-" + name;
        this.observer = new GuardedWatchObserver(listener, supervisor, thread);
        this.responsiveness = new Responsiveness(name, nanoTime);
        this.vcenterExistenceChecker = new VcenterExistenceChecker(name, responsiveness, nanoTime, supervisor);
        this.objects = new ObjectWatch(supervisor, THREAD, thread, watchedNodes::announce);
        this.rule = new DatacenterRule(settings.datacenters());
        this.datacenters = new DatacenterCheck(name);
        this.link = new SoapSessionHolder(name, access, nanoTime, observer);
        this.tags = new TagWatcher(
                new RestSessionHolder(access.client(), access.gate(), link::accepted, observer),
                settings.topology(),
                () -> latest,
                this::announceAll,
                pause,
                supervisor);
        this.changed = supervisor.guarded(THREAD, thread, changed);
        this.watching = supervisor.task(THREAD, thread, this::watchUntilInterrupted);
        this.cancelling = supervisor.task(THREAD + "-cancel", thread + "-cancel", this::cancelWaits);
        this.tagging = supervisor.task(TagWatcher.THREAD, thread + "-tags", tags::readUntilInterrupted);
    }

    void follow(VmQuery query) {
        if (watchedNodes.follow(query)) {
            responsiveness.owe();
        }
    }

    void forget(NodeName node) {
        watchedNodes.forget(node);
        tags.await(node, false);
    }

    /// Whether this Node, whose VM is here, waits for a tag.
    void awaitTags(NodeName node, boolean isSo) {
        tags.await(node, isSo);
    }

    /// Search although another vCenter is recorded for this Node.
    void demand(NodeName node) {
        if (watchedNodes.demand(node)) {
            responsiveness.owe();
        }
    }

    /// Another vCenter has this Node's VM: it is not searched here again and again.
    void foundElsewhere(NodeName node) {
        watchedNodes.foundElsewhere(node);
    }

    void foundHere(NodeName node) {
        watchedNodes.foundHere(node);
    }

    /// Nobody has this Node's VM, or nobody any more.
    ///
    /// @return whether it has to be searched here again before that is sure
    boolean foundNowhere(NodeName node) {
        return watchedNodes.foundNowhere(node);
    }

    /// Whether what is recorded on the Node spares this vCenter.
    boolean wasNotAsked(VmQuery query) {
        SearchResult searchResult = latest.findings().get(query.node());
        return searchResult != null
                && searchResult.vmLocation() instanceof VmLocation.NotAsked
                && query.trustsRecord()
                && !watchedNodes.isDemanded(query.node());
    }

    /// The source of the credentials may say something else now. Other ones than those of the session are tried
    /// as soon as that is safe, and what is known stays until they are accepted and everything was read anew.
    public void credentialsChanged() {
        link.credentialsChanged();
        watchedNodes.announce();
    }

    /// Goes on with other settings for the same vCenter, in the same session. All Nodes are announced as changed.
    ///
    /// @throws IllegalArgumentException when they are for another vCenter
    public void reconfigure(VcenterSettings settings) {
        if (!settings.name().equals(name)) {
            throw new IllegalArgumentException("settings of %s for vCenter %s".formatted(settings.name(), name));
        }
        rule = new DatacenterRule(settings.datacenters());
        tags.read(settings.topology());
        watchedNodes.announce();
        announceAll();
    }

    /// Has a question about a VM that is not to be seen answered between two waits.
    ///
    /// @param since when it was left, nanoseconds of the monotonic clock
    /// @param reply told once, from a thread of the watcher's; does not block
    void ask(ExistenceCheckRequest question, long since, Consumer<VcenterCheckResult> reply) {
        vcenterExistenceChecker.ask(question, since, reply);
        watchedNodes.announce();
    }

    /// What this vCenter is taken to say of a missing VM while it is known not to answer; empty when it may answer any
    /// moment.
    ///
    /// @param home instance UUID of the vCenter that had the VM
    Optional<VcenterCheckResult> silent(UUID home) {
        return vcenterExistenceChecker.silent(home);
    }

    /// Nobody wants to know any more.
    void dismiss(NodeName node) {
        vcenterExistenceChecker.dismiss(node);
    }

    /// Follows other objects of this vCenter than the VMs of Nodes, in the same session and with the same long poll.
    /// The subscription outlives sessions and failures, and ends when it is closed.
    ///
    /// @param listener called on the watcher's thread; must not block. What it throws is logged and counted
    public ObjectSubscription subscribe(ObjectInterest interest, Consumer<ObjectChange> listener) {
        return objects.subscribe(interest, listener);
    }

    @Override
    public String name() {
        return name;
    }

    /// Which vCenter this is, and where in its history it was when that was last read; empty before it was reached.
    Optional<VcenterEventPosition> mark() {
        return vcenterExistenceChecker.mark();
    }

    @Override
    public Optional<Duration> age() {
        return responsiveness.age();
    }

    @Override
    public Optional<VmLookup.Silence> silence() {
        return responsiveness.silence();
    }

    /// What this vCenter knows about a Node's VM now.
    VcenterAnswer answer(VmQuery query) {
        return watchedNodes.outdated().contains(query.node())
                ? responsiveness.unanswered()
                : new SnapshotLookup(name, latest, tags.latest(), rule)
                        .about(query)
                        .orElseGet(responsiveness::unanswered);
    }

    @Override
    public void run() {
        Thread canceller =
                Thread.ofVirtual().name("vcenter-" + name + "-cancel").start(cancelling);
        Thread tagReader = Thread.ofVirtual().name("vcenter-" + name + "-tags").start(() -> tags.run(tagging));
        try {
            watching.run();
        } finally {
            canceller.interrupt();
            tagReader.interrupt();
            vcenterExistenceChecker.close();
            logOut(tagReader);
        }
    }

    /// Why one of its threads can't go on although it starts anew; empty while they can.
    public Optional<String> flaw() {
        return Stream.of(watching, cancelling, tagging)
                .flatMap(task -> task.flaw().stream())
                .findFirst();
    }

    private void watchUntilInterrupted() {
        boolean isExpected = false;
        try {
            while (!Thread.currentThread().isInterrupted()) {
                watchUntilItFails();
            }
            isExpected = true;
        } catch (InterruptedException _) {
            isExpected = true;
            Thread.currentThread().interrupt();
        } finally {
            if (!isExpected) {
                forgetAfterBug();
            }
        }
    }

    /// Nothing that was worked out is trusted any more but what vCenter said: who has which VM is searched again. The
    /// session stays, since a login more for each failure might lock the account.
    private void forgetAfterBug() {
        isToAnnounceAll = true;
        confirmed = OptionalLong.empty();
        tagWishes = Set.of();
        vmLocations.clear();
        failing(
                VsphereReason.VCENTER_SILENT,
                "BUG",
                "the watch failed in a way that this program does not expect and starts anew; its log says how");
    }

    /// Waits for the tag reader: it may be in a login, whose session has to be ended too. An interrupt does not end the
    /// wait.
    private void logOut(Thread tagReader) {
        link.close();
        Uninterrupted.join(tagReader);
    }

    private void waitUntilOpen(LoginResult.Closed<VcenterSession> closed) throws InterruptedException {
        if (!Thread.currentThread().isInterrupted()) {
            failing(closed.code(), closed.topic(), closed.why());
        }
        link.rest(closed.again());
    }

    private void watchUntilItFails() throws InterruptedException {
        try {
            responsiveness.owe();
            switch (link.open()) {
                case LoginResult.Entered<VcenterSession>(VcenterSession session) -> watch(session);
                case LoginResult.Closed<VcenterSession> closed -> waitUntilOpen(closed);
                case LoginResult.Soon<VcenterSession>(Duration again) -> link.rest(again);
            }
        } catch (VcenterException e) {
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
            failures++;
            observer.broke(e.kind());
            if (e.kind() == VcenterException.Kind.SESSION_LOST) {
                link.lost();
            }
            Duration rest = Recovery.after(e.kind(), failures);
            if (rest.isZero()) {
                log.atInfo()
                        .addKeyValue("vcenter", name)
                        .addKeyValue("kind", e.kind())
                        .addKeyValue("cause", e.getMessage())
                        .log("Watch of vCenter lost, starting anew");
            } else {
                failing(FailureReason.of(e.kind()), e.kind().toString(), String.valueOf(e.getMessage()));
            }
            pause.sleep(rest);
        }
    }

    private void watch(VcenterSession session) throws InterruptedException {
        UUID vcenter = session.content().about().instanceUuid();
        if (latest.vcenter().isPresent() && !latest.vcenter().get().equals(vcenter)) {
            log.atWarn()
                    .addKeyValue("vcenter", name)
                    .addKeyValue("instanceUuid", vcenter)
                    .addKeyValue("before", latest.vcenter().get())
                    .log("This is another vCenter than before, all VMs are searched anew");
            vmLocations.clear();
        }
        vcenterExistenceChecker.begin(session);
        confirmed = OptionalLong.empty();
        var watch = new VmWatch(session, objects);
        try {
            var search = new VmSearch(session, watch::domains, responsiveness::progress);
            var pacer = new WaitPacer(nanoTime.getAsLong());
            while (!link.renew()) {
                datacenters.check(session, rule);
                Set<NodeName> outdated = Set.copyOf(watchedNodes.outdated());
                boolean viewChanged = lookForNodes(search, watch, vcenter, outdated);
                watch.watchPlaces(nanoTime.getAsLong());
                watch.readGateways();
                vcenterExistenceChecker.see(
                        vmLocations.candidates(), watch.vms().keySet(), confirmed);
                publish(vcenter, watch);
                watchedNodes.outdated().removeAll(outdated);
                vcenterExistenceChecker.testify();
                viewChanged |= watch.watchObjects();
                if (viewChanged || vcenterExistenceChecker.isAsked() || mayWaitNow(pacer)) {
                    awaitUpdates(watch);
                    vmLocations.verify(vcenter, watch.vms(), nanoTime.getAsLong());
                }
            }
            tags.wake();
        } finally {
            if (!Thread.currentThread().isInterrupted()) {
                watch.close();
            }
        }
    }

    /// Rests as the pacer says, unless there is news from controllers: the pace is for chatter, not for new Nodes.
    ///
    /// @return whether it is time to wait for updates
    private boolean mayWaitNow(WaitPacer pacer) throws InterruptedException {
        Duration rest = shorter(pacer.pauseBeforeNext(nanoTime.getAsLong()), link.untilRenewal());
        boolean interrupted = rest.isPositive() && watchedNodes.awaitNews(newsTaken, rest);
        if (interrupted) {
            pacer.notTaken();
        }
        return !interrupted;
    }

    /// Takes over who is followed, searches who is due, and has the collector watch what was found.
    ///
    /// @return whether the collector has something new to tell because of that
    private boolean lookForNodes(VmSearch search, VmWatch watch, UUID vcenter, Set<NodeName> outdated)
            throws InterruptedException {
        gather();
        vmLocations.follow(Map.copyOf(watchedNodes.queries()), vcenter, watchedNodes::isDemanded, nanoTime.getAsLong());
        vmLocations.renew(outdated, nanoTime.getAsLong());
        vmLocations.dropped(watch.left(vmLocations.candidates(), confirmed), nanoTime.getAsLong());
        search.search(vmLocations.due(nanoTime.getAsLong(), watchedNodes::isElsewhere), vmLocations::isNameDue)
                .forEach((node, vmLocation) -> vmLocations.found(node, vmLocation, nanoTime.getAsLong()));
        Set<MoRef> candidates = vmLocations.candidates();
        boolean viewChanged = !watch.isWatching(candidates);
        vmLocations.dropped(watch.watchVms(candidates, nanoTime.getAsLong()), nanoTime.getAsLong());
        return viewChanged;
    }

    /// Waits until the burst of new Nodes is over, if there is one.
    private void gather() throws InterruptedException {
        long seen = newsTaken;
        newsTaken = watchedNodes.news();
        for (int i = 0; i < GATHER_ROUNDS && newsTaken != seen; i++) {
            seen = newsTaken;
            watchedNodes.awaitNews(seen, GATHER_QUIET);
            newsTaken = watchedNodes.news();
        }
    }

    private void awaitUpdates(VmWatch watch) {
        Duration longest =
                vcenterExistenceChecker.isAsked() || objects.isIncomplete() || isStale() ? Duration.ZERO : WAIT;
        Duration nextSearch =
                Duration.ofNanos(vmLocations.nanosToNextSearch(nanoTime.getAsLong(), watchedNodes::isElsewhere));
        Duration next = shorter(nextSearch, watch.untilGivenUp(nanoTime.getAsLong()));
        waiting = watch;
        try {
            watch.await(shorter(longest, shorter(next, link.untilRenewal())));
            confirmed = OptionalLong.of(nanoTime.getAsLong());
        } catch (VcenterException e) {
            if (e.kind() != VcenterException.Kind.CANCELED
                    || Thread.currentThread().isInterrupted()) {
                throw e;
            }
        } finally {
            waiting = null;
        }
        responsiveness.progress();
    }

    private boolean isStale() {
        return responsiveness.age().map(age -> age.compareTo(FRESH) > 0).orElse(false);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private void cancelWaits() {
        try {
            while (true) {
                watchedNodes.awaitNews(newsTaken, shorter(WAIT, vcenterExistenceChecker.untilOverdue()));
                vcenterExistenceChecker.settleOverdue();
                VmWatch watch = waiting;
                if (watch != null && watchedNodes.news() != newsTaken) {
                    cancel(watch);
                }
                pause.sleep(CANCEL_AGAIN);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static void cancel(VmWatch watch) {
        try {
            watch.cancel();
        } catch (VcenterException e) {
            // Whatever is wrong, the wait itself will meet it and the watcher deal with it.
            log.atDebug().addKeyValue("cause", e.getMessage()).log("Could not cancel a wait");
        }
    }

    private void publish(UUID vcenter, VmWatch watch) {
        VcenterSnapshot before = latest;
        VcenterSnapshot read = new VcenterSnapshot(
                Optional.of(vcenter), vmLocations.all(), watch.vms(), watch.places(), vcenterExistenceChecker.seen());
        boolean settled = watch.vms().keySet().containsAll(vmLocations.candidates());
        VcenterSnapshot now = settled ? read : read.over(before);
        latest = now;
        failures = 0;
        responsiveness.published(settled);
        if (confirmed.isPresent() && watch.vms().keySet().containsAll(now.vms().keySet())) {
            responsiveness.confirmed(confirmed.getAsLong());
        }
        wishForTags(now);
        if (isToAnnounceAll) {
            announceAll();
            isToAnnounceAll = false;
        } else {
            before.differences(now).forEach(changed);
        }
    }

    private void wishForTags(VcenterSnapshot now) {
        Set<MoRef> wishes = tags.wishes(now);
        if (!tagWishes.containsAll(wishes)) {
            tags.wake();
        }
        tagWishes = wishes;
    }

    /// Those who have no answer learn why.
    private void failing(VsphereReason code, String topic, String why) {
        if (responsiveness.failing(code, topic, why)) {
            watchedNodes.queries().values().stream()
                    .filter(query -> answer(query) instanceof VcenterAnswer.Silent)
                    .map(VmQuery::node)
                    .forEach(changed);
        }
        vcenterExistenceChecker.settleOverdue();
    }

    private void announceAll() {
        watchedNodes.queries().keySet().forEach(changed);
    }
}
