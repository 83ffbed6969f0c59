package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.datacenter.DatacenterMatch;
import dev.vspherecloud.domain.datacenter.DatacenterRule;
import dev.vspherecloud.domain.datacenter.DatacenterSelection;
import dev.vspherecloud.domain.existence.ExistenceCheckRequest;
import dev.vspherecloud.domain.existence.VcenterEventPosition;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VcenterAnswer;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.domain.vm.TagState;
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
import dev.vspherecloud.vsphere.inventory.login.CredentialSource;
import dev.vspherecloud.vsphere.inventory.login.LoginResult;
import dev.vspherecloud.vsphere.inventory.login.RestSessionHolder;
import dev.vspherecloud.vsphere.inventory.login.SoapSessionHolder;
import dev.vspherecloud.vsphere.inventory.login.Uninterrupted;
import dev.vspherecloud.vsphere.inventory.login.VcenterAccess;
import dev.vspherecloud.vsphere.inventory.object.ObjectChange;
import dev.vspherecloud.vsphere.inventory.object.ObjectInterest;
import dev.vspherecloud.vsphere.inventory.object.ObjectSubscription;
import dev.vspherecloud.vsphere.inventory.object.ObjectWatch;
import dev.vspherecloud.vsphere.inventory.tag.TagCache;
import dev.vspherecloud.vsphere.inventory.tag.TagWatcher;
import dev.vspherecloud.vsphere.inventory.tag.TaggedObjects;
import dev.vspherecloud.vsphere.inventory.tag.WantedTags;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps the inventory of one vCenter current, as far as the followed Nodes need it.
///
/// After an unexpected failure the watcher starts again: it keeps the session, creates a new collector and
/// searches every Node again. Known values stay, but are not trusted until they were read again.
///
/// Threads: [#run] has one caller, the watcher's own thread, and only this thread calls vCenter's SOAP API and
/// publishes snapshots; only each wait for updates runs on a thread of its own ([AbortableWait]). It starts and ends
/// a second thread. That thread cancels the wait for updates if controllers or the configuration bring changes, and
/// completes requests if vCenter does not respond.
/// [#watchNode], [#forget], [#lookup], [#silence], [#awaitTags], [#credentialsChanged], [#reconfigure],
/// [#enqueueCheck], [#assumedResult], [#cancelCheck], [#subscribe], [#setTaggedObjects], [#tagsOf], [#enqueueQuery],
/// [#reportSessionLost], [#datacenters], [#eventPosition] and [#timeSinceConfirmed] may be called from any thread
/// and never block.
public final class VcenterWatcher implements Runnable, WatchedVcenter {
    private static final Logger log = LoggerFactory.getLogger(VcenterWatcher.class);

    /// The kind of the watcher's threads, for metrics.
    static final String THREAD = VcenterExistenceChecker.THREAD;

    /// The longest wait for updates: shorter than the idle timeouts of firewalls, and long enough to cause few
    /// calls.
    private static final Duration MAX_WAIT = Duration.ofSeconds(30);

    /// The pause after the last new Node before a search starts, because new Nodes come in bursts.
    private static final Duration BURST_QUIET = Duration.ofMillis(100);

    /// The largest number of such pauses before a search starts although new Nodes still come.
    private static final int MAX_BURST_ROUNDS = 10;

    /// The age of vCenter's last confirmation from which the watcher asks again without waiting. Waits that are
    /// cancelled again and again confirm nothing.
    private static final Duration MAX_CONFIRMATION_AGE = Duration.ofSeconds(15);

    /// The interval at which a cancel is repeated until the wait is over. A cancel that arrives before the wait
    /// has no effect.
    private static final Duration CANCEL_RETRY = Duration.ofMillis(250);

