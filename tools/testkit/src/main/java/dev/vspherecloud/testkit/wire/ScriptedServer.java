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

/// A TLS server that answers each request with whatever bytes the test says, however wrong they are.
///
/// Threads: one for accepting, one for each connection; all end with [#close()]. The script is called on the
/// latter.
public final class ScriptedServer implements AutoCloseable {
    /// A request as it came.
    public record Request(String line, String head, String body) {
        /// The value of a header, by its name in lower case; empty when it did not come.
        public String header(String name) {
            return head.lines()
                    .filter(header -> header.toLowerCase(Locale.ROOT).startsWith(name + ":"))
                    .map(header -> header.substring(name.length() + 1).strip())
                    .findFirst()
                    .orElse("");
        }
    }

    /// Answers on the wire; may take its time, and may leave the answer unfinished: the connection is closed
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

    /// Listens on 127.0.0.1 with a certificate that is for it.
    public static ScriptedServer start(Script script) {
        return start(ServerIdentity.generate(), "127.0.0.1", script);
    }

    /// @param versions of TLS; none for the usual ones
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

    /// Where it listens, as in `127.0.0.1`.
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

    /// Says nothing until the server closes.
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
            // the other side has gone, which some tests want
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
