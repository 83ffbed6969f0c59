package dev.vspherecloud.serving;

import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Keeps the open connections. If there are too many, it closes the one that has been idle for longest.
///
/// A server that refuses new connections when it is full can be blocked by clients that open connections and do
/// nothing. Then the kubelet's probe is refused as well, and the kubelet restarts a healthy process. Here a new
/// connection replaces the one that has been idle for longest.
///
/// Threads: [#admit] has one caller; the other methods may be called from anywhere.
final class ClientConnections {
    private final int max;
    private final Set<OpenConnection> open = ConcurrentHashMap.newKeySet();

    ClientConnections(int most) {
        this.max = most;
    }

    /// An open connection.
    interface OpenConnection {
        ConnectionDeadline connectionDeadline();

        /// Closes the connection at once, in any phase and without waiting.
        void abort();
    }

    /// Adds a connection. If the limit is reached, closes another connection first.
    ///
    /// @return false if the limit is reached and every open connection is in the phase `ANSWER`
    boolean admit(OpenConnection newcomer) {
        if (open.size() >= max) {
            Optional<OpenConnection> leaving = leastBusy();
            if (leaving.isEmpty()) {
                return false;
            }
            closeConnection(leaving.get());
        }
        open.add(newcomer);
        return true;
    }

    private Optional<OpenConnection> leastBusy() {
        record Candidate(OpenConnection connection, ConnectionDeadline connectionDeadline) {}
        return open.stream()
                .map(each -> new Candidate(each, each.connectionDeadline()))
                .filter(each -> each.connectionDeadline().mayBeClosed())
                .min(Comparator.comparing(
                                (Candidate each) -> each.connectionDeadline().phase())
                        .thenComparingLong(each -> each.connectionDeadline().since()))
                .map(Candidate::connection);
    }

    private void closeConnection(OpenConnection connection) {
        open.remove(connection);
        connection.abort();
    }

    /// Removes a connection that has ended by itself.
    void onClosed(OpenConnection connection) {
        open.remove(connection);
    }

    /// Closes the connections that are past their deadline.
    void closeOverdue(long now) {
        open.stream().filter(each -> each.connectionDeadline().isExceeded(now)).forEach(this::closeConnection);
    }

    void closeAll() {
        open.forEach(this::closeConnection);
    }

    int size() {
        return open.size();
    }
}