    private final String name;
    private final Responsiveness responsiveness;
    private final DatacenterCheck datacenterCheck;
    private final CredentialSource credentials;
    private final SoapSessionHolder sessionHolder;
    private final TagWatcher tagWatcher;
    private final VcenterExistenceChecker vcenterExistenceChecker;
    private final ObjectWatch objectWatch;
    private final Consumer<NodeName> onNodeChanged;
    private final LongSupplier nanoTime;
    private final Sleeper sleeper;
    private final WatchObserver observer;
    private final AbortableWait abortableWait;
    private final RestartingTask watchTask;
    private final RestartingTask cancelTask;
    private final RestartingTask tagTask;
    private final WatchedNodes watchedNodes = new WatchedNodes();
    private final Queue<Consumer<VcenterSession>> queries = new ConcurrentLinkedQueue<>();
    private final AtomicReference<@Nullable VcenterSession> reportedSession = new AtomicReference<>();
    private final VmLocations vmLocations = new VmLocations();
    private final UpdateLimit updateLimit = new UpdateLimit();
    private volatile VcenterSnapshot latest = VcenterSnapshot.EMPTY;
    private volatile @Nullable VmWatch waitingWatch;
    private volatile long handledChanges;
    private volatile DatacenterRule datacenterRule;
    private volatile Supplier<Set<MoRef>> moreTaggedObjects = Set::of;
    private int failures;

    /// True if other datacenters were selected since the last snapshot was published, or if the watch failed
    /// unexpectedly: it is then not known which Nodes were enqueued as changed. All Nodes are enqueued.
    private boolean mustNotifyAllNodes;

    /// The time when the last wait of this session was completed.
    private OptionalLong confirmedAt = OptionalLong.empty();

    /// The objects whose tags were selected when the last snapshot was published.
    private Set<MoRef> tagSelection = Set.of();

    /// Creates a watcher; [#run] runs it.
    ///
    /// @param onNodeChanged called with every Node whose VM may have changed
    public VcenterWatcher(
            VcenterSettings settings,
            VcenterAccess access,
            Consumer<NodeName> onNodeChanged,
            WatchRuntime runtime,
            WatchObserver listener) {
        this.name = settings.name();
        this.nanoTime = runtime.nanoTime();
        this.sleeper = runtime.sleeper();
        Supervisor supervisor = runtime.supervisor();
        String thread = "vcenter-" + name;
        this.observer = new GuardedWatchObserver(listener, supervisor, thread);
        this.responsiveness = new Responsiveness(name, nanoTime);
        this.vcenterExistenceChecker = new VcenterExistenceChecker(name, responsiveness, nanoTime, supervisor);
        this.objectWatch = new ObjectWatch(supervisor, THREAD, thread, watchedNodes::signalChange);
        this.datacenterRule = DatacenterRule.of(settings.datacenters());
        this.datacenterCheck = new DatacenterCheck(name, datacenterRule, nanoTime);
        this.credentials = access.credentials();
        this.sessionHolder = new SoapSessionHolder(name, access, nanoTime, observer);
        this.tagWatcher = new TagWatcher(
                new RestSessionHolder(
                        access.client(), access.rateLimiter(), sessionHolder::acceptedCredentials, observer),
                settings.tags(),
                this::taggedObjects,
                this::notifyAllNodes,
                sleeper,
                supervisor);
        this.abortableWait = new AbortableWait(thread + "-wait");
        this.onNodeChanged = supervisor.guarded(THREAD, thread, onNodeChanged);
        this.watchTask = supervisor.task(THREAD, thread, this::watchUntilInterrupted);
        this.cancelTask = supervisor.task(THREAD + "-cancel", thread + "-cancel", this::cancelWaits);
        this.tagTask = supervisor.task(TagWatcher.THREAD, thread + "-tags", tagWatcher::readUntilInterrupted);
    }

    void watchNode(VmQuery query) {
        if (watchedNodes.watch(query)) {
            responsiveness.markPending();
        }
    }

    void forget(NodeName node) {
        watchedNodes.forget(node);
        tagWatcher.setWaiting(node, false);
    }

    /// Sets whether this Node, whose VM is in this vCenter, waits for a tag.
    void awaitTags(NodeName node, boolean isWaiting) {
        tagWatcher.setWaiting(node, isWaiting);
    }

