package dev.vspherecloud.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.vspherecloud.domain.vm.PlausibleTime;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/// The record of an election in a Lease.
///
/// Numbers out of their range are read as the nearest one in it, and times that are not plausible as none: anybody who
/// may write the Lease could else end the election with an overflow.
final class KubeLeases implements Leases {
    /// Form: Kubernetes' MicroTime, as in `2026-01-02T03:04:05.000678Z`.
    private static final DateTimeFormatter MICRO_TIME = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private final LeaseObjects lease;

    KubeLeases(ApiServer server, LeaderSettings settings) {
        this.lease = new LeaseObjects(server, settings.namespace(), settings.name());
    }

    @Override
    public Optional<Stored> read(Duration budget) {
        return lease.read(budget).map(KubeLeases::stored);
    }

    @Override
    public Optional<Stored> create(LeaseRecord record, Duration budget) {
        ObjectNode fresh = lease.fresh();
        write(record, fresh.putObject("spec"));
        return lease.create(fresh, budget).map(KubeLeases::stored);
    }

    @Override
    public Optional<Stored> update(Stored stored, LeaseRecord record, Duration budget) {
        ObjectNode changed = stored.object().deepCopy();
        write(record, changed.withObjectProperty("spec"));
        return lease.replace(changed, budget).map(KubeLeases::stored);
    }

    private static Stored stored(ObjectNode object) {
        return new Stored(read(object.path("spec")), object);
    }

    static LeaseRecord read(JsonNode spec) {
        return new LeaseRecord(
                spec.path("holderIdentity").asText(""),
                Duration.ofSeconds(Math.clamp(spec.path("leaseDurationSeconds").asLong(0), 0, Integer.MAX_VALUE)),
                instant(spec.path("acquireTime").asText("")),
                instant(spec.path("renewTime").asText("")),
                Math.clamp(spec.path("leaseTransitions").asLong(0), 0, Integer.MAX_VALUE - 1));
    }

    static void write(LeaseRecord record, ObjectNode spec) {
        spec.put("holderIdentity", record.holder())
                .put("leaseDurationSeconds", record.duration().toSeconds())
                .put("acquireTime", MICRO_TIME.format(record.acquired()))
                .put("renewTime", MICRO_TIME.format(record.renewed()))
                .put("leaseTransitions", record.transitions());
    }

    private static Instant instant(String text) {
        return PlausibleTime.parse(text).orElse(Instant.EPOCH);
    }
}
