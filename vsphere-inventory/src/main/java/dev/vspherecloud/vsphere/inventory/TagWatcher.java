package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.node.Tag;
import dev.vspherecloud.vsphere.client.Credentials;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.TaggingSession;
import dev.vspherecloud.vsphere.client.VcenterClient;
import dev.vspherecloud.vsphere.client.VcenterException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps the tags of the places above our VMs current, over vCenter's REST side.
///
/// Tags send no updates, so they are read once a minute and when a new place appears, all places in one call. Only
/// tags that are found there are looked up by name, so other tags and categories cost nothing. While REST is out of
/// order the last tags stay, and the SOAP side goes on undisturbed.
///
/// Threads: [#run] has one caller and is the only one to call REST and to write; [#latest] and [#wake] may be
/// called from anywhere and never block.
final class TagWatcher implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(TagWatcher.class);
    private static final Duration REFRESH = Duration.ofMinutes(1);

    /// New places come in bursts too.
    private static final Duration LEAST_BETWEEN = Duration.ofSeconds(1);

    /// Tags and categories may be renamed, which nothing tells us.
    private static final Duration NAMES_LAST = Duration.ofHours(1);

    private final VcenterSettings settings;
    private final VcenterClient client;
    private final CredentialSource credentials;
    private final Supplier<Set<MoRef>> places;
    private final Runnable changed;
    private final LongSupplier nanoTime;
    private final Pause pause;
    private final Semaphore wakes = new Semaphore(0);
    private final LoginGate soapGate;
    private final LoginGate gate = new LoginGate();
    private final Map<String, Tag> names = new HashMap<>();
    private final Map<String, String> categories = new HashMap<>();
    private volatile TagBook latest = TagBook.UNREAD;
    private @Nullable TaggingSession session;
    private long namesSince;

    /// @param soapGate what the SOAP side refused is not tried here; but a refusal here does not stop the SOAP side
    /// @param places   what to read the tags of
    /// @param changed  told when the tags, or why they can't be read, changed
    TagWatcher(
            VcenterSettings settings,
            VcenterClient client,
            CredentialSource credentials,
            LoginGate soapGate,
            Supplier<Set<MoRef>> places,
            Runnable changed,
            LongSupplier nanoTime,
            Pause pause) {
        this.settings = settings;
        this.client = client;
        this.credentials = credentials;
        this.soapGate = soapGate;
        this.places = places;
        this.changed = changed;
        this.nanoTime = nanoTime;
        this.pause = pause;
        this.namesSince = nanoTime.getAsLong();
    }

    TagBook latest() {
        return latest;
    }

    /// There are new places.
    void wake() {
        wakes.release();
    }

    @Override
    public void run() {
        if (!settings.readsTags()) {
            return;
        }
        int failures = 0;
        try {
            while (!Thread.currentThread().isInterrupted()) {
                Duration rest = failures == 0 ? REFRESH : Duration.ofSeconds(Math.min(60, 2L << Math.min(failures, 5)));
                if (wakes.tryAcquire(rest.toNanos(), TimeUnit.NANOSECONDS)) {
                    wakes.drainPermits();
                }
                failures = places.get().isEmpty() || refresh() ? 0 : failures + 1;
                pause.of(LEAST_BETWEEN);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            logOut();
        }
    }

    private void logOut() {
        boolean interrupted = Thread.interrupted();
        TaggingSession open = session;
        if (open != null) {
            open.close();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean refresh() {
        try {
            publish(new TagBook(read(places.get()), Optional.empty()));
            return true;
        } catch (VcenterException e) {
            if (Thread.currentThread().isInterrupted()) {
                return true;
            }
            if (e.kind() == VcenterException.Kind.SESSION_LOST) {
                session = null;
            }
            publish(latest.failing(String.valueOf(e.getMessage())));
            return false;
        }
    }

    private void publish(TagBook now) {
        TagBook before = latest;
        latest = now;
        if (now.failure().isPresent() && !now.failure().equals(before.failure())) {
            log.atWarn()
                    .addKeyValue("vcenter", settings.name())
                    .addKeyValue("cause", now.failure().get())
                    .log("Cannot read tags, zones and regions stay as last read");
        }
        if (!now.equals(before)) {
            changed.run();
        }
    }

    private Map<MoRef, List<Tag>> read(Collection<MoRef> objects) {
        try {
            return readOnce(objects);
        } catch (VcenterException e) {
            if (e.kind() != VcenterException.Kind.SESSION_LOST) {
                throw e;
            }
            session = null;
            return readOnce(objects);
        }
    }

    private Map<MoRef, List<Tag>> readOnce(Collection<MoRef> objects) {
        TaggingSession open = session();
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

    private TaggingSession session() {
        TaggingSession open = session;
        if (open == null) {
            open = login();
            session = open;
        }
        return open;
    }

    private TaggingSession login() {
        return switch (credentials.read()) {
            case CredentialSource.Reading.Absent(String why) ->
                throw new VcenterException(VcenterException.Kind.LOGIN_REFUSED, settings.name(), why);
            case CredentialSource.Reading.Ready ready -> login(ready.credentials());
        };
    }

    private TaggingSession login(Credentials ready) {
        long now = nanoTime.getAsLong();
        if (soapGate.closedFor(ready, now).isPositive()) {
            throw refusal("no login is tried on the REST side of vCenter %s: its SOAP side refused user and password");
        }
        if (gate.closedFor(ready, now).isPositive()) {
            throw refusal("the REST side of vCenter %s refused user and password; no further try for some minutes");
        }
        try {
            TaggingSession fresh = client.tagging(ready);
            gate.accepted();
            return fresh;
        } catch (VcenterException e) {
            if (e.kind() == VcenterException.Kind.LOGIN_REFUSED) {
                gate.refused(ready, nanoTime.getAsLong());
            }
            throw e;
        }
    }

    private VcenterException refusal(String sentence) {
        return new VcenterException(
                VcenterException.Kind.LOGIN_REFUSED, settings.name(), sentence.formatted(settings.name()));
    }
}
