package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.vm.Tag;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.TaggingSession;
import dev.vspherecloud.vsphere.client.VcenterException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps the tags of the places above our VMs current, over vCenter's REST side.
///
/// Tags send no updates, so they are read once a minute, more often while a Node waits for one, and when a new place
/// appears, all places in one call. Only tags that are found there are looked up by name, so other tags and categories
/// cost nothing. While REST is out of order the last tags stay, and the SOAP side goes on undisturbed.
///
/// Threads: [#run] has one caller and is the only one to call REST and to write; [#latest], [#wake], [#await] and
/// [#read] may be called from anywhere and never block.
final class TagWatcher implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(TagWatcher.class);
    private static final Duration REFRESH = Duration.ofMinutes(1);

    /// While a Node waits for a tag: whoever attaches it looks on.
    private static final Duration EAGER = Duration.ofSeconds(10);

    /// New places come in bursts too.
    private static final Duration LEAST_BETWEEN = Duration.ofSeconds(1);

    /// Tags and categories may be renamed, which nothing tells us.
    private static final Duration NAMES_LAST = Duration.ofHours(1);

    private final TagLink link;
    private final Supplier<Set<MoRef>> places;
    private final Runnable changed;
    private final LongSupplier nanoTime;
    private final Pause pause;
    private final Set<NodeName> waiting = ConcurrentHashMap.newKeySet();
    private final Semaphore wakes = new Semaphore(0);
    private final Map<String, Tag> names = new HashMap<>();
    private final Map<String, String> categories = new HashMap<>();
    private volatile boolean isReading;
    private volatile TagBook latest = TagBook.UNREAD;
    private long namesSince;

    /// @param isReading whether tags are of interest
    /// @param places    what to read the tags of
    /// @param changed   told when the tags, or why they can't be read, changed
    TagWatcher(
            TagLink link,
            boolean isReading,
            Supplier<Set<MoRef>> places,
            Runnable changed,
            LongSupplier nanoTime,
            Pause pause) {
        this.link = link;
        this.isReading = isReading;
        this.places = places;
        this.changed = changed;
        this.nanoTime = nanoTime;
        this.pause = pause;
        this.namesSince = nanoTime.getAsLong();
    }

    /// Whether tags are of interest: while they are not, none are read and none are known.
    void read(boolean wanted) {
        boolean isNews = wanted != isReading;
        isReading = wanted;
        if (isNews) {
            wakes.release();
        }
    }

    TagBook latest() {
        return latest;
    }

    /// Whether this Node waits for a tag. The first to wait ends the rest before the next look.
    void await(NodeName node, boolean isSo) {
        if (!isSo) {
            waiting.remove(node);
        } else if (waiting.add(node) && waiting.size() == 1) {
            wakes.release();
        }
    }

    /// There are new places, or credentials.
    void wake() {
        wakes.release();
    }

    @Override
    public void run() {
        int failures = 0;
        try {
            while (!Thread.currentThread().isInterrupted()) {
                if (wakes.tryAcquire(rest(failures).toNanos(), TimeUnit.NANOSECONDS)) {
                    wakes.drainPermits();
                }
                failures = isReading && !refresh() ? failures + 1 : 0;
                restUnlessReading();
                pause.of(LEAST_BETWEEN);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            logOut();
        }
    }

    private Duration rest(int failures) {
        Duration usual = failures == 0 ? REFRESH : Duration.ofSeconds(Math.min(60, 2L << Math.min(failures, 5)));
        return waiting.isEmpty() || usual.compareTo(EAGER) < 0 ? usual : EAGER;
    }

    private void logOut() {
        boolean interrupted = Thread.interrupted();
        link.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void restUnlessReading() {
        if (!isReading) {
            link.close();
            latest = TagBook.UNREAD;
        }
    }

    /// @return whether nothing failed
    private boolean refresh() {
        Set<MoRef> objects = places.get();
        if (objects.isEmpty()) {
            return true;
        }
        try {
            return read(objects);
        } catch (VcenterException e) {
            if (Thread.currentThread().isInterrupted()) {
                return true;
            }
            return failed(e);
        }
    }

    private boolean failed(VcenterException e) {
        if (e.kind() == VcenterException.Kind.SESSION_LOST) {
            link.lost();
        }
        publish(latest.failing(String.valueOf(e.getMessage())));
        return false;
    }

    private void publish(TagBook now) {
        TagBook before = latest;
        latest = now;
        if (now.failure().isPresent() && !now.failure().equals(before.failure())) {
            log.atWarn()
                    .addKeyValue("vcenter", link.name())
                    .addKeyValue("cause", now.failure().get())
                    .log("Cannot read tags, zones and regions stay as last read");
        }
        if (!now.equals(before)) {
            changed.run();
        }
    }

    private boolean read(Set<MoRef> objects) {
        try {
            return readOnce(objects);
        } catch (VcenterException e) {
            if (e.kind() != VcenterException.Kind.SESSION_LOST) {
                throw e;
            }
            link.lost();
            return readOnce(objects);
        }
    }

    private boolean readOnce(Set<MoRef> objects) {
        return switch (link.open()) {
            case TagLink.Attempt.Open(TaggingSession session) -> {
                publish(new TagBook(tags(session, objects), Optional.empty()));
                yield true;
            }
            case TagLink.Attempt.Closed(String why) -> {
                publish(latest.failing(why));
                yield false;
            }
            case TagLink.Attempt.Soon() -> {
                wakes.release();
                yield true;
            }
        };
    }

    private Map<MoRef, List<Tag>> tags(TaggingSession open, Set<MoRef> objects) {
        if (nanoTime.getAsLong() - namesSince > NAMES_LAST.toNanos()) {
            names.clear();
            categories.clear();
            namesSince = nanoTime.getAsLong();
        }
        Map<MoRef, List<String>> attached = open.attachedTags(objects);
        var tags = new HashMap<MoRef, List<Tag>>();
        for (MoRef object : objects) {
            var named = new ArrayList<Tag>();
            for (String id : attached.getOrDefault(object, List.of())) {
                named.add(name(open, id));
            }
            tags.put(object, named);
        }
        return tags;
    }

    private Tag name(TaggingSession open, String id) {
        Tag known = names.get(id);
        if (known == null) {
            var tag = open.tag(id);
            String category = categories.computeIfAbsent(
                    tag.categoryId(), unknown -> open.category(unknown).name());
            known = new Tag(category, tag.name());
            names.put(id, known);
        }
        return known;
    }
}
