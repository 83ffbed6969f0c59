package dev.vspherecloud.testkit.servers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The content of an API server's etcd when the server became ready, and a way to restore it.
///
/// It changes etcd directly; the API server sees the changes by its watch, like any other change.
///
/// @param revisions the revision of the last write of each key
record StartingState(URI etcd, Map<String, Long> revisions) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String FIRST = "/registry/";
    private static final String BEYOND = "/registry0";

    /// The batch size for deletes. etcd accepts at most 128 operations in one transaction.
    private static final int AT_ONCE = 100;

    /// Keys that the API server itself keeps writing.
    private static final List<String> OWN_KEYS = List.of(
            "/registry/leases/kube-system/apiserver-", "/registry/peerserverleases/", "/registry/masterleases/");

    StartingState {
        revisions = Map.copyOf(revisions);
    }

    static StartingState of(URI etcd) {
        try (var http = LocalHttp.plain(LIMIT)) {
            return new StartingState(etcd, read(http, etcd));
        }
    }

    /// Deletes the keys that did not exist at the start.
    ///
    /// @return true if etcd has the same content as then; false if one of the first keys was changed or deleted
    boolean restore() {
        try (var http = LocalHttp.plain(LIMIT)) {
            var added = new ArrayList<>(read(http, etcd).keySet());
            added.removeAll(revisions.keySet());
            for (int from = 0; from < added.size(); from += AT_ONCE) {
                delete(http, added.subList(from, Math.min(added.size(), from + AT_ONCE)));
            }
            return read(http, etcd).equals(revisions);
        }
    }

    private static Map<String, Long> read(LocalHttp http, URI etcd) {
        ObjectNode range = JSON.createObjectNode()
                .put("key", encoded(FIRST))
                .put("range_end", encoded(BEYOND))
                .put("keys_only", true);
        var found = new TreeMap<String, Long>();
        for (JsonNode each : call(http, etcd.resolve("/v3/kv/range"), range).path("kvs")) {
            String key = new String(Base64.getDecoder().decode(each.path("key").asText()), StandardCharsets.UTF_8);
            if (OWN_KEYS.stream().noneMatch(key::startsWith)) {
                found.put(key, each.path("mod_revision").asLong());
            }
        }
        return found;
    }

    private void delete(LocalHttp http, List<String> keys) {
        ObjectNode transaction = JSON.createObjectNode();
        ArrayNode operations = transaction.putArray("success");
        keys.forEach(
                key -> operations.addObject().putObject("requestDeleteRange").put("key", encoded(key)));
        call(http, etcd.resolve("/v3/kv/txn"), transaction);
    }

    private static JsonNode call(LocalHttp http, URI uri, JsonNode body) {
        try {
            var answer = http.send("POST", uri, "application/json", body.toString());
            if (answer.statusCode() != 200) {
                throw new ServerException("etcd answered " + answer.statusCode() + " to " + uri + ": " + answer.body());
            }
            return JSON.readTree(answer.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String encoded(String key) {
        return Base64.getEncoder().encodeToString(key.getBytes(StandardCharsets.UTF_8));
    }
}
