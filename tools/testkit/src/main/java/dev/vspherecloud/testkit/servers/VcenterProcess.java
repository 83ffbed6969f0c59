package dev.vspherecloud.testkit.servers;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// One run of vcsim, from start to end.
final class VcenterProcess implements AutoCloseable {
    static final String CERTIFICATE = "certificate.pem";
    static final String STATE = "state";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration START = Duration.ofSeconds(60);

    private final ServerProcess process;
    private final URI url;
    private final AdminCalls admin;

    private VcenterProcess(ServerProcess process, URI url, URI admin) {
        this.process = process;
        this.url = url;
        this.admin = new AdminCalls(admin);
    }

    static VcenterProcess start(WorkFolder folder, VcenterOptions options, int port, List<String> more) {
        var command = new ArrayList<>(List.of(
                ServerBinaries.locate().vcsim().toString(),
                "-listen=127.0.0.1:" + port,
                "-tls=" + options.tls(),
                "-cert=" + folder.resolve(CERTIFICATE),
                "-key=" + folder.resolve("key.pem"),
                "-username=" + options.username(),
                "-password=" + options.password(),
                "-api-version=" + options.apiVersion(),
                "-stock-collector=" + options.stockCollector(),
                "-stock-cns=" + options.stockCns()));
        options.instanceUuid().ifPresent(uuid -> command.add("-instance-uuid=" + uuid));
        command.addAll(more);
        var process = ServerProcess.start("vcsim", folder, command, Map.of());
        try {
            process.awaitReady(START, () -> process.output().endsWith("\n"));
            var ready = JSON.readTree(process.output());
            return new VcenterProcess(
                    process,
                    URI.create(ready.path("url").asText()),
                    URI.create(ready.path("admin").asText()));
        } catch (JsonProcessingException e) {
            process.kill();
            throw process.failure("did not say where it is");
        } catch (ServerException e) {
            process.kill();
            throw e;
        }
    }

    URI url() {
        return url;
    }

    AdminCalls admin() {
        return admin;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    void pause() {
        process.pause();
    }

    void resume() {
        process.resume();
    }

    void kill() {
        admin.close();
        process.kill();
    }

    @Override
    public void close() {
        admin.close();
        process.stop();
    }
}
