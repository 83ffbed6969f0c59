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

/// An HTTP/1.1 proxy on loopback in front of one server, vCenter simulator or kube-apiserver: it counts every call by
/// name, and delays, cuts, refuses, hangs or falsifies those that its rules name.
///
/// ```java
/// try (var proxy = FaultProxy.inFrontOf(simulator.uri()).seed(7).start()) {
///     proxy.add(Rule.on("WaitForUpdatesEx").nth(2).then(Fault.reset()));
///     runClientAgainst(proxy.uri(), proxy.identity().certificatePem());
///     assertThat(proxy.calls().count("Login")).isEqualTo(1);
/// }
/// ```
///
/// Serves TLS with a certificate of its own unless built [Builder#plain()]. Keeps connections on both sides, streams
/// long answers, passes WebSockets through, never speaks HTTP/2. Each client connection has one connection to the
/// server, so what a server keeps by connection stays right. A server that is away looks to the client like a reset.
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

    /// Begins a proxy for the server at this address, which must be on loopback: `http://127.0.0.1:8989`.
    public static Builder inFrontOf(URI server) {
        return new Builder(server);
    }

    /// Where it listens, without a path: `https://127.0.0.1:21234`.
    public URI uri() {
        return URI.create((identity.isPresent() ? "https" : "http") + "://127.0.0.1:" + listener.port());
    }

    public int port() {
        return listener.port();
    }

    /// The certificate it shows. Only for a proxy with TLS.
    public ServerIdentity identity() {
        return identity.orElseThrow(() -> new IllegalStateException("this proxy speaks plain HTTP"));
    }

    /// Shows another certificate from now on, on the same port, and resets every connection that saw the old one.
    public void useIdentity(ServerIdentity another) {
        identity = Optional.of(another);
        listener.serve(another.serverContext());
        listener.cutConnections();
    }

    /// Lets an account decide who gets in; of several each decides over its own name.
    public void addLoginFilter(LoginFilter loginFilter) {
        loginFilters.add(loginFilter);
    }

    /// Tells somebody of every call from now on, by name and request, before any rule decides what becomes of it.
    ///
    /// @param listener called by many threads; must not wait
    public void listen(BiConsumer<String, Request> listener) {
        listeners.add(listener);
    }

    /// What has passed.
    public CallLog calls() {
        return calls;
    }

    /// Puts a rule to work, after those there are.
    public ActiveRule add(Rule rule) {
        return script.add(rule);
    }

    /// Takes every rule out and lets everything go on that hangs.
    public void clearRules() {
        script.clear();
    }

    /// How many clients are connected.
    public int connectionCount() {
        return listener.connectionCount();
    }

    /// Resets every connection; clients may come back at once.
    public void cutConnections() {
        listener.cutConnections();
    }

    /// Resets every connection and refuses new ones until [#restore()].
    public void cutAll() {
        listener.cut();
    }

    /// Accepts connections again. Does nothing when it does already.
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

    /// A call meets its fate before it is counted: who sees it in the log may release what it hangs by.
    private ClientLink.OpenCall begin(Request request) {
        String name = CallName.of(request);
        if (CallName.isSoap(name)) {
            calls.keepSoap(request.body().text());
        }
        listeners.forEach(listener -> listener.accept(name, request));
        var firing = script.fireOn(name, request).orElse(NOTHING_HAPPENS);
        return new LoggedCall(request, firing, calls.begin(settings.clock.instant(), name, request.sizeBytes()));
    }

    /// A call with its place in the log.
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

    private static final ActiveRule.Firing NOTHING_HAPPENS = new ActiveRule.Firing(Rule.onAny(), new CountDownLatch(0));

    /// How a proxy is to be. Nothing runs before [#start()].
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

        /// For thread names.
        public Builder named(String label) {
            name = label;
            return this;
        }

        /// Speaks HTTP without TLS to clients.
        public Builder plain() {
            identity = Optional.empty();
            return this;
        }

        /// Shows this certificate, for two proxies that must look alike or one that must not change.
        public Builder identifiedBy(ServerIdentity shown) {
            identity = Optional.of(shown);
            return this;
        }

        /// How to connect to an HTTPS server, with a client certificate for example. By default every certificate of
        /// the server is accepted.
        public Builder serverTls(SSLContext context) {
            serverTls = Optional.of(context);
            return this;
        }

        /// Where the times in the call log come from.
        public Builder clock(InstantSource source) {
            clock = source;
            return this;
        }

        /// Decides what rules with a probability do.
        public Builder seed(long number) {
            seed = number;
            return this;
        }

        /// Serves `/api/session` and `/api/cis/tagging/…` from a server that has their `/rest` forms only.
        public Builder mapApi() {
            rewrites.add(new ApiPaths());
            return this;
        }

        /// Turns the simulator's session cookie into one like vCenter's.
        public Builder vcenterCookies() {
            rewrites.add(new VcenterCookies());
            return this;
        }

        public FaultProxy start() {
            return new FaultProxy(this);
        }
    }
}