    /// Requests a search for this Node's VM in this vCenter although another vCenter is recorded for the Node.
    void requestSearch(NodeName node) {
        if (watchedNodes.requestSearch(node)) {
            responsiveness.markPending();
        }
    }

    /// Records that another vCenter has this Node's VM, so that the VM is not searched here again and again.
    void onFoundElsewhere(NodeName node) {
        watchedNodes.onFoundElsewhere(node);
    }

    void onFoundHere(NodeName node) {
        watchedNodes.onFoundHere(node);
    }

    /// Records that no vCenter has this Node's VM, or no longer has it.
    ///
    /// @return true if this vCenter must be searched again before this is certain
    boolean onFoundNowhere(NodeName node) {
        return watchedNodes.onFoundNowhere(node);
    }

    /// Returns true if this vCenter is not asked for the VM because the Node's record names another vCenter.
    boolean isRecordedElsewhere(VmQuery query) {
        SearchResult searchResult = latest.searchResults().get(query.node());
        return searchResult != null
                && searchResult.vmLocation() instanceof VmLocation.NotAsked
                && query.trustsRecord()
                && !watchedNodes.isSearchRequested(query.node());
    }

    /// Called when the source of the credentials may have changed. Credentials that differ from those of the
    /// session are tried as soon as that is safe. Known values stay until the login has succeeded and
    /// everything was read again.
    public void credentialsChanged() {
        sessionHolder.credentialsChanged();
        watchedNodes.signalChange();
    }

    /// Continues with other settings for the same vCenter, in the same session. All Nodes are enqueued as
    /// changed. Which datacenters the settings name is known after the next read.
    ///
    /// @throws IllegalArgumentException if the settings are for another vCenter
    public void reconfigure(VcenterSettings settings) {
        if (!settings.name().equals(name)) {
            throw new IllegalArgumentException("settings of %s for vCenter %s".formatted(settings.name(), name));
        }
        datacenterRule = DatacenterRule.of(settings.datacenters());
        tagWatcher.readWith(settings.tags());
        watchedNodes.signalChange();
        notifyAllNodes();
    }

    /// Enqueues an existence check for a VM that vCenter does not show. The watcher runs the check between two
    /// waits.
    ///
    /// @param requestedAt when the request was made, nanoseconds of the monotonic clock
    /// @param reply called once, on one of the watcher's threads; does not block
    void enqueueCheck(ExistenceCheckRequest request, long requestedAt, Consumer<VcenterCheckResult> reply) {
        vcenterExistenceChecker.enqueue(request, requestedAt, reply);
        watchedNodes.signalChange();
    }

    /// Returns the assumed result about a missing VM while this vCenter is known not to answer; empty if it may
    /// answer at any moment.
    ///
    /// @param ownerVcenter the instance UUID of the vCenter that had the VM
    Optional<VcenterCheckResult> assumedResult(UUID ownerVcenter) {
        return vcenterExistenceChecker.assumedResult(ownerVcenter);
    }

    /// Removes the existence check for this Node from the queue.
    void cancelCheck(NodeName node) {
        vcenterExistenceChecker.cancel(node);
    }

    /// Follows objects of this vCenter other than the VMs of Nodes, in the same session and with the same long
    /// poll. The subscription outlives sessions and failures, and ends when it is closed.
    ///
    /// @param listener called on the watcher's thread; must not block. An exception is logged and counted
    public ObjectSubscription subscribe(ObjectInterest interest, Consumer<ObjectChange> listener) {
        return objectWatch.subscribe(interest, listener);
    }

    /// Enqueues a query that runs once in the session of this watcher, so that it needs no login of its own. It
    /// runs on the watcher's thread, between two waits, as soon as there is a session.
    ///
    /// @param query must not throw
    public void enqueueQuery(Consumer<VcenterSession> query) {
        queries.add(query);
        watchedNodes.signalChange();
    }

