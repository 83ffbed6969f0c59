package dev.vspherecloud.serving;

import dev.vspherecloud.serving.ConnectionDeadline.Phase;
import dev.vspherecloud.serving.ServingObserver.Refusal;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.stream.Stream;

/// Keeps the open connections. If there are too many, it closes the one that has been idle for longest; if none
/// is idle, the oldest.
///
/// A server that refuses new connections when it is full can be blocked by clients that hold theirs, whether
/// they send nothing, send slowly, wait for the cluster or do not read. Then the kubelet's probe is refused as
/// well, and the kubelet restarts a healthy process. Here each connection has the time in which
/// [ServerLimits#connections] new ones arrive, which a probe does not need, whatever the other clients do. The
/// age counts, and not the time in the present phase, since a client that sends one request after the other
/// would never be old.
///
/// Threads: any; state is guarded by `this`. Connections are closed outside the monitor.
final class ClientConnections {
    private final ServerLimits limits;
    private final ServingObserver observer;

    /// Oldest first.
    private final SequencedSet<OpenConnection> open = new LinkedHashSet<>();

    ClientConnections(ServerLimits limits, ServingObserver observer) {
        this.limits = limits;
        this.observer = observer;
    }

    /// An open connection.
    interface OpenConnection {
        ConnectionDeadline connectionDeadline();

        /// Closes the connection at once, in any phase and without waiting.
        void abort();
    }

    /// Adds a connection. If the limit is reached, closes another connection.
    void admit(OpenConnection newcomer) {
        closeForOthers(addAndRemoveLeastImportant(newcomer), Refusal.CONNECTION);
    }

    private synchronized Optional<OpenConnection> addAndRemoveLeastImportant(OpenConnection newcomer) {
        Optional<OpenConnection> leaving = open.size() < limits.connections()
                ? Optional.empty()
                : longestIn(Phase.IDLE).or(() -> open.stream().findFirst());
        leaving.ifPresent(open::remove);
        open.add(newcomer);
        return leaving;
    }

    /// Closes the connection that has been in the phase [Phase#PAGE] for longest, if too many are in it.
    void limitPages() {
        closeForOthers(removeOnePageTooMany(), Refusal.PAGE);
    }

    private synchronized Optional<OpenConnection> removeOnePageTooMany() {
        Optional<OpenConnection> leaving =
                in(Phase.PAGE).count() > limits.pages() ? longestIn(Phase.PAGE) : Optional.empty();
        leaving.ifPresent(open::remove);
        return leaving;
    }

    private Stream<OpenConnection> in(Phase phase) {
        return open.stream().filter(each -> each.connectionDeadline().phase() == phase);
    }

    private Optional<OpenConnection> longestIn(Phase phase) {
        return in(phase)
                .min(Comparator.comparingLong(each -> each.connectionDeadline().since()));
    }

    private void closeForOthers(Optional<OpenConnection> leaving, Refusal refusal) {
        leaving.ifPresent(each -> {
            each.abort();
            observer.onRefused(refusal);
        });
    }

    /// Removes a connection that has ended by itself.
    synchronized void onClosed(OpenConnection connection) {
        open.remove(connection);
    }

    /// Closes the connections that are past their deadline.
    void closeOverdue(long now) {
        all().stream().filter(each -> each.connectionDeadline().isExceeded(now)).forEach(this::closeConnection);
    }

    void closeAll() {
        all().forEach(this::closeConnection);
    }

    private void closeConnection(OpenConnection connection) {
        onClosed(connection);
        connection.abort();
    }

    private synchronized List<OpenConnection> all() {
        return List.copyOf(open);
    }

    synchronized int size() {
        return open.size();
    }
}
