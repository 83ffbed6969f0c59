package dev.vspherecloud.testkit.servers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;

/// The simulator's admin API, see `tools/servers/vcsim/admin.go`.
public final class AdminCalls implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final URI admin;
    private final LocalHttp http = LocalHttp.plain(Duration.ofSeconds(60));

    AdminCalls(URI admin) {
        this.admin = admin;
    }

    public JsonNode get(String path) {
        return call("GET", path, "");
    }

    public JsonNode post(String path, JsonNode request) {
        return call("POST", path, request.toString());
    }

    public JsonNode call(String method, String path, String body) {
        try {
            var answer = http.send(method, admin.resolve(path), "application/json", body);
            if (answer.statusCode() != 200) {
                throw new ServerException("vcsim refused " + answer.body().strip());
            }
            return JSON.readTree(answer.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
