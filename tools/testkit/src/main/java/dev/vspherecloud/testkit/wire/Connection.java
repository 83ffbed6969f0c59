package dev.vspherecloud.testkit.wire;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/// One TCP connection, with TLS or without, and the three ways to end it. Never speaks HTTP/2.
///
/// Threads: one reads [#input()], one writes [#output()]; any may end it, which ends them.
public final class Connection implements AutoCloseable {
    private static final int CONNECT_MILLIS = 5_000;

    private final Socket raw;
    private final Socket socket;
    private final InputStream input;
    private final OutputStream output;

    private Connection(Socket raw, Socket socket) throws IOException {
        this.raw = raw;
        this.socket = socket;
        input = new BufferedInputStream(socket.getInputStream());
        output = new BufferedOutputStream(socket.getOutputStream());
    }

    /// The server's side of a connection. The TLS handshake comes with the first read.
    static Connection accepted(Socket raw, Optional<SSLContext> tls) throws IOException {
        raw.setTcpNoDelay(true);
        if (tls.isEmpty()) {
            return new Connection(raw, raw);
        }
        var secured = (SSLSocket) tls.get().getSocketFactory().createSocket(raw, null, raw.getPort(), true);
        secured.setUseClientMode(false);
        offerHttp11Only(secured);
        return new Connection(raw, secured);
    }

    /// The client's side of a connection to a loopback server.
    public static Connection to(int port, Optional<SSLContext> tls) throws IOException {
        // Its streams and its end belong to the connection that is returned.
        var raw = new Socket();
        try {
            raw.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
            raw.setTcpNoDelay(true);
            if (tls.isEmpty()) {
                return new Connection(raw, raw);
            }
            var secured = (SSLSocket) tls.get()
                    .getSocketFactory()
                    .createSocket(raw, InetAddress.getLoopbackAddress().getHostAddress(), port, true);
            offerHttp11Only(secured);
            return new Connection(raw, secured);
        } catch (IOException e) {
            raw.close();
            throw e;
        }
    }

    public InputStream input() {
        return input;
    }

    public OutputStream output() {
        return output;
    }

    /// Ends politely: what was written arrives, TLS says goodbye.
    @Override
    public void close() {
        quietly(() -> {
            output.flush();
            socket.close();
        });
        drop();
    }

    /// Closes the socket at once, whoever reads or writes.
    public void drop() {
        quietly(raw::close);
    }

    /// Ends with a TCP reset: the other side loses even what it has not read yet.
    public void reset() {
        quietly(() -> raw.setSoLinger(true, 0));
        drop();
    }

    private static void offerHttp11Only(SSLSocket socket) {
        var parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {"http/1.1"});
        socket.setSSLParameters(parameters);
    }

    private static void quietly(SocketAction action) {
        try {
            action.run();
        } catch (IOException _) {
            // The other side ended it first: the same end.
        }
    }

    private interface SocketAction {
        void run() throws IOException;
    }
}
