package dev.vspherecloud.vsphere.connection;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.topology.TopologyRules;
import dev.vspherecloud.reconcile.SupervisedThread;
import dev.vspherecloud.vsphere.client.VcenterSession;
import dev.vspherecloud.vsphere.inventory.VcenterSettings;
import dev.vspherecloud.vsphere.inventory.VcenterWatcher;
import dev.vspherecloud.vsphere.inventory.WatchRuntime;
import dev.vspherecloud.vsphere.inventory.login.LoginRateLimiter;
import dev.vspherecloud.vsphere.inventory.login.VcenterAccess;
import dev.vspherecloud.vsphere.inventory.tag.WantedTags;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The vCenters of the configuration in force, each with its connection and watcher.
///
/// A new configuration changes only what it must: a vCenter with unchanged connection settings keeps its session,
/// and its watcher takes over changed credentials and datacenters.
///
/// Threads: one thread at a time applies configurations, stops and closes it; the methods that say so may be called
/// from any thread. Each vCenter's watcher has a thread of its own.
public final class Vcenters implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Vcenters.class);

    private final CredentialWatchers credentialWatchers;
    private final LoginRateLimiter loginRateLimiter;
    private final Consumer<NodeName> changed;
    private final ClientSettings client;
    private final VcenterObservers observers;
    private final WatchRuntime runtime;
    private final Map<String, Member> members = new LinkedHashMap<>();
    private final List<Member> stopping = new ArrayList<>();
    private volatile List<Member> running = List.of();
    private volatile List<Member> loggingIn = List.of();

    /// The objects that are necessary to log in to vCenters.
    ///
    /// @param credentialWatchers provides the credentials
    /// @param loginRateLimiter limits how often a login is tried
    public record Logins(CredentialWatchers credentialWatchers, LoginRateLimiter loginRateLimiter) {}

    /// Creates the object without any vCenter.
    ///
    /// @param logins the objects for logins; [#stop] closes their credential watchers
    /// @param client the settings of all clients
    /// @param changed receives each Node whose VM may have changed
    /// @param observers count the calls and logins
    /// @param runtime the clock, the sleeper and the supervisor of the watchers
    public Vcenters(
            Logins logins,
            ClientSettings client,
            Consumer<NodeName> changed,
            VcenterObservers observers,
            WatchRuntime runtime) {
        this.credentialWatchers = logins.credentialWatchers();
        this.loginRateLimiter = logins.loginRateLimiter();
        this.client = client;
        this.changed = changed;
        this.observers = observers;
        this.runtime = runtime;
    }

    /// One vCenter in use, with its connection, watcher and thread.
    private record Member(
            VcenterTarget target,
            VcenterConnection connection,
            SwitchableCredentialSource credentials,
            VcenterWatcher watcher,
            SessionSlot<VcenterSession> slot,
            CurrentSession session,
            Thread thread) {
        Optional<String> unhealthyReason() {
            return SupervisedThread.ended(thread).or(watcher::unhealthyReason);
        }

        /// Stops new logins and the watcher. The thread of the watcher ends after every session is logged out.
        void stop() {
            slot.close();
            connection.client().stopLogins();
            thread.interrupt();
        }

        Member with(VcenterTarget changed) {
            return new Member(changed, connection, credentials, watcher, slot, session, thread);
        }

        boolean isLoggingIn() {
            return connection.client().isLoggingIn();
        }
    }

    /// Applies a configuration: starts, reconfigures and stops vCenters. Does not block.
    ///
    /// @param targets all vCenters of the configuration, in its order; no two have the same name
    /// @param topology the rules that select which tags the watchers read; empty if they read none
    public void apply(List<VcenterTarget> targets, Optional<TopologyRules> topology) {
        applyReadingTags(targets, topology.map(WantedTags::of));
    }

    /// Applies a configuration, as [#apply] does, for a program with tag categories of its own.
    ///
    /// @param tags the tags that the watchers read; empty if they read none
    public void applyReadingTags(List<VcenterTarget> targets, Optional<WantedTags> tags) {
        var staying = new LinkedHashMap<String, Member>();
        for (VcenterTarget target : targets) {
            var settings = new VcenterSettings(target.name(), target.datacenters(), tags);
            staying.put(target.name(), member(target, settings));
        }
        members.forEach((name, member) -> {
            Member now = staying.get(name);
            if (now == null || !now.thread().equals(member.thread())) {
                stop(member, now == null);
            }
        });
        members.clear();
        members.putAll(staying);
        running = List.copyOf(staying.values());
        credentialWatchers.retainOnly(targets);
    }

    /// Returns the vCenter in use, with the new settings, if its connection settings are unchanged. Otherwise
    /// starts it.
    private Member member(VcenterTarget target, VcenterSettings settings) {
        Member current = members.get(target.name());
        return current != null && current.connection().isSameServer(target)
                ? reconfigure(current, target, settings)
                : start(target, settings);
    }

    private Member reconfigure(Member current, VcenterTarget target, VcenterSettings settings) {
        current.watcher().reconfigure(settings);
        if (!current.target().credentials().equals(target.credentials())) {
            current.credentials().use(credentialWatchers.of(target, current.watcher()::credentialsChanged));
            current.watcher().credentialsChanged();
        }
        return current.with(target);
    }

    private Member start(VcenterTarget target, VcenterSettings settings) {
        var observer = new GuardedVcenterObserver(observers.calls(target.name()), runtime.supervisor(), target.name());
        var connection = VcenterConnection.prepare(target, client, observer);
        var credentials = new SwitchableCredentialSource();
        var slot = new SessionSlot<VcenterSession>();
        var watcher = new VcenterWatcher(
                settings,
                new VcenterAccess(connection.client(), credentials, loginRateLimiter),
                changed,
                runtime,
                new SessionChangeObserver(observers.watch(target.name()), slot));
        credentials.use(credentialWatchers.of(target, watcher::credentialsChanged));
        Thread thread = Thread.ofVirtual().name("vcenter-" + target.name()).start(() -> {
            try (connection) {
                watcher.run();
            }
        });
        var session = new CurrentSession(watcher, slot, runtime.nanoTime());
        return new Member(target, connection, credentials, watcher, slot, session, thread);
    }

    private void stop(Member member, boolean isRemoved) {
        log.atInfo()
                .addKeyValue("vcenter", member.target().name())
                .log(
                        isRemoved
                                ? "vCenter was removed from the configuration, closing its connection"
                                : "Connection settings of vCenter changed, connecting again");
        member.stop();
        stopping.removeIf(gone -> !gone.thread().isAlive());
        stopping.add(member);
    }

    public List<VcenterWatcher> watchers() {
        return members.values().stream().map(Member::watcher).toList();
    }

    /// Returns the vCenters in use, in the order of the configuration; none after [#stop]. May be called from any
    /// thread.
    public List<ConnectedVcenter> connected() {
        return running.stream()
                .map(member -> new ConnectedVcenter(member.target(), member.watcher(), member.session()))
                .toList();
    }

    /// Returns why a thread that must run until [#stop] has ended, or fails after each restart; empty while all
    /// threads work. May be called from any thread.
    public Optional<String> unhealthyReason() {
        List<Member> now = running;
        return now.isEmpty()
                ? Optional.empty()
                : now.stream()
                        .flatMap(member -> member.unhealthyReason().stream())
                        .findFirst()
                        .or(credentialWatchers::unhealthyReason);
    }

    /// Makes all watchers log out and end. Further calls do nothing.
    public void stop() {
        running = List.of();
        members.values().forEach(Member::stop);
        stopping.addAll(members.values());
        members.clear();
        // The logins in progress are collected after all watchers were stopped, so that no new login begins.
        loggingIn = Stream.concat(loggingIn.stream(), stopping.stream().filter(Member::isLoggingIn))
                .distinct()
                .toList();
        credentialWatchers.close();
    }

    /// Returns true if a login was in progress at [#stop], and the sessions of that vCenter are not closed yet. May
    /// be called from any thread.
    public boolean awaitsLogin() {
        return loggingIn.stream().anyMatch(member -> member.thread().isAlive());
    }

    /// Waits until all watchers have logged out and ended, at most for this time.
    public void await(Duration atMost) throws InterruptedException {
        await(stopping, atMost);
    }

    /// Waits until the vCenters that had a login in progress at [#stop] have logged out and ended, at most for this
    /// time.
    public void awaitLogins(Duration atMost) throws InterruptedException {
        await(loggingIn, atMost);
    }

    private void await(List<Member> members, Duration atMost) throws InterruptedException {
        long deadline = runtime.nanoTime().getAsLong() + atMost.toNanos();
        for (Member member : members) {
            boolean _ = member.thread()
                    .join(Duration.ofNanos(
                            Math.max(1, deadline - runtime.nanoTime().getAsLong())));
        }
    }

    /// Stops all watchers and aborts the requests that are still in progress.
    @Override
    public void close() {
        stop();
        stopping.forEach(member -> member.connection().client().abort());
    }
}
