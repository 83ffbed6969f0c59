package dev.vspherecloud.vsphere.inventory.tag;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.topology.TopologyCategories;
import dev.vspherecloud.domain.topology.TopologyRules;
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
/// vCenter sends no updates for tags, so they are read once a minute, more often while a Node waits for one, and
/// when a new object appears. One call reads all objects, or a few calls if there are many. [TaggedObjects]
/// selects the objects, and [TagNames] has the names of the tags. If REST fails, the last tags stay, and the SOAP
/// side continues undisturbed.
///
/// After an unexpected failure the watcher starts anew, in the current session.
///
/// Threads: [#run] has one caller and is the only one to call REST; [#latest], [#wishes], [#wake], [#await] and
/// [#read] may be called from any thread and never block. Tags that were read by other rules than the current ones
/// are dropped, which the monitor guards.
public final class TagWatcher {
    /// The kind of its thread, for metrics.
    public static final String THREAD = "vcenter-tags";

    private static final Logger log = LoggerFactory.getLogger(TagWatcher.class);
    private static final Duration REFRESH = Duration.ofMinutes(1);

    /// The interval while a Node waits for a tag: the person who attaches it watches for the result.
    private static final Duration EAGER = Duration.ofSeconds(10);

    /// New inventory objects come in bursts, too.
    private static final Duration LEAST_BETWEEN = Duration.ofSeconds(1);

    private final RestSessionHolder link;
    private final Supplier<? extends TaggedObjects> snapshots;
    private final Sleeper pause;
    private final Set<NodeName> waiting = ConcurrentHashMap.newKeySet();
    private final Semaphore wakes = new Semaphore(0);
    private final Runnable changed;
    private TagNames names = new TagNames();
    private Map<MoRef, List<String>> attached = Map.of();
    private volatile Optional<TopologyRules> rules;
    private volatile TagCache latest = TagCache.UNREAD;

    /// @param rules     which tags are read; empty if none are
    /// @param snapshots supplies the newest snapshot, for the objects in it
    /// @param changed   called when the tags, or the reason why they cannot be read, changed
    public TagWatcher(
            RestSessionHolder link,
            Optional<TopologyRules> rules,
            Supplier<? extends TaggedObjects> snapshots,
            Runnable changed,
            Sleeper pause,
            Supervisor supervisor) {
        this.link = link;
        this.rules = rules;
        this.snapshots = snapshots;
        this.changed = () -> {
            boolean _ = supervisor.attempt(THREAD, link.name(), changed);
        };
        this.pause = pause;
    }

    /// Continues with these rules. If they name other categories, no tags are known until those categories were
    /// looked up.
    public void read(Optional<TopologyRules> wanted) {
        synchronized (this) {
            if (wanted.equals(rules)) {
                return;
            }
            if (!categories(wanted).equals(categories(rules))) {
                latest = TagCache.UNREAD;
            }
            rules = wanted;
        }
        wakes.release();
    }

    private static Optional<TopologyCategories> categories(Optional<TopologyRules> rules) {
        return rules.map(TopologyRules::categories);
    }

    public TagCache latest() {
        return latest;
    }

    /// Sets whether this Node waits for a tag. The first Node to wait ends the pause before the next read.
    public void await(NodeName node, boolean isSo) {
        if (!isSo) {
            waiting.remove(node);
        } else if (waiting.add(node) && waiting.size() == 1) {
            wakes.release();
        }
    }

    /// Returns the objects whose tags are read, by what is known so far.
    public Set<MoRef> wishes(TaggedObjects snapshot) {
        return rules.map(now -> snapshot.wishes(latest, now)).orElse(Set.of());
    }

    /// Wakes the watcher, since there are new objects or credentials.
    public void wake() {
        wakes.release();
    }

