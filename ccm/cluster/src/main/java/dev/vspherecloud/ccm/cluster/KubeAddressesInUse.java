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

/// Which addresses Services and the API server have, from the API server.
///
/// It takes the right to list and watch Services. Without it that is said once, and only the address of the API
/// server is known; every few minutes it is tried again.
///
/// Threads: [#run] keeps it current and has one caller, which ends it by an interrupt. [#claims] may be called from
/// anywhere.
public final class KubeAddressesInUse implements AddressesInUse, Runnable {
    /// What is not known for a while only makes an address look a little better than it is.
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);

    private final ServiceAddressStore services;
    private final Reflector<String, ServiceAddresses> watcher;

    public KubeAddressesInUse(KubeConnection connection) {
        this(connection.server(), Sleeper.system(), RandomGenerator.getDefault());
    }

    KubeAddressesInUse(ApiServer server, Sleeper pause, RandomGenerator random) {
        services = new ServiceAddressStore(ofApiServer(server.url()));
        watcher = new Reflector<>(server, services, LONGEST_PAUSE, pause, random);
    }

    @Override
    public Map<InetAddress, String> claims() {
        return services.claims();
    }

    /// Why Services can't be read at the moment; empty when they can. What is known stays known.
    Optional<KubeException> failure() {
        return watcher.failure();
    }

    /// Reads the Services once, for whoever does not follow them; it has one caller, and so has [#run]. Throws
    /// [KubeException] when they can't be read.
    public void read() {
        watcher.list();
    }

    @Override
    public void run() {
        watcher.run();
    }

    /// Where it has a name there is no telling: one that is looked up here need not be what the Nodes look up.
    private static Map<InetAddress, String> ofApiServer(String url) {
        return Stream.ofNullable(URI.create(url).getHost())
                .map(host -> host.replaceAll("[\\[\\]]", ""))
                .flatMap(host -> IpAddressParser.SLOPPY.parse(host).stream())
                .collect(Collectors.toMap(ip -> ip, _ -> "the API server " + url));
    }
}
