package dev.vspherecloud.testkit.proxy;

import dev.vspherecloud.testkit.wire.AnyCertificate;
import dev.vspherecloud.testkit.wire.Connection;
import dev.vspherecloud.testkit.wire.LoopbackListener;
import dev.vspherecloud.testkit.wire.Request;
import dev.vspherecloud.testkit.wire.ServerIdentity;
import dev.vspherecloud.testkit.wire.Workers;
import java.io.IOException;
import java.net.URI;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import javax.net.ssl.SSLContext;

/// An HTTP/1.1 proxy on loopback in front of one server, a vCenter simulator or kube-apiserver. It counts every call by
/// name. By its rules it delays, cuts, refuses, hangs or changes calls.
///
/// ```java
/// try (var proxy = FaultProxy.inFrontOf(simulator.uri()).seed(7).start()) {
///     proxy.add(Rule.on("WaitForUpdatesEx").nth(2).then(Fault.reset()));
///     runClientAgainst(proxy.uri(), proxy.identity().certificatePem());
///     assertThat(proxy.calls().count("Login")).isEqualTo(1);
/// }
/// ```
///
/// Serves TLS with its own certificate unless built [Builder#plain()]. Keeps connections on both sides, streams long
/// responses, passes WebSockets through, and never uses HTTP/2. Each client connection has one connection to the
/// server, so state that a server keeps for a connection stays correct. If the server is down, the client gets a reset.
///
/// Threads: every method may be called from any thread. [#close()] ends every connection and thread at once.
public final class FaultProxy implements AutoCloseable {
    private final CallLog calls = new CallLog();
    private final FaultScript script;
    private final Workers workers;
    private final Builder settings;
    private final List<LoginFilter> loginFilters = new CopyOnWriteArrayList<>();
    private final List<BiConsumer<String, Request>> listeners = new CopyOnWriteArrayList<>();
    private final LoopbackListener listener;
    private volatile Optional<ServerIdentity> identity;

    private FaultProxy(Builder made) {
        this.settings = made;
        identity = made.identity;
        script = new FaultScript(made.seed);
        workers = new Workers("fault-proxy-" + made.name);
        listener = LoopbackListener.open(workers, identity.map(ServerIdentity::serverContext), this::serve);
    }

    /// Starts to build a proxy for the server at this address, which must be on loopback: `http://127.0.0.1:8989`.
    public static Builder inFrontOf(URI server) {
        return new Builder(server);
    }

    /// The address on which it listens, without a path: `https://127.0.0.1:21234`.
    public URI uri() {
        return URI.create((identity.isPresent() ? "https" : "http") + "://127.0.0.1:" + listener.port());
    }

    public int port() {
        return listener.port();
    }

    /// The certificate that it shows. Only for a proxy with TLS.
    public ServerIdentity identity() {
        return identity.orElseThrow(() -> new IllegalStateException("this proxy speaks plain HTTP"));
    }

    /// Shows another certificate from now on, on the same port, and resets every connection that uses the old one.
    public void useIdentity(ServerIdentity another) {
        identity = Optional.of(another);
        listener.serve(another.serverContext());
        listener.cutConnections();
    }

    /// Lets an account accept and refuse logins. If there are several, each handles its own user name.
    public void addLoginFilter(LoginFilter loginFilter) {
        loginFilters.add(loginFilter);
    }

    /// Calls the listener for each call from now on, with name and request, before any rule is applied.
    ///
    /// @param listener called by many threads; must not block
    public void listen(BiConsumer<String, Request> listener) {
        listeners.add(listener);
    }

    /// The calls so far.
    public CallLog calls() {
        return calls;
    }

    /// Adds a rule after the existing ones.
    public ActiveRule add(Rule rule) {
        return script.add(rule);
    }

    /// Removes all rules and releases all calls that hang.
    public void clearRules() {
        script.clear();
    }

    /// Returns how many clients are connected.
    public int connectionCount() {
        return listener.connectionCount();
    }

    /// Resets every connection; clients can connect again at once.
    public void cutConnections() {
        listener.cutConnections();
    }

    /// Resets every connection and refuses new ones until [#restore()].
    public void cutAll() {
        listener.cut();
    }

