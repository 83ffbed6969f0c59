package dev.vspherecloud.testkit.script;

import dev.vspherecloud.testkit.wire.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Implements `WaitForUpdatesEx` with versions like those of vCenter, which the simulator imitates only in part. Every
/// version is new and opaque. A second request with the same version returns the same update again. A truncated version
/// is valid once. An unknown version returns `InvalidCollectorVersion`, and the empty version the full state.
///
/// Rule from: vSphere API reference, PropertyCollector, WaitForUpdatesEx and UpdateSet.
///
/// Threads: any; guarded by this object's monitor. A request that has nothing to deliver waits for
/// `maxWaitSeconds`, or until [#add] or [#lose].
public final class ScriptedUpdates {
    private static final Pattern VERSION = Pattern.compile("version[^<>]*>([^<]*)</");
    private static final Pattern MAX_WAIT = Pattern.compile("maxWaitSeconds[^<>]*>(\\d+)</");
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);

    private final List<Update> updates = new ArrayList<>();
    private final Set<Integer> usedTruncated = new HashSet<>();
    private int generation = 1;

    /// Adds the next update, and wakes a request that waits for it.
    ///
    /// @param objectSets each from [VimXml#enter], [VimXml#modify] or [VimXml#leave]
    public synchronized ScriptedUpdates add(String... objectSets) {
        return add(new Update(String.join("", objectSets), false));
    }

    /// Like [#add], but the update is truncated: the rest is in the next one.
    public synchronized ScriptedUpdates addTruncated(String... objectSets) {
        return add(new Update(String.join("", objectSets), true));
    }

    /// Makes all earlier versions invalid, as if the collector was lost, and starts again with this update.
    public synchronized ScriptedUpdates lose(String... objectSets) {
        generation++;
        updates.clear();
        usedTruncated.clear();
        return add(objectSets);
    }

    /// Adds the method to the script of a vCenter.
    public void on(ScriptedVcenter vcenter) {
        vcenter.on("WaitForUpdatesEx", (request, line) -> answer(request).to(request, line));
    }

    private ScriptedUpdates add(Update update) {
        updates.add(update);
        notifyAll();
        return this;
    }

    private synchronized Reply answer(Request request) throws InterruptedException {
        String version = firstGroup(VERSION, request, "");
        int started = generation;
        int position = position(version);
        if (position < 0 || !mayUse(position)) {
            return Replies.fault("InvalidCollectorVersion", "The version is not valid.");
        }
        awaitUpdate(position, started, wait(request));
        if (started != generation) {
            return Replies.fault("InvalidCollectorVersion", "The version is not valid.");
        }
        return Replies.soap(position < updates.size() ? updateSet(position) : "");
    }

    /// Returns the position of a version in the script; negative for an unknown version.
    private int position(String version) {
        if (version.isEmpty()) {
            return 0;
        }
        for (int i = 1; i <= updates.size(); i++) {
            if (version.equals(version(i))) {
                return i;
            }
        }
        return -1;
    }

    private boolean mayUse(int position) {
        boolean cameTruncated = position > 0 && updates.get(position - 1).truncated();
        return !cameTruncated || usedTruncated.add(position);
    }

    private void awaitUpdate(int position, int started, Duration longest) throws InterruptedException {
        long deadline = System.nanoTime() + longest.toNanos();
        long left = longest.toNanos();
        while (position >= updates.size() && started == generation && left > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            left = deadline - System.nanoTime();
        }
    }

    private String updateSet(int position) {
        Update update = updates.get(position);
        return "<returnval><version>" + version(position + 1) + "</version><filterSet>"
                + VimXml.reference("filter", "PropertyFilter", "session[52]filter") + update.objectSets()
                + "</filterSet>" + (update.truncated() ? "<truncated>true</truncated>" : "") + "</returnval>";
    }

    private String version(int position) {
        return "g" + generation + "-" + position * 7919;
    }

    private static Duration wait(Request request) {
        String seconds = firstGroup(MAX_WAIT, request, "");
        return seconds.isEmpty() ? LONGEST_WAIT : Duration.ofSeconds(Long.parseLong(seconds));
    }

    private static String firstGroup(Pattern pattern, Request request, String otherwise) {
        Matcher matcher = pattern.matcher(request.body().text());
        return matcher.find() ? matcher.group(1) : otherwise;
    }

    private record Update(String objectSets, boolean truncated) {}
}
