package dev.vspherecloud.testkit.servers;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// A real etcd of one member, in memory as far as it goes: nothing is synced to disk.
public final class EtcdServer implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(30);

    private final WorkFolder folder;
    private final ServerProcess process;
    private final URI url;

    private EtcdServer(WorkFolder folder, ServerProcess process, URI url) {
        this.folder = folder;
        this.process = process;
        this.url = url;
    }

    /// Starts etcd on free ports of the loopback interface; it is ready when this returns.
    public static EtcdServer start() {
        return PortRace.start(EtcdServer::attempt);
    }

    private static EtcdServer attempt() {
        var ports = FreePorts.pick(2);
        var url = URI.create("http://127.0.0.1:" + ports.getFirst());
        var peer = "http://127.0.0.1:" + ports.getLast();
        var folder = WorkFolder.create("etcd");
        var process = ServerProcess.start("etcd", folder, command(folder, url.toString(), peer), Map.of());
        try (var http = LocalHttp.plain(Duration.ofSeconds(2))) {
            process.awaitReady(START, () -> http.isOk(url.resolve("/health")));
        } catch (ServerException e) {
            process.kill();
            folder.deleteIf(PortRace.isLost(e));
            throw e;
        }
        return new EtcdServer(folder, process, url);
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
        return url;
    }

    @Override
    public void close() {
        process.stop();
        folder.delete();
    }
}
