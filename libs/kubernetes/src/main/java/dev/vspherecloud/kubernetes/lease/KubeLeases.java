package dev.vspherecloud.kubernetes.lease;

import dev.vspherecloud.domain.vm.PlausibleTime;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.kubernetes.ApiServer;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/// Reads and writes the election record in a Lease.
///
/// A number that is out of range is read as the nearest one in range, and an implausible time as no time.
/// Otherwise any client that may write the Lease could stop the election with an overflow.
final class KubeLeases implements Leases {
    /// The form of times in the Lease: Kubernetes' MicroTime, as in `2026-01-02T03:04:05.000678Z`.
    private static final DateTimeFormatter MICRO_TIME = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    /// The annotation with the number of the term that a program of this project served last. Another program raises
    /// `leaseTransitions` when it acquires the Lease, and keeps the annotation. So the two differ from then on.
    static final String TERM = "leader.vspherecloud.dev/term";

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
        return lease.create(withRecord(record, lease.newLease()), budget).map(KubeLeases::stored);
    }

    @Override
    public Optional<Stored> update(Stored stored, LeaseRecord record, Duration budget) {
        return lease.replace(withRecord(record, stored.object()), budget).map(KubeLeases::stored);
    }

    private static Stored stored(Json.Members object) {
        return new Stored(read(object.find("spec")), object);
    }

    static LeaseRecord read(Json spec) {
        return new LeaseRecord(
                spec.find("holderIdentity").asText(),
                Duration.ofSeconds(Math.clamp(spec.find("leaseDurationSeconds").asLong(), 0, Integer.MAX_VALUE)),
                instant(spec.find("acquireTime").asText()),
                instant(spec.find("renewTime").asText()),
                Math.clamp(spec.find("leaseTransitions").asLong(), 0, Integer.MAX_VALUE - 1));
    }

    /// Returns true if the last process that acquired the Lease was one of this project.
    static boolean isLastTermOurs(Json.Members lease) {
        return lease.find("metadata", "annotations", TERM)
                .asText()
                .equals(String.valueOf(read(lease.find("spec")).transitions()));
    }

    /// Returns the Lease with this record in it; all other fields are kept.
    private static Json.Members withRecord(LeaseRecord record, Json.Members lease) {
        Json.Members metadata = lease.find("metadata").asObject();
        Json.Members annotations = metadata.find("annotations").asObject();
        return lease.with(
                        "metadata",
                        metadata.with("annotations", annotations.with(TERM, String.valueOf(record.transitions()))))
                .with("spec", written(record, lease.find("spec").asObject()));
    }

    /// Returns the spec of the Lease with this record in it; all other fields are kept.
    static Json.Members written(LeaseRecord record, Json.Members spec) {
        return spec.with("holderIdentity", record.holder())
                .with("leaseDurationSeconds", record.duration().toSeconds())
                .with("acquireTime", MICRO_TIME.format(record.acquired()))
                .with("renewTime", MICRO_TIME.format(record.renewed()))
                .with("leaseTransitions", record.transitions());
    }

    private static Instant instant(String text) {
        return PlausibleTime.parse(text).orElse(Instant.EPOCH);
    }
}
