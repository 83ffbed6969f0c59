package dev.vspherecloud.serving;

import dev.vspherecloud.reconcile.RateLimit;
import dev.vspherecloud.reconcile.RestartingTask;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.serving.tls.ServerCertificates;
import dev.vspherecloud.serving.tls.TlsException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Serves pages on one port, over TLS or over plain HTTP. Everything but the handshake is the same for both.
///
/// The server does not use the JDK's own server, for reasons that `docs/decisions/0017-own-https-port.md`
/// gives: its limits belong to the JVM and not to a port, it refuses new connections when it is full, and it
/// cannot share a port.
///
/// Threads: one thread opens and closes the server. The server has one thread that accepts connections, and one
/// that closes overdue connections and reloads the certificates, if any. Each connection has a thread of its own.
/// All end with the server.
public final class HttpServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(HttpServer.class);

    /// The number of connections that the kernel keeps until they are accepted. A client beyond them would try
    /// again after a second at the earliest.
    private static final int BACKLOG = 512;

    /// The number of connections that may be closed but not have noticed it.
    private static final int LEAVING = 100;

    /// The interval between two checks for overdue connections: a connection may exceed its deadline by that much.
    private static final Duration WATCH = Duration.ofMillis(250);

    private static final Duration CERTIFICATES = Duration.ofSeconds(1);
    private static final Duration AFTER_FAILURE = Duration.ofMillis(100);
    private static final Duration DRAIN_TIMEOUT = Duration.ofMillis(300);

    /// The longest pause before a failed thread starts again; a probe must not wait longer.
    private static final Duration MAX_PAUSE = Duration.ofSeconds(5);

    /// The name of the server's threads, also in metrics.
    private static final String NAME = "serving";

    private final ServerSocket listener;
    private final ClientConnection.ServerContext context;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Supervisor supervisor;

    /// One for each thread of a connection. There are more than connections: a connection that was closed for
    /// others has a thread until that notices it, which under load takes a while, and its memory is in use
    /// until then.
    private final Semaphore visits;

    private final RestartingTask accept;
    private final RestartingTask watch;
    private final Thread accepting;

    private HttpServer(ServerSocket listener, ClientConnection.ServerContext context, Supervisor supervisor) {
        this.listener = listener;
        this.context = context;
        this.supervisor = supervisor;
        this.visits = new Semaphore(context.limits().connections() + LEAVING);
        this.accept = supervisor.task(NAME, NAME, MAX_PAUSE, this::accept);
        this.watch = supervisor.task(NAME, NAME, MAX_PAUSE, this::watch);
        this.accepting = Thread.ofVirtual().name(NAME).unstarted(accept);
    }

    /// Opens a port with TLS and starts to serve.
    ///
    /// @param requestDispatcher authorizes requests and calls their handlers
    /// @param nanoTime          a monotonic clock, as [System#nanoTime]
    /// @param supervisor        restarts the threads if they fail
    /// @param observer          counts what is refused to clients
    /// @throws ServingException if the server cannot listen on the address, or the certificate cannot be used
    public static HttpServer openTls(
            ServingSettings settings,
            ServerLimits limits,
            RequestDispatcher requestDispatcher,
            LongSupplier nanoTime,
            InstantSource clock,
            Supervisor supervisor,
            ServingObserver observer) {
        Optional<ServerCertificates> certificates = Optional.of(certificates(settings, clock));
        var address = new InetSocketAddress(InetAddress.ofLiteral(settings.bindAddress()), settings.port());
        ServerSocket listener = listen(address, settings.sharePort(), " (--bind-address, --secure-port)");
        return start(listener, context(certificates, limits, requestDispatcher, nanoTime, clock, observer), supervisor);
    }

    /// Opens a port without TLS and starts to serve. A client has no certificate then, and every host between
    /// can read what the server sends.
    ///
    /// @param address           the port 0 means any free port, which [#localPort] returns
    /// @param requestDispatcher authorizes requests and calls their handlers
    /// @param nanoTime          a monotonic clock, as [System#nanoTime]
    /// @param supervisor        restarts the threads if they fail
    /// @param observer          counts what is refused to clients
    /// @throws ServingException if the server cannot listen on the address
    public static HttpServer openPlain(
            InetSocketAddress address,
            ServerLimits limits,
            RequestDispatcher requestDispatcher,
            LongSupplier nanoTime,
            InstantSource clock,
            Supervisor supervisor,
            ServingObserver observer) {
        ServerSocket listener = listen(address, false, "");
        return start(
                listener, context(Optional.empty(), limits, requestDispatcher, nanoTime, clock, observer), supervisor);
    }

    private static ClientConnection.ServerContext context(
            Optional<ServerCertificates> certificates,
            ServerLimits limits,
            RequestDispatcher requestDispatcher,
            LongSupplier nanoTime,
            InstantSource clock,
            ServingObserver observer) {
        var connections = new ClientConnections(limits, observer);
        var pages =
                new RateLimit(2 * limits.pagesPerSecond(), Duration.ofSeconds(1).dividedBy(limits.pagesPerSecond()));
        return new ClientConnection.ServerContext(
                certificates, requestDispatcher, limits, connections, pages, nanoTime, clock);
    }

    private static HttpServer start(
            ServerSocket listener, ClientConnection.ServerContext context, Supervisor supervisor) {
        var port = new HttpServer(listener, context, supervisor);
        port.accepting.start();
        Thread.ofVirtual().name(NAME).start(port.watch);
        return port;
    }

    private static ServerCertificates certificates(ServingSettings settings, InstantSource clock) {
        try {
            return ServerCertificates.open(settings.tls(), clock);
        } catch (TlsException e) {
            throw new ServingException(e.reason(), e);
        }
    }

    /// @param flags the flags with the address, for the message; empty if no flags have it
    private static ServerSocket listen(InetSocketAddress address, boolean sharesPort, String flags) {
        try {
            var listener = new ServerSocket();
            try {
                // Go's listeners always set this option. Without it, a restarted process could not bind the
                // port until earlier connections are gone.
                listener.setReuseAddress(true);
                listener.setOption(StandardSocketOptions.SO_REUSEPORT, sharesPort);
                listener.bind(address, BACKLOG);
                return listener;
            } catch (IOException e) {
                listener.close();
                throw e;
            }
        } catch (IOException e) {
            throw new ServingException(
                    "cannot listen on %s port %d%s: %s"
                            .formatted(address.getHostString(), address.getPort(), flags, e.getMessage()),
                    e);
        }
    }

    /// Returns the number of the port on which the server listens.
    public int localPort() {
        return listener.getLocalPort();
    }

    /// Returns why the threads of the server keep failing although they are restarted; empty if they work. May
    /// be called from anywhere.
    public Optional<String> unhealthyReason() {
        return accept.unhealthyReason().or(watch::unhealthyReason);
    }

    /// Returns the number of open connections.
    int connections() {
        return context.connections().size();
    }

    private void accept() {
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
            accept(listener.accept());
        } catch (IOException e) {
            if (!closing.await(AFTER_FAILURE.toMillis(), TimeUnit.MILLISECONDS)) {
                log.atDebug().addKeyValue("cause", e.getMessage()).log("Cannot accept a connection, will try again");
            }
        }
    }

    /// Serves a connection. If it cannot be served, it is closed, so that the client does not wait.
    private void accept(Socket socket) throws IOException, InterruptedException {
        boolean isServed = false;
        try {
            var connection = new ClientConnection(context, socket);
            context.connections().admit(connection);
            serve(connection);
            isServed = true;
        } finally {
            if (!isServed) {
                socket.close();
            }
        }
    }

    private void serve(ClientConnection connection) throws InterruptedException {
        visits.acquire();
        Thread.ofVirtual().name("serving-visit").start(() -> {
            try {
                boolean _ = supervisor.attempt(NAME, "serving-visit", connection);
            } finally {
                visits.release();
            }
        });
    }

    private void watch() {
        long rounds = CERTIFICATES.dividedBy(WATCH);
        try {
            for (long round = 1; !closing.await(WATCH.toMillis(), TimeUnit.MILLISECONDS); round++) {
                context.connections().closeOverdue(context.nanoTime().getAsLong());
                if (round % rounds == 0) {
                    context.certificates().ifPresent(this::reload);
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void reload(ServerCertificates certificates) {
        boolean _ = supervisor.attempt(NAME, "certificates of the port", certificates::reload);
    }

    @Override
    public void close() {
        closing.countDown();
        try {
            listener.close();
        } catch (IOException e) {
            log.atDebug().addKeyValue("cause", e.getMessage()).log("Closing the port failed; shutdown continues");
        }
        awaitOpenConnections();
        context.connections().closeAll();
    }

    /// Waits for the thread that accepts connections: until its present call has returned, a closed listener
    /// still accepts connections.
    private void awaitOpenConnections() {
        try {
            boolean _ = accepting.join(DRAIN_TIMEOUT);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
