package dev.vspherecloud.serving;

import dev.vspherecloud.reconcile.RateLimit;
import dev.vspherecloud.serving.tls.ServerCertificates;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Serves one client connection, from its first byte to its end.
///
/// Threads: [#run] has one caller; [#connectionDeadline] and [#abort] may be called from anywhere. Other threads
/// close the socket below TLS: closing the TLS socket would wait for the thread that writes to it.
final class ClientConnection implements Runnable, ClientConnections.OpenConnection {
    private static final Logger log = LoggerFactory.getLogger(ClientConnection.class);
    private static final int TLS_HANDSHAKE = 0x16;

    /// The response to a client that does not use TLS. Rule from: Go, net/http, conn.serve.
    private static final String NOT_TLS =
            "HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n";

    /// The number of bytes of unread input that are skipped before the connection is closed. Otherwise a TCP
    /// reset could discard the response before the client reads it.
    private static final int MAX_LINGERING_BYTES = 256 * 1024;

    /// The statuses after which the connection ends: a client that sends made-up credentials again and again
    /// needs a new connection each time, of which the server accepts only so many.
    private static final Set<Integer> ENDING = Set.of(401, 429);

    /// The objects that all connections of one server share.
    ///
    /// @param certificates the certificates of the server; empty if it serves plain HTTP
    record ServerContext(
            Optional<ServerCertificates> certificates,
            RequestDispatcher requestDispatcher,
            ServerLimits limits,
            ClientConnections connections,
            RateLimit pages,
            LongSupplier nanoTime,
            InstantSource clock) {}

    private final ServerContext context;
    private final Socket socket;
    private volatile ConnectionDeadline connectionDeadline;
    private volatile @Nullable Thread thread;

    ClientConnection(ServerContext context, Socket socket) {
        this.context = context;
        this.socket = socket;
        this.connectionDeadline = ConnectionDeadline.of(
                ConnectionDeadline.Phase.HANDSHAKE,
                context.nanoTime().getAsLong(),
                context.limits().times());
    }

    @Override
    public ConnectionDeadline connectionDeadline() {
        return connectionDeadline;
    }

    @Override
    public void abort() {
        try {
            socket.close();
        } catch (IOException e) {
            log.atDebug().addKeyValue("cause", e.getMessage()).log("Closing a connection failed");
        }
        Thread answering = thread;
        if (answering != null) {
            answering.interrupt();
        }
    }

    @Override
    public void run() {
        thread = Thread.currentThread();
        try (socket) {
            socket.setTcpNoDelay(true);
            accept(socket.getInputStream().read());
        } catch (IOException e) {
            // A client that disconnects, does not use TLS or exceeds a deadline needs no attention of an
            // operator, so log it at level DEBUG.
            log.atDebug().addKeyValue("cause", e.getMessage()).log("A client connection failed");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            context.connections().onClosed(this);
        }
    }

    private void accept(int first) throws IOException, InterruptedException {
        if (context.certificates().isPresent()) {
            acceptTls(context.certificates().get(), first);
        } else if (first != TLS_HANDSHAKE) {
            setPhase(ConnectionDeadline.Phase.HEAD);
            serve(socket, new BufferedInputStream(socket.getInputStream()), first, List::of);
        }
    }

    private void acceptTls(ServerCertificates certificates, int first) throws IOException, InterruptedException {
        if (first == TLS_HANDSHAKE) {
            try (SSLSocket tls = certificates.secure(socket, new ByteArrayInputStream(new byte[] {(byte) first}))) {
                tls.startHandshake();
                setPhase(ConnectionDeadline.Phase.HEAD);
                var in = new BufferedInputStream(tls.getInputStream());
                serve(tls, in, in.read(), () -> certificates(tls.getSession()));
            }
        } else if (first >= 'A' && first <= 'Z') {
            socket.getOutputStream().write(NOT_TLS.getBytes(StandardCharsets.US_ASCII));
            lingeringClose(socket);
        }
    }

    /// Serves the requests of the connection, one after the other.
    ///
    /// @param opened       the connection of which requests are read and to which responses are written
    /// @param begin        the first byte of the first request, which is not in the input any more; below 0 if
    ///     there is none
    /// @param certificates the certificates that the client sent
    private void serve(Socket opened, InputStream in, int begin, Supplier<List<X509Certificate>> certificates)
            throws IOException, InterruptedException {
        OutputStream out = new BufferedOutputStream(opened.getOutputStream());
        var reader = new RequestReader(in, context.limits());
        var writer = new ResponseWriter(out, context.clock());
        int first = begin;
        for (int served = 1; ; served++) {
            switch (reader.read(first)) {
                case RequestReader.Result.Closed() -> {
                    return;
                }
                case RequestReader.Result.Refused(Response response) -> {
                    writer.writeAndClose(response);
                    lingeringClose(opened);
                    return;
                }
                case RequestReader.Result.Complete(Request request) -> {
                    setPhase(ConnectionDeadline.Phase.ANSWER);
                    Response response =
                            context.requestDispatcher().dispatch(request, certificates.get(), this::mayBeLarge);
                    boolean isLast = !request.keepAlive()
                            || served == context.limits().requests()
                            || ENDING.contains(response.status());
                    writer.write(response, request, isLast);
                    if (isLast) {
                        return;
                    }
                }
            }
            setPhase(ConnectionDeadline.Phase.IDLE);
            first = in.read();
            setPhase(ConnectionDeadline.Phase.HEAD);
        }
    }

    private boolean mayBeLarge() {
        // The rate comes first: a request beyond it must not close the page of another client.
        boolean isAllowed = context.pages().tryAcquire(connectionDeadline.since());
        if (isAllowed) {
            connectionDeadline = connectionDeadline.ofPage();
            context.connections().limitPages();
        }
        return isAllowed;
    }

    private void setPhase(ConnectionDeadline.Phase phase) {
        connectionDeadline = ConnectionDeadline.of(
                phase, context.nanoTime().getAsLong(), context.limits().times());
    }

    /// Ends the output, and reads the rest of what the client sends (lingering close). The deadline of the
    /// phase still applies.
    private static void lingeringClose(Socket closing) throws IOException {
        closing.shutdownOutput();
        closing.getInputStream().skip(MAX_LINGERING_BYTES);
    }

    private static List<X509Certificate> certificates(SSLSession session) {
        try {
            return Stream.of(session.getPeerCertificates())
                    .filter(X509Certificate.class::isInstance)
                    .map(X509Certificate.class::cast)
                    .toList();
        } catch (SSLPeerUnverifiedException _) {
            return List.of();
        }
    }
}
