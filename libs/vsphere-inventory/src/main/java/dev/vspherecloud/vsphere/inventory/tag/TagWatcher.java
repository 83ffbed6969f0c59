package dev.vspherecloud.vsphere.inventory.tag;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.reconcile.RestartingTask;
import dev.vspherecloud.reconcile.Sleeper;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.TaggingSession;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.inventory.login.LoginResult;
import dev.vspherecloud.vsphere.inventory.login.RestSessionHolder;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps the tags of VMs and of the inventory objects above them current, over vCenter's REST API.
///
/// vCenter sends no updates for tags. So they are read once a minute, more often while a Node waits for a tag,
/// and when a new object appears. One call reads all objects, or a few calls if there are many. [TaggedObjects]
/// selects the objects, and [TagNames] has the names of the tags. If REST fails, the last tags stay, and the
/// SOAP watch is not affected.
///
/// After an unexpected failure the watcher starts again, in the current session.
///
/// Threads: [#run] has one caller and is the only one to call REST; [#latest], [#selection], [#wake],
/// [#setWaiting] and [#readWith] may be called from any thread and never block. If other tags are wanted while tags
/// are read, the result is discarded; the monitor guards this.
public final class TagWatcher {
    /// The kind of the tag watcher's thread, for metrics.
    public static final String THREAD = "vcenter-tags";

    private static final Logger log = LoggerFactory.getLogger(TagWatcher.class);
    private static final Duration REFRESH = Duration.ofMinutes(1);

    /// The interval of reads while a Node waits for a tag: the person who attaches the tag watches for the
    /// result.
    private static final Duration EAGER_REFRESH = Duration.ofSeconds(10);

    /// The least time between two reads, because new inventory objects come in bursts.
    private static final Duration MIN_INTERVAL = Duration.ofSeconds(1);

    private final RestSessionHolder sessionHolder;
    private final Supplier<? extends TaggedObjects> snapshots;
    private final Sleeper sleeper;
    private final Set<NodeName> waitingNodes = ConcurrentHashMap.newKeySet();
    private final Semaphore wakeUps = new Semaphore(0);
    private final Runnable onChanged;
    private TagNames names = new TagNames();
    private Map<MoRef, List<String>> lastAttached = Map.of();
    private volatile Optional<WantedTags> wanted;
    private volatile TagCache latest = TagCache.UNREAD;

    /// Creates a tag watcher; [#run] runs it.
    ///
    /// @param wanted    which tags are read; empty if none are
    /// @param snapshots returns the newest snapshot, for the objects in it
    /// @param onChanged   called when the tags, or the reason why they cannot be read, changed
    public TagWatcher(
            RestSessionHolder sessionHolder,
            Optional<WantedTags> wanted,
            Supplier<? extends TaggedObjects> snapshots,
            Runnable onChanged,
            Sleeper sleeper,
            Supervisor supervisor) {
        this.sessionHolder = sessionHolder;
        this.wanted = wanted;
        this.snapshots = snapshots;
        this.onChanged = () -> {
            boolean _ = supervisor.attempt(THREAD, sessionHolder.name(), onChanged);
        };
        this.sleeper = sleeper;
    }

    /// Reads these tags from now on. If they are of other categories, no tags are known until those categories
    /// were looked up.
    public void readWith(Optional<WantedTags> next) {
        synchronized (this) {
            if (next.equals(wanted)) {
                return;
            }
            if (!categories(next).equals(categories(wanted))) {
                latest = TagCache.UNREAD;
            }
            wanted = next;
        }
        wakeUps.release();
    }

    private static Optional<List<String>> categories(Optional<WantedTags> tags) {
        return tags.map(WantedTags::categories);
    }

    public TagCache latest() {
        return latest;
    }

    /// Sets whether this Node waits for a tag. When the first Node starts to wait, the tags are read again at
    /// once.
    public void setWaiting(NodeName node, boolean isWaiting) {
        if (!isWaiting) {
            waitingNodes.remove(node);
        } else if (waitingNodes.add(node) && waitingNodes.size() == 1) {
            wakeUps.release();
        }
    }

    /// Returns the objects of the snapshot whose tags are read, according to the tags that are known so far.
    public Set<MoRef> selection(TaggedObjects snapshot) {
        return wanted.map(now -> snapshot.tagSelection(latest, now)).orElse(Set.of());
    }

    /// Wakes the watcher, because there are new objects or credentials.
    public void wake() {
        wakeUps.release();
    }

    /// Runs the watcher until it is interrupted, and closes its session.
    ///
    /// @param reading the task that keeps calling [#readUntilInterrupted]
    public void run(RestartingTask reading) {
        try {
            reading.run();
        } finally {
            sessionHolder.close();
        }
    }

    public void readUntilInterrupted() {
        boolean isExpected = false;
        try {
            readForEver();
            isExpected = true;
        } catch (InterruptedException _) {
            isExpected = true;
            Thread.currentThread().interrupt();
        } finally {
            if (!isExpected) {
                names = new TagNames();
                // After the restart, read at once and not only at the regular interval.
                wakeUps.release();
                wanted.ifPresent(current -> publish(
                        current,
                        latest.withFailure(
                                "reading them failed unexpectedly (a bug); see the stack trace in the log")));
            }
        }
    }

