package dev.vspherecloud.serving;

import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// All connections that are open, and who of them has to go.
///
/// A server that refuses newcomers when it is full can be shut off by whoever opens connections and does nothing, and
/// then the kubelet's probe is refused as well, and the kubelet restarts a healthy process. Here the newcomer gets the
/// place of the one that has done nothing for longest.
///
/// Threads: [#admit] has one caller; the others may be called from anywhere.
final class ClientConnections {
    private final int most;
    private final Set<Lasting> open = ConcurrentHashMap.newKeySet();

    ClientConnections(int most) {
        this.most = most;
    }

    /// What has a place here.
    interface Lasting {
        ConnectionDeadline connectionDeadline();

        /// Ends it, whatever it does, at once and without waiting.
        void abort();
    }

    /// Makes room if need be.
    ///
    /// @return false when everybody who is here is being answered
    boolean admit(Lasting newcomer) {
        if (open.size() >= most) {
            Optional<Lasting> leaving = leastBusy();
            if (leaving.isEmpty()) {
                return false;
            }
            end(leaving.get());
        }
        open.add(newcomer);
        return true;
    }

    private Optional<Lasting> leastBusy() {
        record Candidate(Lasting connection, ConnectionDeadline connectionDeadline) {}
        return open.stream()
                .map(each -> new Candidate(each, each.connectionDeadline()))
                .filter(each -> each.connectionDeadline().mayBeEnded())
                .min(Comparator.comparing(
                                (Candidate each) -> each.connectionDeadline().phase())
                        .thenComparingLong(each -> each.connectionDeadline().since()))
                .map(Candidate::connection);
    }

    private void end(Lasting connection) {
        open.remove(connection);
        connection.abort();
    }

    /// It has ended by itself.
    void left(Lasting connection) {
        open.remove(connection);
    }

    /// Ends those that are past their limit.
    void endOverdue(long now) {
        open.stream().filter(each -> each.connectionDeadline().isOver(now)).forEach(this::end);
    }

    void endAll() {
        open.forEach(this::end);
    }

    int size() {
        return open.size();
    }
}
