package dev.vspherecloud.ccm.application.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.bed.TestBed;

/// Who leads, and how often that changed so far.
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
