package dev.vspherecloud.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/// A Lease of coordination.k8s.io/v1.
final class KubeLeases implements Leases {
    /// Form: Kubernetes' MicroTime, as in `2026-01-02T03:04:05.000678Z`.
    private static final DateTimeFormatter MICRO_TIME = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private final ApiServer server;
    private final String namespace;
    private final String name;
    private final String all;
    private final String one;

    KubeLeases(ApiServer server, LeaderSettings settings) {
        this.server = server;
        this.namespace = settings.namespace();
        this.name = settings.name();
        this.all = ApiCall.path("/apis/coordination.k8s.io/v1/namespaces", namespace, "leases");
        this.one = ApiCall.path(all, name);
    }

    @Override
    public Optional<Stored> read(Duration budget) {
        ApiCall call = ApiCall.get(one);
        ApiAnswer answer = server.call(call, budget);
        return switch (answer.status()) {
            case 200 -> Optional.of(stored(answer));
            case 404 -> Optional.empty();
            default -> throw server.refusal(call, answer);
        };
    }

    @Override
    public Optional<Stored> create(LeaseRecord record, Duration budget) {
        ObjectNode lease =
                Json.object().put("apiVersion", "coordination.k8s.io/v1").put("kind", "Lease");
        lease.putObject("metadata").put("namespace", namespace).put("name", name);
        write(record, lease.putObject("spec"));
        return answered(ApiCall.post(all, lease.toString()), budget);
    }

    @Override
    public Optional<Stored> update(Stored stored, LeaseRecord record, Duration budget) {
        ObjectNode lease = stored.object().deepCopy();
        write(record, lease.withObjectProperty("spec"));
        return answered(ApiCall.put(one, lease.toString()), budget);
    }

    private Optional<Stored> answered(ApiCall call, Duration budget) {
        ApiAnswer answer = server.call(call, budget);
        return switch (answer.status()) {
            case 200, 201 -> Optional.of(stored(answer));
            case 404, 409 -> Optional.empty();
            default -> throw server.refusal(call, answer);
        };
    }

    private Stored stored(ApiAnswer answer) {
        if (answer.json() instanceof ObjectNode lease) {
            return new Stored(read(lease.path("spec")), lease);
        }
        throw new KubeException(
                KubeException.Kind.SERVER_FAILED, "the API server %s answered with no Lease".formatted(server.url()));
    }

    static LeaseRecord read(JsonNode spec) {
        return new LeaseRecord(
                spec.path("holderIdentity").asText(""),
                Duration.ofSeconds(spec.path("leaseDurationSeconds").asLong(0)),
                instant(spec.path("acquireTime").asText("")),
                instant(spec.path("renewTime").asText("")),
                spec.path("leaseTransitions").asInt(0));
    }

    static void write(LeaseRecord record, ObjectNode spec) {
        spec.put("holderIdentity", record.holder())
                .put("leaseDurationSeconds", record.duration().toSeconds())
                .put("acquireTime", MICRO_TIME.format(record.acquired()))
                .put("renewTime", MICRO_TIME.format(record.renewed()))
                .put("leaseTransitions", record.transitions());
    }

    private static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            return Instant.EPOCH;
        }
    }
}
