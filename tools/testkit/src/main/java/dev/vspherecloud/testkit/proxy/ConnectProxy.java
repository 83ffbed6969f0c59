package dev.vspherecloud.testkit.proxy;

import dev.vspherecloud.testkit.wire.Connection;
import dev.vspherecloud.testkit.wire.Head;
import dev.vspherecloud.testkit.wire.LoopbackListener;
import dev.vspherecloud.testkit.wire.Workers;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An HTTP forward proxy on loopback, as companies use them, for CONNECT only. It counts requests by target, and opens
/// tunnels only to targets with a route. It can also require a login, refuse, hang, or return invalid responses.
///
/// ```java
/// try (var proxy = ConnectProxy.start().route("vc.example.com:443", vcenter.port()).requireLogin("us", "secret")) {
///     runClientThrough("127.0.0.1", proxy.port());
///     assertThat(proxy.count("vc.example.com:443")).isEqualTo(1);
/// }
/// ```
///
/// Threads: every method may be called from any thread; routes, behaviour and requests are guarded by this object's
/// monitor. [#close()] ends every tunnel and thread at once.
public final class ConnectProxy implements AutoCloseable {
    private final Workers workers = new Workers("connect-proxy");
    private final LoopbackListener listener = LoopbackListener.open(workers, Optional.empty(), this::serve);
    private final Map<String, Integer> routes = new HashMap<>();
    private final List<Head> requests = new ArrayList<>();
    private String wanted = "";
    private Behaviour behaviour = new Behaviour.Connect();

    /// The response to a CONNECT request.
    private sealed interface Behaviour {
        record Connect() implements Behaviour {}

        record Hang() implements Behaviour {}

        record AnswerWith(String answer) implements Behaviour {}
    }

    private ConnectProxy() {}

    /// Starts a proxy without routes.
    public static ConnectProxy start() {
        return new ConnectProxy();
    }

    public int port() {
        return listener.port();
    }

    /// Connects tunnels for this target to a port on loopback. A request for a target without a route gets a 502.
    ///
    /// @param target as in the request: `vc.example.com:443`, `[2001:db8::5]:443`
    public synchronized ConnectProxy route(String target, int port) {
        routes.put(target, port);
        return this;
    }

    /// Responds with 407 to requests without this user and password.
    public synchronized ConnectProxy requireLogin(String user, String password) {
        wanted =
                "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
        return this;
    }

    /// Responds with this status from now on.
    public synchronized ConnectProxy refuse(int status) {
        behaviour = refusal(status + " Refused");
        return this;
    }

    /// Responds with this text from now on, and closes.
    public synchronized ConnectProxy answerWith(String answer) {
        behaviour = new Behaviour.AnswerWith(answer);
        return this;
    }

    /// Never responds from now on; the client has to give up.
    public synchronized ConnectProxy hang() {
        behaviour = new Behaviour.Hang();
        return this;
    }

    /// Opens tunnels to targets with a route again.
    public synchronized ConnectProxy letThrough() {
        behaviour = new Behaviour.Connect();
        return this;
    }

    /// Returns how many tunnels to this target clients requested, granted or not.
    public long count(String target) {
        return requests().stream()
                .filter(request -> request.target().equals(target))
                .count();
    }

    /// Returns all requests, unchanged.
    public synchronized List<Head> requests() {
        return List.copyOf(requests);
    }

    /// Returns how many clients are connected.
    public int connectionCount() {
        return listener.connectionCount();
    }

    @Override
    public void close() {
        listener.close();
        workers.close();
    }

    private void serve(Connection client) {
        try {
            Optional<Head> request = Head.readFrom(client.input());
            if (request.isPresent()) {
                answer(client, request.get());
            }
        } catch (IOException _) {
            // One side closed its connection, which ends the tunnel.
        }
    }

    private void answer(Connection client, Head request) throws IOException {
        switch (responseTo(request)) {
            case Behaviour.Connect() -> tunnel(client, portOf(request.target()));
            case Behaviour.Hang() -> copy(client.input(), OutputStream.nullOutputStream());
            case Behaviour.AnswerWith(String answer) -> write(client, answer);
        }
    }

    private synchronized Behaviour responseTo(Head request) {
        requests.add(request);
        if (!(behaviour instanceof Behaviour.Connect)) {
            return behaviour;
        }
        if (!request.method().equals("CONNECT")) {
            return refusal("405 Tunnels only");
        }
        if (!wanted.isEmpty()
                && !request.value("Proxy-Authorization").orElse("").equals(wanted)) {
            return refusal("407 Who are you\r\nProxy-Authenticate: Basic realm=\"testkit\"");
        }
        return routes.containsKey(request.target()) ? behaviour : refusal("502 No way");
    }

    /// @param status code and reason, followed by headers
    private static Behaviour refusal(String status) {
        return new Behaviour.AnswerWith("HTTP/1.1 " + status + "\r\nContent-Length: 0\r\n\r\n");
    }

    private synchronized int portOf(String target) {
        return routes.getOrDefault(target, 0);
    }

    private void tunnel(Connection client, int port) throws IOException {
        try (Connection server = Connection.to(port, Optional.empty())) {
            write(client, "HTTP/1.1 200 Connection established\r\n\r\n");
            workers.start("tunnel", () -> copyBack(server, client));
            copy(client.input(), server.output());
        }
    }

    /// Copies until one side closes; that ends the tunnel.
    private static void copyBack(Connection server, Connection client) {
        try (client) {
            copy(server.input(), client.output());
        } catch (IOException _) {
            // The other side ended the tunnel.
        }
    }

    private static void copy(InputStream from, OutputStream to) throws IOException {
        var piece = new byte[16 * 1024];
        for (int size = from.read(piece); size >= 0; size = from.read(piece)) {
            to.write(piece, 0, size);
            to.flush();
        }
    }

    private static void write(Connection client, String text) throws IOException {
        client.output().write(text.getBytes(StandardCharsets.ISO_8859_1));
        client.output().flush();
    }
}