    /// Reports that a call of another thread failed because vCenter does not know this session. The watcher asks
    /// vCenter at once instead of at the end of its wait, and logs in if that is so. A query that is enqueued
    /// afterwards does not get the lost session.
    public void reportSessionLost(VcenterSession lost) {
        reportedSession.set(lost);
        watchedNodes.signalChange();
    }

    /// Reads the tags of these objects, too, beside those of the objects above VMs.
    ///
    /// @param objects returns the objects; called on the watcher's threads, does not block
    public void setTaggedObjects(Supplier<Set<MoRef>> objects) {
        moreTaggedObjects = objects;
        tagWatcher.wake();
    }

    /// Returns the tags of an object, as they were read last.
    public TagState tagsOf(MoRef object) {
        return tagWatcher.latest().stateOf(object);
    }

    private TaggedObjects taggedObjects() {
        VcenterSnapshot snapshot = latest;
        Set<MoRef> more = moreTaggedObjects.get();
        return new TaggedObjects() {
            @Override
            public boolean isEmpty() {
                return snapshot.isEmpty() && more.isEmpty();
            }

            @Override
            public Set<MoRef> tagSelection(TagCache known, WantedTags wanted) {
                var selected = new HashSet<>(snapshot.tagSelection(known, wanted));
                selected.addAll(more);
                return selected;
            }
        };
    }

    /// Returns true if vCenter showed no tag category at all at the last read, although one is configured.
    public boolean showsNoTagCategory() {
        return tagWatcher.latest().showsNoCategory();
    }

    @Override
    public String name() {
        return name;
    }

    /// Returns the identity of this vCenter and its position in its event history at the last read; empty
    /// before vCenter was reached.
    Optional<VcenterEventPosition> eventPosition() {
        return vcenterExistenceChecker.eventPosition();
    }

    @Override
    public Optional<Duration> timeSinceConfirmed() {
        return responsiveness.timeSinceConfirmed();
    }

    @Override
    public Optional<VmLookup.Silence> silence() {
        return responsiveness.silence();
    }

    @Override
    public Optional<String> credentialsKeptBecause() {
        return credentials.keptBecause();
    }

    /// Returns what this vCenter knows about a Node's VM now.
    VcenterAnswer lookup(VmQuery query) {
        return watchedNodes.outdated().contains(query.node())
                ? responsiveness.fallbackAnswer()
                : snapshotLookup()
                        .flatMap(snapshot -> snapshot.lookup(query))
                        .orElseGet(responsiveness::fallbackAnswer);
    }

    private Optional<SnapshotLookup> snapshotLookup() {
        VcenterSnapshot snapshot = latest;
        return datacenterCheck
                .selection()
                .map(datacenters -> new SnapshotLookup(name, snapshot, tagWatcher.latest(), datacenters));
    }

    /// Returns which datacenters the configured values name; empty if none is configured, or before vCenter was
    /// reached.
    public List<DatacenterMatch> datacenters() {
        return datacenterCheck.selection().map(DatacenterSelection::matches).orElse(List.of());
    }

    @Override
    public void run() {
        Thread canceller =
                Thread.ofVirtual().name("vcenter-" + name + "-cancel").start(cancelTask);
        Thread tagReader = Thread.ofVirtual().name("vcenter-" + name + "-tags").start(() -> tagWatcher.run(tagTask));
        try {
            watchTask.run();
        } finally {
            canceller.interrupt();
            tagReader.interrupt();
            vcenterExistenceChecker.close();
            closeSessions(tagReader);
        }
    }

    /// Returns why one of the watcher's threads cannot continue although it is restarted; empty while all can.
    public Optional<String> unhealthyReason() {
        return Stream.of(watchTask, cancelTask, tagTask)
                .flatMap(task -> task.unhealthyReason().stream())
                .findFirst();
    }

