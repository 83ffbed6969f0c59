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

/// Keeps the inventory of one vCenter current, as far as the followed Nodes need it.
///
/// After an unexpected failure the watcher starts anew: it keeps the session, creates a new collector and searches
/// every Node again. Known values stay, but are not trusted until they were read again.
///
/// Threads: [#run] has one caller, the watcher's own thread, and is the only one to call vCenter's SOAP API and to
/// publish. A second thread, started and ended by it, cancels the wait for updates if controllers or the
/// configuration bring changes, and answers for a vCenter that does not respond. [#follow], [#forget], [#answer],
/// [#silence], [#awaitTags], [#credentialsChanged], [#reconfigure], [#ask], [#silent], [#dismiss], [#subscribe],
/// [#mark] and [#age] may be called from any thread and never block.
public final class VcenterWatcher implements Runnable, WatchedVcenter {
    private static final Logger log = LoggerFactory.getLogger(VcenterWatcher.class);

    /// The kind of the watcher's threads, for metrics.
    static final String THREAD = VcenterExistenceChecker.THREAD;

    /// The longest wait for updates: shorter than the idle timeouts of firewalls, and long enough to cause few
    /// calls.
    private static final Duration WAIT = Duration.ofSeconds(30);

    /// New Nodes come in bursts. A search starts when no further Node came for this long …
    private static final Duration GATHER_QUIET = Duration.ofMillis(100);

    /// … or after this many times that duration.
    private static final int GATHER_ROUNDS = 10;

    /// If vCenter's last confirmation is older than this, the watcher asks again without waiting. Waits that are
    /// cancelled again and again confirm nothing.
    private static final Duration FRESH = Duration.ofSeconds(15);

    /// A cancel that comes before the wait has no effect, so it is sent again at this interval until the wait is
    /// over.
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

    /// True if the watch failed unexpectedly since the last snapshot was published: it is not known which Nodes
    /// were announced as changed.
    private boolean isToAnnounceAll;

    /// When the last wait of this session was completed.
    private OptionalLong confirmed = OptionalLong.empty();

    /// The objects whose tags were selected when the last snapshot was published.
    private Set<MoRef> tagWishes = Set.of();

    /// @param changed called with every Node whose VM may have changed
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

    /// Sets whether this Node, whose VM is here, waits for a tag.
    void awaitTags(NodeName node, boolean isSo) {
        tags.await(node, isSo);
    }

    /// Demands a search for this Node although another vCenter is recorded for it.
    void demand(NodeName node) {
        if (watchedNodes.demand(node)) {
            responsiveness.owe();
        }
    }

    /// Notes that another vCenter has this Node's VM, so that it is not searched here again and again.
    void foundElsewhere(NodeName node) {
        watchedNodes.foundElsewhere(node);
    }

    void foundHere(NodeName node) {
        watchedNodes.foundHere(node);
    }

    /// Notes that no vCenter has this Node's VM, or no longer has it.
    ///
    /// @return whether this vCenter has to be searched again before that is sure
    boolean foundNowhere(NodeName node) {
        return watchedNodes.foundNowhere(node);
    }

    /// Returns true if this vCenter is not asked because the Node's record names another.
    boolean wasNotAsked(VmQuery query) {
        SearchResult searchResult = latest.findings().get(query.node());
        return searchResult != null
                && searchResult.vmLocation() instanceof VmLocation.NotAsked
                && query.trustsRecord()
                && !watchedNodes.isDemanded(query.node());
    }

    /// Notes that the source of the credentials may have changed. Credentials that differ from those of the
    /// session are tried as soon as that is safe. Known values stay until the login succeeded and everything was
    /// read anew.
    public void credentialsChanged() {
        link.credentialsChanged();
        watchedNodes.announce();
    }

    /// Continues with other settings for the same vCenter, in the same session. All Nodes are announced as
    /// changed.
    ///
    /// @throws IllegalArgumentException if the settings are for another vCenter
    public void reconfigure(VcenterSettings settings) {
        if (!settings.name().equals(name)) {
            throw new IllegalArgumentException("settings of %s for vCenter %s".formatted(settings.name(), name));
        }
        rule = new DatacenterRule(settings.datacenters());
        tags.read(settings.topology());
        watchedNodes.announce();
        announceAll();
    }

    /// Enqueues an existence check for a VM that vCenter does not show; it runs between two waits.
    ///
    /// @param since when the request was made, nanoseconds of the monotonic clock
    /// @param reply called once, on one of the watcher's threads; does not block
    void ask(ExistenceCheckRequest question, long since, Consumer<VcenterCheckResult> reply) {
        vcenterExistenceChecker.ask(question, since, reply);
        watchedNodes.announce();
    }

    /// Returns the assumed result about a missing VM while this vCenter is known not to answer; empty if it may
    /// answer at any moment.
    ///
    /// @param home instance UUID of the vCenter that had the VM
    Optional<VcenterCheckResult> silent(UUID home) {
        return vcenterExistenceChecker.silent(home);
    }

    /// Withdraws the existence check for this Node.
    void dismiss(NodeName node) {
        vcenterExistenceChecker.dismiss(node);
    }

    /// Follows other objects of this vCenter than the VMs of Nodes, in the same session and with the same long
    /// poll. The subscription outlives sessions and failures, and ends when it is closed.
    ///
    /// @param listener called on the watcher's thread; must not block. What it throws is logged and counted
    public ObjectSubscription subscribe(ObjectInterest interest, Consumer<ObjectChange> listener) {
        return objects.subscribe(interest, listener);
    }

    @Override
    public String name() {
        return name;
    }

    /// Returns the identity of this vCenter and the position in its events when they were last read; empty before
    /// it was reached.
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

    /// Returns what this vCenter knows about a Node's VM now.
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

    /// Returns why one of its threads cannot continue although it is restarted; empty while they can.
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

    /// Discards all derived state, but not the values from vCenter: which VM belongs to which Node is searched
    /// again. The session stays, since one more login for each failure might lock the account.
    private void forgetAfterBug() {
        isToAnnounceAll = true;
        confirmed = OptionalLong.empty();
        tagWishes = Set.of();
        vmLocations.clear();
        failing(
                VsphereReason.VCENTER_SILENT,
                "BUG",
                "the provider's watch of this vCenter failed because of a bug and starts again; report the error in the log of the provider");
    }

    /// Logs out and waits for the tag reader: it may be in a login, whose session has to be ended too. An
    /// interrupt does not end the wait.
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

    /// Pauses as the pacer says, unless controllers bring changes: the pace limits frequent updates, not new
    /// Nodes.
    ///
    /// @return whether to wait for updates now
    private boolean mayWaitNow(WaitPacer pacer) throws InterruptedException {
        Duration rest = shorter(pacer.pauseBeforeNext(nanoTime.getAsLong()), link.untilRenewal());
        boolean interrupted = rest.isPositive() && watchedNodes.awaitNews(newsTaken, rest);
        if (interrupted) {
            pacer.notTaken();
        }
        return !interrupted;
    }

    /// Takes over which Nodes are followed, runs the searches that are due, and lets the collector watch the VMs
    /// that were found.
    ///
    /// @return whether the collector has new updates because of that
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

    /// Waits until a burst of new Nodes is over, if there is one.
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
            // Whatever is wrong, the wait itself fails with it and the watcher handles that.
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

    /// Announces the Nodes without an answer as changed, so that they report the reason.
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
