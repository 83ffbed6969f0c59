package dev.vspherecloud.ccm.application.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.bed.TestBed;

/// The leader, and the number of leader changes so far.
public record LeaseHolder(String identity, int transitions) {
    public static LeaseHolder of(TestBed bed) {
        JsonNode spec = bed.objects()
                .findLease("kube-system", "cloud-controller-manager")
                .orElseThrow()
                .path("spec");
        return new LeaseHolder(
                spec.path("holderIdentity").asText(),
                spec.path("leaseTransitions").asInt());
    }
}
