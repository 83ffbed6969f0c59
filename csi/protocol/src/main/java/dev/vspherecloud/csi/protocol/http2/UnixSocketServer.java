package dev.vspherecloud.csi.protocol.http2;

import dev.vspherecloud.reconcile.RestartingTask;
import dev.vspherecloud.reconcile.Supervisor;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Serves HTTP/2 on a unix socket, without TLS: the permissions of the file decide who may connect.
///
/// Threads: one thread opens and stops the server. The server has one thread that accepts connections, and one that
/// closes overdue ones. Each connection has two threads, and each call has one. All end with the server.
public final class UnixSocketServer {
    private static final Logger log = LoggerFactory.getLogger(UnixSocketServer.class);

    /// The interval between two checks for overdue connections: a connection may exceed its limit by that much.
    private static final Duration WATCH = Duration.ofSeconds(1);

    private static final Duration AFTER_FAILURE = Duration.ofMillis(100);

    /// How long interrupted calls have to end.
    private static final Duration AFTER_INTERRUPT = Duration.ofSeconds(1);

    /// How long clients have to read the last responses.
    private static final Duration DRAIN = Duration.ofMillis(300);

    /// The longest pause before a failed thread starts again.
    private static final Duration MAX_PAUSE = Duration.ofSeconds(5);

    /// The name of the server's threads, also in metrics.
    private static final String NAME = "csi-socket";

    private final SocketFile file;
    private final Http2Connection.ServerContext context;
    private final Set<Http2Connection> connections = ConcurrentHashMap.newKeySet();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final RestartingTask accept;
    private final RestartingTask watch;

    private UnixSocketServer(SocketFile file, Http2Connection.ServerContext context) {
        this.file = file;
        this.context = context;
        this.accept = context.supervisor().task(NAME, NAME, MAX_PAUSE, this::acceptAll);
        this.watch = context.supervisor().task(NAME, NAME, MAX_PAUSE, this::watch);
    }

    /// Listens on the socket and starts to serve. A file that an earlier process left there is replaced.
    ///
    /// @param nanoTime   a monotonic clock, as [System#nanoTime]
    /// @param supervisor restarts the threads if they fail, and reports failures of calls
    /// @throws UnixSocketException if the server cannot listen there
    public static UnixSocketServer open(
            Path socket, Http2Handler handler, Http2Limits limits, LongSupplier nanoTime, Supervisor supervisor) {
        var context = new Http2Connection.ServerContext(handler, limits, new OpenCalls(limits), supervisor, nanoTime);
        var server = new UnixSocketServer(SocketFile.listen(socket), context);
        Thread.ofVirtual().name(NAME).start(server.accept);
        Thread.ofVirtual().name(NAME).start(server.watch);
        return server;
    }

    /// Returns why the threads of the server keep failing although they are restarted; empty if they work. May be
    /// called from anywhere.
    public Optional<String> unhealthyReason() {
        return accept.unhealthyReason().or(watch::unhealthyReason);
    }

    /// Returns the number of open connections.
    int connections() {
        return connections.size();
    }

    /// Returns the number of open calls.
    int calls() {
        return context.calls().count();
    }

    private void acceptAll() {
        try {
            while (closing.getCount() > 0) {
                acceptOne();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Accepts one connection. After a failure, such as too many open files, the server goes on accepting
    /// connections.
    private void acceptOne() throws InterruptedException {
        try {
            accept(file.channel().accept());
        } catch (IOException e) {
            if (!closing.await(AFTER_FAILURE.toMillis(), TimeUnit.MILLISECONDS)) {
                log.atDebug()
                        .addKeyValue("cause", e.getMessage())
                        .log("Cannot accept a connection on the CSI socket, will try again");
            }
        }
    }

    private void accept(SocketChannel channel) throws IOException {
        if (closing.getCount() == 0 || !makeRoom()) {
            channel.close();
            return;
        }
        var connection = new Http2Connection(context, channel);
        connections.add(connection);
        start("csi-write", () -> {
            connection.write();
            connections.remove(connection);
        });
        start("csi-read", connection::read);
    }

    private void start(String name, Runnable work) {
        Thread.ofVirtual().name(name).start(() -> {
            boolean _ = context.supervisor().attempt(NAME, name, work);
        });
    }

    /// Closes the connection that has been idle for longest if there are too many.
    ///
    /// @return false if there are too many and none is idle
    private boolean makeRoom() {
        if (connections.size() < context.limits().connections()) {
            return true;
        }
        Optional<Http2Connection> leaving = connections.stream()
                .filter(Http2Connection::isIdle)
                .min(Comparator.comparingLong(Http2Connection::lastUsed));
        leaving.ifPresent(connection -> {
            connections.remove(connection);
            connection.abort();
        });
        return leaving.isPresent();
    }

    private void watch() {
        try {
            while (!closing.await(WATCH.toMillis(), TimeUnit.MILLISECONDS)) {
                closeOverdue();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void closeOverdue() {
        long now = context.nanoTime().getAsLong();
        connections.stream().filter(connection -> connection.isOverdue(now)).forEach(Http2Connection::abort);
    }

    /// Stops the server. It accepts nothing new, removes the file, and waits for open calls. Then it interrupts the
    /// calls that are still open, and closes all connections.
    ///
    /// @param grace how long open calls have to end by themselves
    public void stop(Duration grace) {
        closing.countDown();
        try {
            file.close();
        } catch (IOException e) {
            log.atDebug().addKeyValue("cause", e.getMessage()).log("Closing the CSI socket failed, shutdown continues");
        }
        connections.forEach(Http2Connection::goAway);
        try {
            awaitCalls(grace);
            connections.forEach(Http2Connection::closeAfterWriting);
            for (Http2Connection connection : connections) {
                connection.awaitWritten(DRAIN);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        connections.forEach(Http2Connection::abort);
    }

    private void awaitCalls(Duration grace) throws InterruptedException {
        if (!context.calls().awaitNone(grace)) {
            log.atWarn()
                    .addKeyValue("calls", calls())
                    .log("Calls did not end in the time for the shutdown and are interrupted");
            context.calls().interruptAll();
            boolean _ = context.calls().awaitNone(AFTER_INTERRUPT);
        }
    }
}