    private void watchUntilInterrupted() {
        boolean isExpected = false;
        try {
            while (!Thread.currentThread().isInterrupted()) {
                watchUntilFailure();
            }
            isExpected = true;
        } catch (InterruptedException _) {
            isExpected = true;
            Thread.currentThread().interrupt();
        } finally {
            if (!isExpected) {
                resetAfterBug();
            }
        }
    }

    /// Discards all derived state after a failure, but not the values from vCenter: which VM belongs to which
    /// Node is searched again. The session stays, since one more login for each failure might lock the account.
    private void resetAfterBug() {
        mustNotifyAllNodes = true;
        confirmedAt = OptionalLong.empty();
        tagSelection = Set.of();
        vmLocations.clear();
        reportFailure(
                VsphereReason.VCENTER_SILENT,
                "BUG",
                "the watch failed unexpectedly (a bug) and starts again; see the stack trace in the log");
    }

    /// Logs out and waits for the tag reader. The tag reader may be in a login, whose session has to be ended
    /// too. An interrupt does not end the wait.
    private void closeSessions(Thread tagReader) {
        sessionHolder.close();
        Uninterrupted.joinUninterrupted(tagReader);
    }

    private void waitForLogin(LoginResult.Closed<VcenterSession> closed) throws InterruptedException {
        if (!Thread.currentThread().isInterrupted()) {
            reportFailure(closed.code(), closed.topic(), closed.why());
        }
        sessionHolder.awaitCredentialsChange(closed.retryAfter());
    }

    private void watchUntilFailure() throws InterruptedException {
        try {
            responsiveness.markPending();
            switch (sessionHolder.open()) {
                case LoginResult.LoggedIn<VcenterSession>(VcenterSession session) -> watch(session);
                case LoginResult.Closed<VcenterSession> closed -> waitForLogin(closed);
                case LoginResult.InProgress<VcenterSession>(Duration again) ->
                    sessionHolder.awaitCredentialsChange(again);
            }
        } catch (VcenterException e) {
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
            failures++;
            observer.onWatchFailed(e.kind());
            if (e.kind() == VcenterException.Kind.SESSION_LOST) {
                sessionHolder.onSessionLost();
            }
            Duration delay = Recovery.delayAfter(e.kind(), failures);
            if (delay.isZero()) {
                log.atInfo()
                        .addKeyValue("vcenter", name)
                        .addKeyValue("kind", e.kind())
                        .addKeyValue("cause", e.getMessage())
                        .log("The watch of vCenter failed, starting it again");
            } else {
                reportFailure(FailureReason.of(e.kind()), e.kind().toString(), String.valueOf(e.getMessage()));
            }
            sleeper.sleep(delay);
        }
    }

    private void watch(VcenterSession session) throws InterruptedException {
        UUID vcenter = session.content().about().instanceUuid();
        if (latest.vcenter().isPresent() && !latest.vcenter().get().equals(vcenter)) {
            log.atWarn()
                    .addKeyValue("vcenter", name)
                    .addKeyValue("instanceUuid", vcenter)
                    .addKeyValue("before", latest.vcenter().get())
                    .log("Another vCenter than before answers, searching for all VMs again");
            vmLocations.clear();
        }
        vcenterExistenceChecker.onNewSession(session);
        confirmedAt = OptionalLong.empty();
        var watch = new VmWatch(session, objectWatch, abortableWait, updateLimit, nanoTime);
        try {
            var search = new VmSearch(session, watch::domains, responsiveness::onProgress);
            var pacer = new WaitPacer(nanoTime.getAsLong());
            while (!sessionHolder.renew()) {
                runQueries(session);
                Set<NodeName> outdated = Set.copyOf(watchedNodes.outdated());
                boolean viewChanged = searchVms(search, watch, vcenter, outdated);
                watch.watchAncestors(nanoTime.getAsLong());
                mustNotifyAllNodes |= datacenterCheck.check(session, datacenterRule, watch.ancestors());
                watch.readGateways();
                vcenterExistenceChecker.updateEventPositions(
                        vmLocations.candidates(), watch.vms().keySet(), confirmedAt);
                publish(vcenter, watch);
                watchedNodes.outdated().removeAll(outdated);
                vcenterExistenceChecker.runChecks();
                viewChanged |= watch.watchObjects();
                if (viewChanged) {
                    pacer.onUnpaced(nanoTime.getAsLong(), objectWatch.tasks());
                }
                if (viewChanged || vcenterExistenceChecker.hasPending() || awaitPacer(pacer)) {
                    awaitUpdates(watch);
                    vmLocations.verify(vcenter, watch.vms(), nanoTime.getAsLong());
                }
            }
            tagWatcher.wake();
        } finally {
            if (!Thread.currentThread().isInterrupted()) {
                watch.close();
            }
        }
    }

