package dev.vspherecloud.testkit.wire;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPOutputStream;
import javax.net.ssl.SSLServerSocket;

/// A TLS server that responds to each request with the bytes of a script, valid or not.
///
/// Threads: one for accepting, one for each connection; all end with [#close()]. The threads of the connections call
/// the script.
public final class ScriptedServer implements AutoCloseable {
    /// A request, unchanged.
    public record Request(String line, String head, String body) {
        /// Returns the value of a header, by its name in lower case; empty if the request does not have it.
        public String header(String name) {
            return head.lines()
                    .filter(header -> header.toLowerCase(Locale.ROOT).startsWith(name + ":"))
                    .map(header -> header.substring(name.length() + 1).strip())
                    .findFirst()
                    .orElse("");
        }
    }

    /// Writes the response. It may be slow, and may leave the response incomplete: the server closes the connection
    /// after it.
    public interface Reply {
        void to(Socket connection, OutputStream out) throws IOException, InterruptedException;
    }

    public interface Script {
        Reply answer(Request request);
    }

    private final SSLServerSocket listener;
    private final Script script;
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

    private ScriptedServer(SSLServerSocket listener, Script script) {
        this.listener = listener;
        this.script = script;
    }

    /// Listens on 127.0.0.1 with a certificate for this address.
    public static ScriptedServer start(Script script) {
        return start(ServerIdentity.generate(), "127.0.0.1", script);
    }

    /// @param versions of TLS; empty for the defaults
    public static ScriptedServer start(ServerIdentity identity, String address, Script script, String... versions) {
        try {
            var socket = (SSLServerSocket) identity.serverContext()
                    .getServerSocketFactory()
                    .createServerSocket(0, 50, InetAddress.getByName(address));
            if (versions.length > 0) {
                socket.setEnabledProtocols(versions);
            }
            var server = new ScriptedServer(socket, script);
            server.run(server::accept);
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public int port() {
        return listener.getLocalPort();
    }

    public List<Request> requests() {
        return List.copyOf(requests);
    }

    /// The address on which it listens, such as `127.0.0.1`.
    public String address() {
        return listener.getInetAddress().getHostAddress();
    }

    public static Reply http(int status, String headers, byte[] body) {
        return (_, out) -> {
            out.write("HTTP/1.1 %d Said\r\n%sContent-Length: %d\r\nConnection: close\r\n\r\n"
                    .formatted(status, headers, body.length)
                    .getBytes(StandardCharsets.ISO_8859_1));
            out.write(body);
        };
    }

    public static Reply xml(int status, String body) {
        return http(status, "Content-Type: text/xml; charset=utf-8\r\n", body.getBytes(StandardCharsets.UTF_8));
    }

    public static Reply json(int status, String body) {
        return http(status, "Content-Type: application/json\r\n", body.getBytes(StandardCharsets.UTF_8));
    }

    public static Reply raw(String text) {
        return (_, out) -> out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    /// Sends nothing until the server closes.
    public static Reply neverAnswer() {
        return (_, _) -> Thread.currentThread().join();
    }

    public static byte[] gzip(byte[] plain) {
        var packed = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(packed)) {
            out.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }

    private void run(Runnable work) {
        Thread thread = Thread.ofVirtual().unstarted(work);
        threads.add(thread);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket connection = listener.accept();
                run(() -> serve(connection));
            }
        } catch (IOException _) {
            // closed
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            var in = new BufferedInputStream(connection.getInputStream());
            Request request = read(in);
            requests.add(request);
            script.answer(request).to(connection, connection.getOutputStream());
        } catch (IOException _) {
            // The other side closed the connection, as some tests intend.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static Request read(InputStream in) throws IOException {
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int b = in.read();
            if (b < 0) {
                throw new IOException("no request");
            }
            head.append((char) b);
        }
        var request = new Request(head.substring(0, head.indexOf("\r\n")), head.toString(), "");
        String length = request.header("content-length");
        byte[] body = in.readNBytes(length.isEmpty() ? 0 : Integer.parseInt(length));
        return new Request(request.line(), request.head(), new String(body, StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.forEach(Thread::interrupt);
    }
}
