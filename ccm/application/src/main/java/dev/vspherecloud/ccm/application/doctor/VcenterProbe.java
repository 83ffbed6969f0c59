package dev.vspherecloud.ccm.application.doctor;

import dev.vspherecloud.ccm.application.connection.VcenterTargets;
import dev.vspherecloud.ccm.application.doctor.ConnectionFacts.TcpResult;
import dev.vspherecloud.ccm.config.VcenterConfig;
import dev.vspherecloud.config.vcenter.ConnectionConfig;
import dev.vspherecloud.vsphere.client.ServiceContent;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterObserver;
import dev.vspherecloud.vsphere.connection.VcenterConnection;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;

/// Resolves the name of a vCenter, connects to each address, and asks the server what it is. It sends no user and no
/// password. TLS and proxy are those of the provider.
///
/// Threads: each call starts virtual threads and waits for them, 18 seconds at most for each vCenter.
public final class VcenterProbe {
    private static final Duration RESOLVE_TIMEOUT = Duration.ofSeconds(6);
    private static final Duration TCP_TIMEOUT = Duration.ofSeconds(4);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(8);

    private VcenterProbe() {}

    /// Probes all vCenters at the same time.
    public static List<ConnectionFacts> probe(List<VcenterConfig> vcenters) throws InterruptedException {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<ConnectionFacts>> probes = threads.invokeAll(vcenters.stream()
                    .map(vcenter -> (Callable<ConnectionFacts>) () -> probe(vcenter))
                    .toList());
            var facts = new ArrayList<ConnectionFacts>();
            for (Future<ConnectionFacts> probe : probes) {
                facts.add(probe.get());
            }
            return facts;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a probe does not fail", e);
        }
    }

    private static ConnectionFacts probe(VcenterConfig vcenter) throws InterruptedException {
        if (vcenter.connection().proxy().isPresent()) {
            return ask(vcenter, Map.of());
        }
        List<InetAddress> addresses;
        try {
            addresses = within(RESOLVE_TIMEOUT, () -> List.of(InetAddress.getAllByName(vcenter.server())));
        } catch (UnknownHostException | TimeoutException e) {
            String why = e instanceof TimeoutException
                    ? "the DNS server did not answer within %d s".formatted(RESOLVE_TIMEOUT.toSeconds())
                    : "no address is known";
            return new ConnectionFacts(
                    vcenter, Optional.of(why), Map.of(), Optional.empty(), Optional.empty(), Optional.empty());
        } catch (IOException e) {
            throw new IllegalStateException("a resolver fails only with an unknown host", e);
        }
        Map<String, TcpResult> results = connect(addresses, vcenter.connection());
        return results.containsValue(TcpResult.OPEN)
                ? ask(vcenter, results)
                : new ConnectionFacts(
                        vcenter, Optional.empty(), results, Optional.empty(), Optional.empty(), Optional.empty());
    }

    private static Map<String, TcpResult> connect(List<InetAddress> addresses, ConnectionConfig connection)
            throws InterruptedException {
        var results = new LinkedHashMap<String, TcpResult>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<TcpResult>> attempts = threads.invokeAll(addresses.stream()
                    .map(address -> (Callable<TcpResult>) () -> connect(address, connection.port()))
                    .toList());
            for (int i = 0; i < addresses.size(); i++) {
                results.put(addresses.get(i).getHostAddress(), attempts.get(i).get());
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("an attempt to connect has a result", e);
        }
        return results;
    }

    private static TcpResult connect(InetAddress address, int port) {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, port), (int) TCP_TIMEOUT.toMillis());
            return TcpResult.OPEN;
        } catch (SocketTimeoutException _) {
            return TcpResult.TIMED_OUT;
        } catch (ConnectException e) {
            return String.valueOf(e.getMessage()).contains("refused") ? TcpResult.REFUSED : TcpResult.FAILED;
        } catch (IOException _) {
            return TcpResult.FAILED;
        }
    }

    private static ConnectionFacts ask(VcenterConfig vcenter, Map<String, TcpResult> addresses)
            throws InterruptedException {
        var end = new AtomicReference<Optional<Instant>>(Optional.empty());
        var observer = new VcenterObserver() {
            @Override
            public void onCall(String method, Duration duration, Optional<VcenterException.Kind> failure) {}

            @Override
            public void onCertificate(Instant expiresAt) {
                end.set(Optional.of(expiresAt));
            }
        };
        Optional<ServiceContent.About> about = Optional.empty();
        Optional<VcenterException> failure = Optional.empty();
        try (var connection =
                VcenterConnection.prepare(VcenterTargets.of(vcenter), VcenterTargets.client(), observer)) {
            about = Optional.of(
                    within(ANSWER_TIMEOUT, () -> connection.client().connect().about()));
        } catch (VcenterException e) {
            failure = Optional.of(e);
        } catch (TimeoutException _) {
            failure = Optional.of(new VcenterException(
                    VcenterException.Kind.TIMEOUT,
                    vcenter.name(),
                    "vCenter %s accepts connections, but did not answer within %d s"
                            .formatted(vcenter.name(), ANSWER_TIMEOUT.toSeconds())));
        } catch (IOException e) {
            throw new IllegalStateException("a vCenter client fails with VcenterException only", e);
        }
        return new ConnectionFacts(vcenter, Optional.empty(), addresses, about, failure, end.get());
    }

    /// Calls on a thread of its own, which is interrupted and left behind if it takes too long: a resolver cannot be
    /// interrupted.
    private static <T> T within(Duration limit, Callable<T> call)
            throws InterruptedException, TimeoutException, IOException {
        var threads = Executors.newVirtualThreadPerTaskExecutor();
        try {
            return threads.submit(call).get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case IOException failure -> throw failure;
                case RuntimeException failure -> throw failure;
                case null, default -> throw new IllegalStateException(e);
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