    private void readForEver() throws InterruptedException {
        int failures = 0;
        while (!Thread.currentThread().isInterrupted()) {
            if (wakeUps.tryAcquire(pauseAfter(failures).toNanos(), TimeUnit.NANOSECONDS)) {
                wakeUps.drainPermits();
            }
            Optional<WantedTags> now = wanted;
            if (now.isPresent()) {
                failures = refresh(now.get()) ? 0 : failures + 1;
            } else {
                failures = 0;
                sessionHolder.close();
            }
            sleeper.sleep(MIN_INTERVAL);
        }
    }

    private Duration pauseAfter(int failures) {
        Duration interval = failures == 0 ? REFRESH : Duration.ofSeconds(Math.min(60, 2L << Math.min(failures, 5)));
        return waitingNodes.isEmpty() || interval.compareTo(EAGER_REFRESH) < 0 ? interval : EAGER_REFRESH;
    }

    /// Reads the tags if there are objects.
    ///
    /// @return true if nothing failed
    private boolean refresh(WantedTags current) {
        if (snapshots.get().isEmpty()) {
            return true;
        }
        try {
            return readWith(current);
        } catch (VcenterException e) {
            if (Thread.currentThread().isInterrupted()) {
                return true;
            }
            return onFailed(current, e);
        }
    }

    private boolean onFailed(WantedTags current, VcenterException e) {
        if (e.kind() == VcenterException.Kind.SESSION_LOST) {
            sessionHolder.close();
        }
        publish(current, latest.withFailure(String.valueOf(e.getMessage())));
        return false;
    }

    private void publish(WantedTags current, TagCache now) {
        TagCache before;
        synchronized (this) {
            if (!categories(wanted).equals(Optional.of(current.categories()))) {
                return;
            }
            before = latest;
            latest = now;
        }
        logChanges(before, now);
        if (!now.equals(before)) {
            onChanged.run();
        }
    }

    private void logChanges(TagCache before, TagCache now) {
        if (now.failure().isPresent() && !now.failure().equals(before.failure())) {
            log.atWarn()
                    .addKeyValue("vcenter", sessionHolder.name())
                    .addKeyValue("cause", now.failure().get())
                    .log("Cannot read tags, will try again; zones and regions stay as they were read last");
        }
        if (!now.missingCategories().isEmpty() && !now.missingCategories().equals(before.missingCategories())) {
            log.atWarn()
                    .addKeyValue("vcenter", sessionHolder.name())
                    .addKeyValue("categories", now.missingCategories())
                    .log("vCenter returns no tag categories of these names: they do not exist, or the account"
                            + " lacks the privilege to read them; no Node gets a zone or region from them until"
                            + " this is corrected");
        }
    }

    private boolean readWith(WantedTags current) {
        try {
            return readOnce(current);
        } catch (VcenterException e) {
            if (e.kind() != VcenterException.Kind.SESSION_LOST) {
                throw e;
            }
            sessionHolder.close();
            return readOnce(current);
        }
    }

    private boolean readOnce(WantedTags current) {
        return switch (sessionHolder.open()) {
            case LoginResult.LoggedIn<TaggingSession>(TaggingSession session) -> {
                publish(current, readTags(session, current));
                yield true;
            }
            case LoginResult.Closed<TaggingSession> closed -> {
                publish(current, latest.withFailure(closed.why()));
                yield false;
            }
            case LoginResult.InProgress<TaggingSession> _ -> {
                wakeUps.release();
                yield true;
            }
        };
    }

    /// Reads the tags of the selected objects. The tags of the ancestors may show that those of some VMs are
    /// needed, which are then read, too.
    private TagCache readTags(TaggingSession session, WantedTags current) {
        TaggedObjects snapshot = snapshots.get();
        List<String> categories = current.categories();
        Set<MoRef> selected = snapshot.tagSelection(latest, current);
        var found = new HashMap<>(session.attachedTags(selected));
        TagCache cache = names.read(session, inKnownOrder(found), categories);
        var added = new HashSet<>(snapshot.tagSelection(cache, current));
        added.removeAll(selected);
        if (!added.isEmpty()) {
            found.putAll(session.attachedTags(added));
            cache = names.read(session, inKnownOrder(found), categories);
        }
        lastAttached = inKnownOrder(found);
        return cache;
    }

    /// Keeps the order of an object's tags as first seen, as long as its tags are the same. vCenter does not
    /// promise an order, and in another order the same tags might lead to another zone.
    private Map<MoRef, List<String>> inKnownOrder(Map<MoRef, List<String>> found) {
        var ordered = new HashMap<>(found);
        ordered.replaceAll((object, ids) -> {
            List<String> before = lastAttached.getOrDefault(object, List.of());
            return before.size() == ids.size() && before.containsAll(ids) ? before : ids;
        });
        return ordered;
    }
}
