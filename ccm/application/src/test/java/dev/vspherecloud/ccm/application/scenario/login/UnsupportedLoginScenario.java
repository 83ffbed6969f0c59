package dev.vspherecloud.ccm.application.scenario.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.ccm.application.scenario.NodeAssertions;
import dev.vspherecloud.testkit.bed.Launch;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Two vCenters, one of whose Secrets needs a login through a session manager, which this version does not support.
class UnsupportedLoginScenario {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final String NAMESPACE = "kube-system";
    private static final String LEASE = "cloud-controller-manager";

    @Test
    void theOtherVcenterIsServedUnlessAnotherProgramLedLast() {
        try (var bed = TestBed.start()) {
            VcenterSite served = bed.addVcenter("vc-a");
            VcenterSite other = bed.addVcenter("vc-b");
            served.addVms("w", 0, 2);
            bed.objects()
                    .putSecret(
                            NAMESPACE,
                            "vc-a",
                            Map.of(
                                    "127.0.0.1.username", served.vcenter().username(),
                                    "127.0.0.1.password", served.vcenter().password()));
            bed.objects().putSecret(NAMESPACE, "vc-b", Map.of("127.0.0.1.vc-session-manager-url", "https://s"));
            String config = "vcenter:\n" + entry(served, "vc-a") + entry(other, "vc-b") + TestBed.labels();
            Launch launch = bed.launch().config(bed.write("two.conf", config)).electing();

            Program first = launch.start();
            bed.objects().createNodes(served.nodes("w", 0, 1));
            bed.objects().awaitNode("w-0", TIMEOUT, NodeAssertions::isInitialised);
            other.addVms("x", 0, 1);
            bed.objects().createNodes(other.nodes("x", 0, 1));
            await().atMost(TIMEOUT).untilAsserted(() -> assertThat(bed.objects().eventsOfLease(NAMESPACE, LEASE))
                    .anySatisfy(event -> {
                        assertThat(event.path("reason").asText()).isEqualTo("CredentialsMissing");
                        assertThat(event.path("message").asText())
                                .contains("vc-b", "Secret kube-system/vc-b", "session manager");
                    }));
            assertThat(first.terminate()).isZero();

            Program second = launch.start();
            bed.objects().createNodes(served.nodes("w", 1, 2));
            bed.objects().awaitNode("w-1", TIMEOUT, NodeAssertions::isInitialised);
            assertThat(second.terminate()).isZero();

            acquireAsOtherProgram(bed);
            Program third = launch.start();
            assertThat(third.awaitExit(TIMEOUT)).isEqualTo(1);
            assertThat(third.log())
                    .contains("The configuration is not supported, exiting", "another program led last")
                    .doesNotContain("Became leader");
            assertThat(other.proxy().calls().all().list())
                    .noneMatch(call -> call.name().equals("Login"));
        }
    }

    private static String entry(VcenterSite site, String secret) {
        return site.entry("secretName: " + secret, "secretNamespace: " + NAMESPACE, site.trust());
    }

    /// Changes the Lease as client-go does when another process acquires it.
    private static void acquireAsOtherProgram(TestBed bed) {
        int transitions = bed.objects()
                .findLease(NAMESPACE, LEASE)
                .orElseThrow()
                .path("spec")
                .path("leaseTransitions")
                .asInt();
        bed.objects()
                .patch(
                        "/apis/coordination.k8s.io/v1/namespaces/%s/leases/%s".formatted(NAMESPACE, LEASE),
                        "{\"spec\":{\"holderIdentity\":\"go_1\",\"leaseTransitions\":%d}}".formatted(transitions + 1));
    }
}