    private void runQueries(VcenterSession session) {
        requireKnownSession(session);
        while (!queries.isEmpty()) {
            requireKnownSession(session);
            queries.remove().accept(session);
        }
    }

    /// Checks the session if another thread reported it as lost. The report alone is not enough: a service other
    /// than vim25 may say so although vCenter knows the session, and each login would be in vain.
    ///
    /// @throws VcenterException of kind SESSION_LOST if vCenter does not know the session
    private void requireKnownSession(VcenterSession session) {
        VcenterSession reported = reportedSession.getAndSet(null);
        if (session.equals(reported) && !session.isAlive()) {
            throw new VcenterException(
                    VcenterException.Kind.SESSION_LOST,
                    name,
                    "another call found that vCenter does not know the session");
        }
    }

    /// Waits before the next wait for updates, as long as the pacer says. If controllers bring changes, the
    /// pause ends: the pacer limits frequent updates, not new Nodes.
    ///
    /// @return true if the caller must wait for updates now
    private boolean awaitPacer(WaitPacer pacer) throws InterruptedException {
        Duration delay =
                min(pacer.pauseBeforeNext(nanoTime.getAsLong(), objectWatch.tasks()), sessionHolder.timeUntilRenewal());
        boolean hasChanges = delay.isPositive() && watchedNodes.awaitChange(handledChanges, delay);
        if (hasChanges) {
            pacer.revertLast();
        }
        return !hasChanges;
    }

    /// Passes the followed Nodes to the search, runs the searches that are due, and adds the found VMs to the
    /// collector's watch.
    ///
    /// @return true if the collector has new updates because of that
    private boolean searchVms(VmSearch search, VmWatch watch, UUID vcenter, Set<NodeName> outdated)
            throws InterruptedException {
        awaitEndOfBurst();
        vmLocations.setQueries(
                Map.copyOf(watchedNodes.queries()), vcenter, watchedNodes::isSearchRequested, nanoTime.getAsLong());
        vmLocations.restartIfNothingFound(outdated, nanoTime.getAsLong());
        vmLocations.removeCandidates(watch.missingVms(vmLocations.candidates(), confirmedAt), nanoTime.getAsLong());
        search.search(
                        vmLocations.dueSearches(nanoTime.getAsLong(), watchedNodes::isFoundElsewhere),
                        vmLocations::isNameDue)
                .forEach((node, vmLocation) -> vmLocations.onSearched(node, vmLocation, nanoTime.getAsLong()));
        Set<MoRef> candidates = vmLocations.candidates();
        boolean viewChanged = !watch.isWatching(candidates);
        vmLocations.removeCandidates(watch.watchVms(candidates, nanoTime.getAsLong()), nanoTime.getAsLong());
        return viewChanged;
    }

    /// If new Nodes are just coming in a burst, waits until the burst is over.
    private void awaitEndOfBurst() throws InterruptedException {
        long seen = handledChanges;
        handledChanges = watchedNodes.changeCount();
        for (int i = 0; i < MAX_BURST_ROUNDS && handledChanges != seen; i++) {
            seen = handledChanges;
            watchedNodes.awaitChange(seen, BURST_QUIET);
            handledChanges = watchedNodes.changeCount();
        }
    }

