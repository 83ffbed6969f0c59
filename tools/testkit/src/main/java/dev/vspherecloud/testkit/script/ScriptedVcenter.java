package dev.vspherecloud.testkit.script;

import dev.vspherecloud.testkit.proxy.CallName;
import dev.vspherecloud.testkit.proxy.SoapFaults;
import dev.vspherecloud.testkit.wire.Connection;
import dev.vspherecloud.testkit.wire.Content;
import dev.vspherecloud.testkit.wire.LoopbackListener;
import dev.vspherecloud.testkit.wire.Request;
import dev.vspherecloud.testkit.wire.Response;
import dev.vspherecloud.testkit.wire.ServerIdentity;
import dev.vspherecloud.testkit.wire.Workers;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A vCenter on loopback that responds by a script.
///
/// ```java
/// try (var vcenter = ScriptedVcenter.start()) {
///     vcenter.on("FindAllByUuid", Replies.unavailable(), Replies.soap(""));
///     …
///     assertThat(vcenter.names()).contains("Login");
/// }
/// ```
///
/// Calls have the names of [CallName]. A call that is not in the script gets a good response if a session usually makes
/// it (service content, login, creating filters and views, logout), else the fault `NotSupported`.
///
/// Threads: every method may be called from any thread; script and requests are guarded by this object's monitor.
public final class ScriptedVcenter implements AutoCloseable {
    private final Workers workers = new Workers("scripted-vcenter");
    private final Map<String, Deque<Reply>> script = new HashMap<>();
    private final Map<String, Reply> usual = GoodAnswers.byName();
    private final List<Request> requests = new ArrayList<>();
    private final Optional<ServerIdentity> identity;
    private final LoopbackListener listener;

    private ScriptedVcenter(Optional<ServerIdentity> identity) {
        this.identity = identity;
        listener = LoopbackListener.open(workers, identity.map(ServerIdentity::serverContext), this::serve);
    }

    /// Starts a vCenter with TLS.
    public static ScriptedVcenter start() {
        return new ScriptedVcenter(Optional.of(ServerIdentity.generate()));
    }

    /// Starts a vCenter with plain HTTP.
    public static ScriptedVcenter startPlain() {
        return new ScriptedVcenter(Optional.empty());
    }

    /// Sets the replies to calls of this name from now on: each reply once, in order, then the last one again and
    /// again.
    public synchronized ScriptedVcenter on(String name, Reply first, Reply... then) {
        var replies = new ArrayDeque<Reply>();
        replies.add(first);
        replies.addAll(List.of(then));
        script.put(name, replies);
        return this;
    }

    /// The address without a path: `https://127.0.0.1:21234`.
    public URI uri() {
        return URI.create((identity.isPresent() ? "https" : "http") + "://127.0.0.1:" + listener.port());
    }

    public int port() {
        return listener.port();
    }

    /// The certificate that it shows. Only with TLS.
    public ServerIdentity identity() {
        return identity.orElseThrow(() -> new IllegalStateException("this vCenter speaks plain HTTP"));
    }

    /// Returns every request so far, in order.
    public synchronized List<Request> requests() {
        return List.copyOf(requests);
    }

    /// Returns the requests of this name.
    public List<Request> requests(String name) {
        return requests().stream()
                .filter(request -> CallName.of(request).equals(name))
                .toList();
    }

    public List<String> names() {
        return requests().stream().map(CallName::of).toList();
    }

    /// Resets every connection; clients can connect again.
    public void cutConnections() {
        listener.cutConnections();
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

    private void serve(Connection connection) {
        var line = new ResponseChannel(connection, workers);
        try {
            var next = Reply.Next.KEEP;
            while (next == Reply.Next.KEEP) {
                Optional<Request> request = Request.readFrom(connection.input(), connection.output());
                next = request.isPresent() ? answer(request.get(), line) : Reply.Next.CLOSE;
            }
        } catch (IOException _) {
            // The client left; many hostile responses cause that.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private Reply.Next answer(Request request, ResponseChannel line) throws IOException, InterruptedException {
        Reply.Next next = reply(request).to(request, line);
        return request.head().lists("Connection", "close") ? Reply.Next.CLOSE : next;
    }

    private synchronized Reply reply(Request request) {
        requests.add(request);
        String name = CallName.of(request);
        Deque<Reply> scripted = script.get(name);
        if (scripted == null) {
            return usual.getOrDefault(name, unknown(name));
        }
        return scripted.size() > 1 ? scripted.removeFirst() : scripted.getFirst();
    }

    private static Reply unknown(String name) {
        return name.contains(" ")
                ? Reply.of(Response.of(404, "text/plain", Content.NONE))
                : Reply.of(Response.of(
                        500,
                        Replies.XML,
                        Content.of(SoapFaults.envelope("NotSupported", "not in the script: " + name, ""))));
    }
}