    /// Accepts connections again. Does nothing if it accepts them already.
    public void restore() {
        listener.reopen();
    }

    @Override
    public void close() {
        script.clear();
        listener.close();
        workers.close();
    }

    private void serve(Connection client) {
        new ClientLink(client, new Upstream(settings.server.getPort(), settings.serverTls), workers, this::begin)
                .serve();
    }

    /// Finds the fault of a call before it counts the call: a test that sees the call in the log may release it.
    private ClientLink.OpenCall begin(Request request) {
        String name = CallName.of(request);
        if (CallName.isSoap(name)) {
            calls.keepSoap(request.body().text());
        }
        listeners.forEach(listener -> listener.accept(name, request));
        var firing = script.fireOn(name, request).orElse(NO_FAULT);
        return new LoggedCall(request, firing, calls.begin(settings.clock.instant(), name, request.sizeBytes()));
    }

    /// A call with its entry in the log.
    private final class LoggedCall implements ClientLink.OpenCall {
        private final Request request;
        private final ActiveRule.Firing firing;
        private final CallLog.Entry entry;

        private LoggedCall(Request request, ActiveRule.Firing firing, CallLog.Entry entry) {
            this.request = request;
            this.firing = firing;
            this.entry = entry;
        }

        @Override
        public Exchange.Next answer(Connection client, Upstream upstream) throws IOException, InterruptedException {
            try {
                return new Exchange(
                                request,
                                entry,
                                client,
                                upstream,
                                new RequestRewriter(settings.rewrites, loginFilters),
                                workers)
                        .run(firing);
            } catch (ConnectionBrokenException e) {
                entry.endedBy(e.reason());
                throw e;
            } catch (IOException | InterruptedException e) {
                entry.endedBy("client left or proxy closed");
                throw e;
            }
        }

        @Override
        public void received(long bytes) {
            entry.received(bytes);
        }

        @Override
        public void sent(long bytes) {
            entry.sent(bytes);
        }

        @Override
        public void close() {
            entry.closed();
        }
    }

    private static final ActiveRule.Firing NO_FAULT = new ActiveRule.Firing(Rule.onAny(), new CountDownLatch(0));

    /// The settings of a proxy. Nothing runs before [#start()].
    public static final class Builder {
        private final URI server;
        private final List<Rewrite> rewrites = new ArrayList<>();
        private String name = "server";
        private Optional<ServerIdentity> identity = Optional.of(ServerIdentity.generate());
        private Optional<SSLContext> serverTls;
        private InstantSource clock = InstantSource.system();
        private long seed;

        private Builder(URI server) {
            if (server.getPort() < 0) {
                throw new IllegalArgumentException("a server needs a port: " + server);
            }
            this.server = server;
            serverTls = "https".equals(server.getScheme()) ? Optional.of(AnyCertificate.context()) : Optional.empty();
        }

        /// Sets the prefix of thread names.
        public Builder named(String label) {
            name = label;
            return this;
        }

        /// Speaks HTTP without TLS to clients.
        public Builder plain() {
            identity = Optional.empty();
            return this;
        }

        /// Shows this certificate, for two proxies with the same certificate or for one that must not change.
        public Builder identifiedBy(ServerIdentity shown) {
            identity = Optional.of(shown);
            return this;
        }

        /// Sets the TLS context for connections to the server, for example with a client certificate. By default, every
        /// certificate of the server is accepted.
        public Builder serverTls(SSLContext context) {
            serverTls = Optional.of(context);
            return this;
        }

        /// Sets the clock for the times in the call log.
        public Builder clock(InstantSource source) {
            clock = source;
            return this;
        }

        /// Sets the seed for rules with a probability.
        public Builder seed(long number) {
            seed = number;
            return this;
        }

        /// Serves `/api/session` and `/api/cis/tagging/…` from a server that has only their `/rest` forms.
        public Builder mapApi() {
            rewrites.add(new ApiPaths());
            return this;
        }

        /// Rewrites the simulator's session cookie to the form of vCenter's.
        public Builder vcenterCookies() {
            rewrites.add(new VcenterCookies());
            return this;
        }

        public FaultProxy start() {
            return new FaultProxy(this);
        }
    }
}
