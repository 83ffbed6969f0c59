package dev.vspherecloud.vsphere.connection;

import dev.vspherecloud.config.vcenter.CaFile;
import dev.vspherecloud.config.vcenter.ConnectionConfig;
import dev.vspherecloud.config.vcenter.ProxyConfig;
import dev.vspherecloud.config.vcenter.TlsConfig;
import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.http.HttpProxy;
import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.vsphere.client.Timeouts;
import dev.vspherecloud.vsphere.client.VcenterClient;
import dev.vspherecloud.vsphere.client.VcenterEndpoint;
import dev.vspherecloud.vsphere.client.VcenterObserver;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/// The connection settings of one vCenter (address, proxy, TLS trust), and the client that uses them.
public record VcenterConnection(ConnectionConfig config, VcenterClient client) implements AutoCloseable {
    private static final Timeouts TIMEOUTS = new Timeouts(
            Duration.ofSeconds(5),
            Duration.ofSeconds(20),
            Duration.ofMinutes(1),
            Duration.ofSeconds(10),
            Duration.ofSeconds(15));

    /// Creates the client of a vCenter without sending a request.
    ///
    /// @param settings the settings that the clients of all vCenters share
    public static VcenterConnection prepare(VcenterTarget target, ClientSettings settings, VcenterObserver observer) {
        ConnectionConfig config = target.connection();
        var endpoint = new VcenterEndpoint(
                target.name(),
                config.server(),
                config.port(),
                trust(config.tls()),
                config.proxy().map(VcenterConnection::proxy));
        return new VcenterConnection(
                config, new VcenterClient(endpoint, TIMEOUTS, settings.userAgent(), observer, settings.types()));
    }

    /// Returns true if this target has the same connection settings.
    boolean isSameServer(VcenterTarget target) {
        return config.equals(target.connection());
    }

    private static HttpProxy proxy(ProxyConfig proxy) {
        return new HttpProxy(
                proxy.host(), proxy.port(), proxy.user().map(user -> new Credentials(user, proxy.password())));
    }

    private static TlsTrust trust(TlsConfig tls) {
        if (tls.insecure()) {
            return new TlsTrust.Insecure();
        }
        TlsTrust base = tls.caFiles().isEmpty() ? new TlsTrust.SystemRoots() : caTrust(tls.caFiles());
        return tls.thumbprints().isEmpty() ? base : new TlsTrust.Thumbprints(tls.thumbprints(), base);
    }

    private static TlsTrust caTrust(List<CaFile> files) {
        return new TlsTrust.Authorities(
                files.stream().flatMap(file -> file.certificates().stream()).toList(),
                files.stream().map(file -> file.path().toString()).collect(Collectors.joining(", ")));
    }

    /// Logs out of all sessions of the client, also of those that its watcher does not know.
    @Override
    public void close() {
        client.close();
    }
}
