package dev.vspherecloud.ccm.cluster;

import dev.vspherecloud.ccm.domain.address.AddressesInUse;
import dev.vspherecloud.domain.ip.IpAddressParser;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.kubernetes.watch.Reflector;
import dev.vspherecloud.reconcile.Sleeper;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Reads from the API server which addresses Services use. The address in the API server's own URL counts as well.
///
/// The account needs the permission to list and watch Services. Without the permission this class logs that once,
/// knows only the address of the API server, and tries again every few minutes.
///
/// Threads: [#run] keeps the addresses current and has one caller, which ends it by an interrupt. [#usersByIp] may
/// be called from anywhere.
public final class KubeAddressesInUse implements AddressesInUse, Runnable {
    /// The maximum time between two attempts to read Services. It may be long: while a Service is unknown, its
    /// address only ranks a little higher than it should.
    private static final Duration MAX_PAUSE = Duration.ofMinutes(5);

    private final ServiceAddressStore services;
    private final Reflector<String, ServiceAddresses> watcher;

    public KubeAddressesInUse(KubeConnection connection) {
        this(connection.server(), Sleeper.system(), RandomGenerator.getDefault());
    }

    KubeAddressesInUse(ApiServer server, Sleeper pause, RandomGenerator random) {
        services = new ServiceAddressStore(ofApiServer(server.url()));
        watcher = new Reflector<>(server, services, MAX_PAUSE, pause, random);
    }

    @Override
    public Map<InetAddress, String> usersByIp() {
        return services.usersByIp();
    }

    /// Returns why this process cannot read Services at the moment; empty if it can. The addresses that it read
    /// before stay known.
    Optional<KubeException> failure() {
        return watcher.failure();
    }

    /// Reads the Services once, for a caller without a watch. Only one thread may call it, and not together with
    /// [#run]. Throws [KubeException] if the API server does not deliver the Services.
    public void read() {
        watcher.list();
    }

    @Override
    public void run() {
        watcher.run();
    }

    /// Returns the IP address in the API server's URL. A host name gives no address, because it may resolve to
    /// another address here than on the Nodes.
    private static Map<InetAddress, String> ofApiServer(String url) {
        return Stream.ofNullable(URI.create(url).getHost())
                .map(host -> host.replaceAll("[\\[\\]]", ""))
                .flatMap(host -> IpAddressParser.SLOPPY.parse(host).stream())
                .collect(Collectors.toMap(ip -> ip, _ -> "the API server " + url));
    }
}
