package dev.vspherecloud.testkit.servers;

import dev.vspherecloud.testkit.wire.ReservedPort;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// A real etcd with one member, which does not sync to disk.
final class EtcdServer implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(30);

    private final WorkFolder folder;
    private final ServerProcess process;
    private final ReservedPort port;
    private final ReservedPort peerPort;

    private EtcdServer(WorkFolder folder, ServerProcess process, ReservedPort port, ReservedPort peerPort) {
        this.folder = folder;
        this.process = process;
        this.port = port;
        this.peerPort = peerPort;
    }

    /// Starts etcd on ports of the loopback interface that are reserved until it is closed. It is ready when this
    /// method returns.
    public static EtcdServer start() {
        return start(ReservedPort::any);
    }

    /// @param ports supplies the next port to try
    static EtcdServer start(Supplier<ReservedPort> ports) {
        return PortRace.start(() -> attempt(ports.get(), ports.get()));
    }

    private static EtcdServer attempt(ReservedPort port, ReservedPort peerPort) {
        var url = at(port);
        var peer = at(peerPort).toString();
        var folder = WorkFolder.create("etcd");
        var process = ServerProcess.start("etcd", folder, command(folder, url.toString(), peer), Map.of());
        try (var http = LocalHttp.plain(Duration.ofSeconds(2))) {
            process.awaitReady(START, () -> http.isOk(url.resolve("/health")));
        } catch (ServerException e) {
            process.kill();
            folder.deleteIf(PortRace.isPortTaken(e));
            port.close();
            peerPort.close();
            throw e;
        }
        return new EtcdServer(folder, process, port, peerPort);
    }

    private static URI at(ReservedPort port) {
        return URI.create("http://127.0.0.1:" + port.number());
    }

    private static List<String> command(WorkFolder folder, String client, String peer) {
        return List.of(
                ServerBinaries.locate().etcd().toString(),
                "--data-dir=" + folder.resolve("data"),
                "--unsafe-no-fsync",
                "--listen-client-urls=" + client,
                "--advertise-client-urls=" + client,
                "--listen-peer-urls=" + peer,
                "--initial-advertise-peer-urls=" + peer,
                "--initial-cluster=default=" + peer,
                "--log-level=warn");
    }

    public URI url() {
        return at(port);
    }

    @Override
    public void close() {
        process.stop();
        port.close();
        peerPort.close();
        folder.delete();
    }
}