    /// @param reading keeps calling [#readUntilInterrupted]
    public void run(RestartingTask reading) {
        try {
            reading.run();
        } finally {
            link.close();
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
                // Read again as soon as this starts again, not only at the regular interval.
                wakes.release();
                rules.ifPresent(by -> publish(
                        by,
                        latest.failing("reading them failed unexpectedly (a bug); see the stack trace in the log")));
            }
        }
    }

    private void readForEver() throws InterruptedException {
        int failures = 0;
        while (!Thread.currentThread().isInterrupted()) {
            if (wakes.tryAcquire(rest(failures).toNanos(), TimeUnit.NANOSECONDS)) {
                wakes.drainPermits();
            }
            Optional<TopologyRules> now = rules;
            if (now.isPresent()) {
                failures = refresh(now.get()) ? 0 : failures + 1;
            } else {
                failures = 0;
                link.close();
            }
            pause.sleep(LEAST_BETWEEN);
        }
    }

    private Duration rest(int failures) {
        Duration usual = failures == 0 ? REFRESH : Duration.ofSeconds(Math.min(60, 2L << Math.min(failures, 5)));
        return waiting.isEmpty() || usual.compareTo(EAGER) < 0 ? usual : EAGER;
    }

    /// @return true if nothing failed
    private boolean refresh(TopologyRules by) {
        if (snapshots.get().isEmpty()) {
            return true;
        }
        try {
            return read(by);
        } catch (VcenterException e) {
            if (Thread.currentThread().isInterrupted()) {
                return true;
            }
            return failed(by, e);
        }
    }

    private boolean failed(TopologyRules by, VcenterException e) {
        if (e.kind() == VcenterException.Kind.SESSION_LOST) {
            link.close();
        }
        publish(by, latest.failing(String.valueOf(e.getMessage())));
        return false;
    }

    private void publish(TopologyRules by, TagCache now) {
        TagCache before;
        synchronized (this) {
            if (!categories(rules).equals(Optional.of(by.categories()))) {
                return;
            }
            before = latest;
            latest = now;
        }
        report(before, now);
        if (!now.equals(before)) {
            changed.run();
        }
    }

    private void report(TagCache before, TagCache now) {
        if (now.failure().isPresent() && !now.failure().equals(before.failure())) {
            log.atWarn()
                    .addKeyValue("vcenter", link.name())
                    .addKeyValue("cause", now.failure().get())
                    .log("Cannot read tags, will try again; zones and regions stay as they were read last");
        }
        if (!now.unseen().isEmpty() && !now.unseen().equals(before.unseen())) {
            log.atWarn()
                    .addKeyValue("vcenter", link.name())
                    .addKeyValue("categories", now.unseen())
                    .log("vCenter returns no tag categories of these names: they do not exist, or the account"
                            + " lacks the privilege to read them; no Node gets a zone or region from them until"
                            + " this is corrected");
        }
    }

    private boolean read(TopologyRules by) {
        try {
            return readOnce(by);
        } catch (VcenterException e) {
            if (e.kind() != VcenterException.Kind.SESSION_LOST) {
                throw e;
            }
            link.close();
            return readOnce(by);
        }
    }

    private boolean readOnce(TopologyRules by) {
        return switch (link.open()) {
            case LoginResult.Entered<TaggingSession>(TaggingSession session) -> {
                publish(by, book(session, by));
                yield true;
            }
            case LoginResult.Closed<TaggingSession> closed -> {
                publish(by, latest.failing(closed.why()));
                yield false;
            }
            case LoginResult.Soon<TaggingSession> _ -> {
                wakes.release();
                yield true;
            }
        };
    }

    /// Reads the tags. The tags of the ancestors may show that those of some VMs are needed, which are then read,
    /// too.
    private TagCache book(TaggingSession session, TopologyRules by) {
        TaggedObjects snapshot = snapshots.get();
        List<String> wanted = by.categories().names();
        Set<MoRef> wishes = snapshot.wishes(latest, by);
        var found = new HashMap<>(session.attachedTags(wishes));
        TagCache book = names.read(session, ordered(found), wanted);
        var more = new HashSet<>(snapshot.wishes(book, by));
        more.removeAll(wishes);
        if (!more.isEmpty()) {
            found.putAll(session.attachedTags(more));
            book = names.read(session, ordered(found), wanted);
        }
        attached = ordered(found);
        return book;
    }

    /// Keeps the order of an object's tags as first seen, as long as its tags are the same. vCenter does not
    /// promise an order, and in another order the same tags might lead to another zone.
    private Map<MoRef, List<String>> ordered(Map<MoRef, List<String>> found) {
        var ordered = new HashMap<>(found);
        ordered.replaceAll((object, ids) -> {
            List<String> before = attached.getOrDefault(object, List.of());
            return before.size() == ids.size() && before.containsAll(ids) ? before : ids;
        });
        return ordered;
    }
}
