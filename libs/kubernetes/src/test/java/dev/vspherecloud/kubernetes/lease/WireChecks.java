package dev.vspherecloud.kubernetes.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.kubernetes.ApiJson;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// Checks the properties of each Lease that this library writes, for any input.
public final class WireChecks {
    private WireChecks() {}

    /// Asserts that any spec of a Lease is evaluated without an overflow, and that its holder is written as it was
    /// read.
    public static void assertElection(Json spec) {
        LeaseRecord record = KubeLeases.read(spec);
        var observed = ObservedLease.after(null, record, Duration.ofDays(1));
        assertThat(observed.isValid(Duration.ofDays(400_000))).isIn(true, false);
        Json.Members written = KubeLeases.written(record, Json.object());
        assertThat(KubeLeases.read(reread(written)).holder()).isEqualTo(record.holder());
    }

    /// Returns the JSON as it comes back from the API server.
    public static Json reread(Json written) {
        return ApiJson.tree(written.toString().getBytes(StandardCharsets.UTF_8));
    }
}
