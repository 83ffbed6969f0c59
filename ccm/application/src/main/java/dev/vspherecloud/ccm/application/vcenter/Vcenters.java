package dev.vspherecloud.ccm.application.vcenter;

import dev.vspherecloud.ccm.application.metrics.VcenterObservers;
import dev.vspherecloud.ccm.config.CloudConfig;
import dev.vspherecloud.ccm.config.VcenterConfig;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.reconcile.Sleeper;
import dev.vspherecloud.reconcile.SupervisedThread;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.vsphere.inventory.VcenterSettings;
import dev.vspherecloud.vsphere.inventory.VcenterWatcher;
import dev.vspherecloud.vsphere.inventory.WatchRuntime;
import dev.vspherecloud.vsphere.inventory.login.LoginRateLimiter;
import dev.vspherecloud.vsphere.inventory.login.VcenterAccess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The vCenters of the configuration in force, each with its connection and watcher.
///
/// A new configuration changes only what it must: a vCenter with unchanged connection settings keeps its session,
/// and its watcher takes over changed credentials and datacenters.
///
/// Threads: created, applied and closed by the main thread; each vCenter's watcher has a thread of its own.
public final class Vcenters implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Vcenters.class);

    private final CredentialWatchers credentialWatchers;
    private final LoginRateLimiter loginRateLimiter;
    private final Consumer<NodeName> changed;
    private final LongSupplier nanoTime;
    private final Sleeper pause;
    private final VcenterObservers observers;
    private final Map<String, Member> members = new LinkedHashMap<>();
    private final List<Member> stopping = new ArrayList<>();
    private final Supervisor supervisor;
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
    /// @param changed receives each Node whose VM may have changed
    /// @param nanoTime a monotonic clock such as [System#nanoTime]
    /// @param supervisor restarts the watchers if they fail
    public Vcenters(
            Logins logins,
            Consumer<NodeName> changed,
            LongSupplier nanoTime,
            Sleeper pause,
            VcenterObservers observers,
            Supervisor supervisor) {
        this.supervisor = supervisor;
        this.credentialWatchers = logins.credentialWatchers();
        this.loginRateLimiter = logins.loginRateLimiter();
        this.changed = changed;
        this.nanoTime = nanoTime;
        this.pause = pause;
        this.observers = observers;
    }

    /// One vCenter in use, with its connection, watcher and thread.
    private record Member(
            VcenterConfig config,
            VcenterConnection connection,
            SwitchableCredentialSource credentials,
            VcenterWatcher watcher,
            Thread thread) {
        Optional<String> unhealthyReason() {
            return SupervisedThread.ended(thread).or(watcher::unhealthyReason);
        }

        /// Stops new logins and the watcher. The thread of the watcher ends after every session is logged out.
        void stop() {
            connection.client().stopLogins();
            thread.interrupt();
        }

        boolean isLoggingIn() {
            return connection.client().isLoggingIn();
        }
    }

    /// Applies this configuration: starts, reconfigures and stops vCenters. Does not block.
    public void apply(CloudConfig config) {
        var staying = new LinkedHashMap<String, Member>();
        for (VcenterConfig vcenter : config.vcenters()) {
            staying.put(vcenter.name(), member(vcenter, settings(vcenter, config)));
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
        credentialWatchers.retainOnly(config.vcenters());
    }

    private static VcenterSettings settings(VcenterConfig vcenter, CloudConfig config) {
        return new VcenterSettings(
                vcenter.name(), vcenter.datacenters(), config.labels().topology());
    }

    /// Returns the vCenter in use, with the new settings, if its connection settings are unchanged. Otherwise
    /// starts it.
    private Member member(VcenterConfig vcenter, VcenterSettings settings) {
        Member current = members.get(vcenter.name());
        return current != null && current.connection().isSameServer(vcenter)
                ? reconfigure(current, vcenter, settings)
                : start(vcenter, settings);
    }

    private Member reconfigure(Member current, VcenterConfig vcenter, VcenterSettings settings) {
        current.watcher().reconfigure(settings);
        if (!current.config().credentials().equals(vcenter.credentials())) {
            current.credentials().use(credentialWatchers.of(vcenter, current.watcher()::credentialsChanged));
            current.watcher().credentialsChanged();
        }
        return new Member(vcenter, current.connection(), current.credentials(), current.watcher(), current.thread());
    }

    private Member start(VcenterConfig vcenter, VcenterSettings settings) {
        var connection = VcenterConnection.prepare(
                vcenter, new GuardedVcenterObserver(observers.calls(vcenter.name()), supervisor, vcenter.name()));
        var credentials = new SwitchableCredentialSource();
        var watcher = new VcenterWatcher(
                settings,
                new VcenterAccess(connection.client(), credentials, loginRateLimiter),
                changed,
                new WatchRuntime(nanoTime, pause, supervisor),
                observers.watch(vcenter.name()));
        credentials.use(credentialWatchers.of(vcenter, watcher::credentialsChanged));
        Thread thread = Thread.ofVirtual().name("vcenter-" + vcenter.name()).start(() -> {
            try (connection) {
                watcher.run();
            }
        });
        return new Member(vcenter, connection, credentials, watcher, thread);
    }

    private void stop(Member member, boolean isRemoved) {
        log.atInfo()
                .addKeyValue("vcenter", member.config().name())
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
        long deadline = nanoTime.getAsLong() + atMost.toNanos();
        for (Member member : members) {
            boolean _ = member.thread().join(Duration.ofNanos(Math.max(1, deadline - nanoTime.getAsLong())));
        }
    }

    /// Stops all watchers and aborts the requests that are still in progress.
    @Override
    public void close() {
        stop();
        stopping.forEach(member -> member.connection().client().abort());
    }
}
