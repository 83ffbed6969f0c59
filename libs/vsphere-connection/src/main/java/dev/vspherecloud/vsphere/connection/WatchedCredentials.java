package dev.vspherecloud.vsphere.connection;

import dev.vspherecloud.vsphere.connection.CredentialPolicy.Verdict;
import dev.vspherecloud.vsphere.inventory.login.CredentialSource;
import dev.vspherecloud.vsphere.inventory.login.CredentialSource.Reading;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The latest credentials in one Secret or directory, for each vCenter that uses it.
///
/// Threads: one thread delivers updates by [#onUpdate] and calls the listeners; any thread may join and read. All
/// state is guarded by `this`; no listener is called and nothing is logged while the lock is held.
final class WatchedCredentials {
    private record Listener(String server, Runnable changed) {}

    private final String origin;
    private final CredentialLog log = new CredentialLog();
    private final Map<String, Listener> listeners = new LinkedHashMap<>();
    private final Map<String, Verdict> servers = new HashMap<>();

    /// Servers whose credentials changed, and whose listeners have not all been called yet.
    private final Set<String> notNotified = new HashSet<>();

    private CredentialUpdate.@Nullable Contents contents;
    private @Nullable CredentialUpdate latest;

    /// Creates the object without credentials.
    ///
    /// @param origin the source for people, for example `Secret kube-system/vcenter`
    WatchedCredentials(String origin) {
        this.origin = origin;
    }

    /// Adds a vCenter and returns its credentials.
    ///
    /// @param changed called at each change from now on; replaces an earlier listener for the same name of the
    ///     vCenter
    synchronized CredentialSource join(VcenterTarget vcenter, Runnable changed) {
        String server = vcenter.server();
        listeners.put(vcenter.name(), new Listener(server, changed));
        servers.computeIfAbsent(server, this::first);
        return new CredentialSource() {
            @Override
            public Reading read() {
                return WatchedCredentials.this.read(server);
            }

            @Override
            public Optional<String> keptBecause() {
                return WatchedCredentials.this.keptBecause(server);
            }
        };
    }

    /// Removes all vCenters except these. It compares only their names and servers.
    ///
    /// @return true if a vCenter is left
    synchronized boolean retain(Collection<VcenterTarget> vcenters) {
        listeners.entrySet().removeIf(listener -> vcenters.stream()
                .noneMatch(vcenter -> vcenter.name().equals(listener.getKey())
                        && vcenter.server().equals(listener.getValue().server())));
        servers.keySet()
                .retainAll(listeners.values().stream().map(Listener::server).collect(Collectors.toSet()));
        return !listeners.isEmpty();
    }

    void onUpdate(CredentialUpdate update) {
        List<CredentialChange> changes = update(update);
        if (update instanceof CredentialUpdate.Contents found && hasAll()) {
            log.warnings(found.credentials().warnings());
        }
        changes.forEach(log::changed);
        Set<String> changed = notNotified();
        listenersOf(changed).forEach(Runnable::run);
        markNotified(changed);
    }

    /// Returns true if at least one vCenter has joined and all have current credentials. Otherwise the missing
    /// entry is logged together with all keys, so a warning about an unexpected key would repeat it.
    private synchronized boolean hasAll() {
        return !servers.isEmpty()
                && servers.values().stream()
                        .allMatch(verdict ->
                                verdict.isReady() && verdict.keptBecause().isEmpty());
    }

    private synchronized List<CredentialChange> update(CredentialUpdate update) {
        latest = update;
        if (update instanceof CredentialUpdate.Contents found) {
            contents = found;
        }
        List<CredentialChange> changes = new ArrayList<>();
        servers.replaceAll((server, before) -> {
            Verdict after = CredentialPolicy.next(before, update, server);
            if (!after.equals(before)) {
                changes.add(new CredentialChange(server, before, after));
            }
            return after;
        });
        changes.stream()
                .filter(CredentialChange::isReadingChanged)
                .map(CredentialChange::server)
                .forEach(notNotified::add);
        return changes;
    }

    /// Returns the servers whose listeners must still be called. If a listener fails, it and the later ones are
    /// called with the next update.
    private synchronized Set<String> notNotified() {
        return Set.copyOf(notNotified);
    }

    private synchronized void markNotified(Set<String> servers) {
        notNotified.removeAll(servers);
    }

    private synchronized List<Runnable> listenersOf(Set<String> changed) {
        return listeners.values().stream()
                .filter(listener -> changed.contains(listener.server()))
                .map(Listener::changed)
                .toList();
    }

    private synchronized Reading read(String server) {
        Verdict verdict = servers.get(server);
        return verdict == null
                ? new Reading.Absent(origin + " is not read for vCenter " + server + " any more")
                : verdict.reading();
    }

    private synchronized Optional<String> keptBecause(String server) {
        return Optional.ofNullable(servers.get(server))
                .map(Verdict::keptBecause)
                .filter(why -> !why.isEmpty());
    }

    /// Returns the credentials of a server as if it had joined before the first update.
    private Verdict first(String server) {
        Verdict verdict = Verdict.of(new Reading.Awaited());
        CredentialUpdate before = contents;
        CredentialUpdate last = latest;
        verdict = before == null ? verdict : CredentialPolicy.next(verdict, before, server);
        return last == null ? verdict : CredentialPolicy.next(verdict, last, server);
    }
}