    private void awaitUpdates(VmWatch watch) {
        Duration longest = vcenterExistenceChecker.hasPending() || objectWatch.isIncomplete() || isConfirmationStale()
                ? Duration.ZERO
                : MAX_WAIT;
        Duration nextSearch = Duration.ofNanos(
                vmLocations.nanosUntilNextSearch(nanoTime.getAsLong(), watchedNodes::isFoundElsewhere));
        Duration next = min(nextSearch, watch.timeUntilTimeout(nanoTime.getAsLong()));
        waitingWatch = watch;
        try {
            watch.awaitUpdates(min(longest, min(next, sessionHolder.timeUntilRenewal())));
            confirmedAt = OptionalLong.of(nanoTime.getAsLong());
        } catch (VcenterException e) {
            if (e.kind() != VcenterException.Kind.CANCELED
                    || Thread.currentThread().isInterrupted()) {
                throw e;
            }
        } finally {
            waitingWatch = null;
        }
        responsiveness.onProgress();
    }

    private boolean isConfirmationStale() {
        return responsiveness
                .timeSinceConfirmed()
                .map(age -> age.compareTo(MAX_CONFIRMATION_AGE) > 0)
                .orElse(false);
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private void cancelWaits() {
        try {
            while (true) {
                watchedNodes.awaitChange(handledChanges, min(MAX_WAIT, vcenterExistenceChecker.timeUntilOverdue()));
                vcenterExistenceChecker.completeOverdue();
                VmWatch watch = waitingWatch;
                if (watch != null && watchedNodes.changeCount() != handledChanges) {
                    cancel(watch);
                }
                sleeper.sleep(CANCEL_RETRY);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static void cancel(VmWatch watch) {
        try {
            watch.cancel();
        } catch (VcenterException e) {
            // The wait itself fails with the same error, and the watcher handles that. Only a wait whose session is
            // lost may go on for as long as vCenter was asked to wait.
            if (e.kind() == VcenterException.Kind.SESSION_LOST) {
                watch.abort();
            }
            log.atDebug().addKeyValue("cause", e.getMessage()).log("Cannot cancel the pending wait for updates");
        }
    }

    private void publish(UUID vcenter, VmWatch watch) {
        VcenterSnapshot before = latest;
        VcenterSnapshot read = new VcenterSnapshot(
                Optional.of(vcenter),
                vmLocations.searchResults(),
                watch.vms(),
                watch.ancestors(),
                vcenterExistenceChecker.seenAt());
        boolean isComplete = watch.vms().keySet().containsAll(vmLocations.candidates());
        VcenterSnapshot current = isComplete ? read : read.mergedWith(before);
        latest = current;
        failures = 0;
        responsiveness.onPublished(isComplete);
        if (confirmedAt.isPresent()
                && watch.vms().keySet().containsAll(current.vms().keySet())) {
            responsiveness.onConfirmed(confirmedAt.getAsLong());
        }
        updateTagSelection(current);
        if (mustNotifyAllNodes) {
            notifyAllNodes();
            mustNotifyAllNodes = false;
        } else {
            before.changedNodes(current).forEach(onNodeChanged);
        }
    }

    private void updateTagSelection(VcenterSnapshot current) {
        Set<MoRef> selection = tagWatcher.selection(current);
        if (!tagSelection.containsAll(selection)) {
            tagWatcher.wake();
        }
        tagSelection = selection;
    }

    /// Records a failure. If the reason is new, enqueues the Nodes without an answer as changed, so that they
    /// report the reason.
    private void reportFailure(VsphereReason code, String topic, String why) {
        if (responsiveness.onFailed(code, topic, why)) {
            watchedNodes.queries().values().stream()
                    .filter(query -> lookup(query) instanceof VcenterAnswer.Silent)
                    .map(VmQuery::node)
                    .forEach(onNodeChanged);
        }
        vcenterExistenceChecker.completeOverdue();
    }

    private void notifyAllNodes() {
        watchedNodes.queries().keySet().forEach(onNodeChanged);
    }
}
