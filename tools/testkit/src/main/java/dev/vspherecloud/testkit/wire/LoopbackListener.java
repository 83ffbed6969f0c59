package dev.vspherecloud.testkit.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// A listener on loopback. It can reset all its connections, and close and reopen its port.
///
/// The port is reserved until [#close()], so that no other process takes it while the listener is cut.
///
/// Threads: one accepts, one serves each connection; the state (the open socket, the set of connections) is guarded by
/// this object's monitor.
public final class LoopbackListener implements AutoCloseable {
    private static final Duration MAX_WAIT = Duration.ofSeconds(5);

    private final Workers workers;
    private final Consumer<Connection> service;
    private final Set<Connection> connections = new HashSet<>();
    private final ReservedPort port;
    private volatile Optional<SSLContext> tls;
    private @Nullable ServerSocket open;

    /// The thread in `accept`. During that call, the kernel still accepts connections on the port.
    private @Nullable Thread accepting;

    private int openings;

    private LoopbackListener(
            ReservedPort port, Workers workers, Optional<SSLContext> tls, Consumer<Connection> service) {
        this.workers = workers;
        this.tls = tls;
        this.service = service;
        this.port = port;
    }

    /// Opens a free port.
    ///
    /// @param tls empty for plain TCP
    /// @param service runs for each connection in its own thread; the connection ends with it
    public static LoopbackListener open(Workers workers, Optional<SSLContext> tls, Consumer<Connection> service) {
        var listener = new LoopbackListener(ReservedPort.any(), workers, tls, service);
        listener.reopen();
        return listener;
    }

    /// Uses this TLS context for new connections; existing ones go on.
    public void serve(SSLContext changed) {
        tls = Optional.of(changed);
    }

    public int port() {
        return port.number();
    }

    public synchronized int connectionCount() {
        return connections.size();
    }

    /// Resets every connection; clients can connect again.
    public synchronized void cutConnections() {
        connections.forEach(Connection::reset);
    }

    /// Resets every connection and closes the port: new ones are refused until [#reopen()].
    public synchronized void cut() {
        closePort();
        cutConnections();
    }

    /// Opens the port again. Does nothing if it is open.
    public synchronized void reopen() {
        if (open == null) {
            try {
                opened(bind(port()));
            } catch (IOException e) {
                throw new UncheckedIOException("port " + port() + " cannot be opened", e);
            }
        }
    }

    @Override
    public void close() {
        cut();
        port.close();
    }

    private void acceptFrom(ServerSocket socket, int opening) {
        accepting = workers.start("accept", () -> {
            try {
                while (true) {
                    Socket client = socket.accept();
                    workers.start("connection", () -> serve(opening, client));
                }
            } catch (IOException _) {
                // Cut: another thread closed the port.
            }
        });
    }

    private void serve(int opening, Socket client) {
        try (Connection connection = Connection.accepted(client, tls)) {
            if (!register(opening, connection)) {
                connection.reset();
                return;
            }
            try {
                service.accept(connection);
            } finally {
                unregister(connection);
            }
        } catch (IOException _) {
            // The client left before the handshake.
        }
    }

    /// Registers a connection. Returns false if the listener was cut after it accepted the connection.
    private synchronized boolean register(int opening, Connection connection) {
        return open != null && opening == openings && connections.add(connection);
    }

    private synchronized void unregister(Connection connection) {
        connections.remove(connection);
    }

    private synchronized void opened(ServerSocket socket) {
        open = socket;
        openings++;
        acceptFrom(socket, openings);
    }

    private void closePort() {
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                throw new UncheckedIOException("port " + port() + " cannot be closed", e);
            }
            open = null;
            awaitAccepting();
        }
    }

    private void awaitAccepting() {
        try {
            if (accepting != null && !accepting.join(MAX_WAIT)) {
                throw new IllegalStateException(accepting.getName() + " does not end");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static ServerSocket bind(int port) throws IOException {
        var socket = new ServerSocket();
        try {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1024);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }
}
