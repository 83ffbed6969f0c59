package dev.vspherecloud.ccm.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.proxy.ActiveRule;
import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.Rule;
import dev.vspherecloud.testkit.time.EventTimeout;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// SIGTERM ends the process with exit code 0, whichever server hangs. `StopPolicyTest` tests after which time.
class StopScenario {
    @Test
    void stopsAndLogsOut() {
        try (var bed = TestBed.start()) {
            VcenterSite site = bed.addVcenter("vc-a");
            site.addVms("w", 0, 5);
            bed.objects().createNodes(site.nodes("w", 0, 5));
            Program program = bed.run("--leader-elect=true");
            bed.objects().awaitNodes(EventTimeout.LIMIT, all -> all.stream().allMatch(NodeAssertions::isInitialised));

            assertThat(program.terminate()).as(program.log()).isZero();

            assertThat(site.vcenter().sessions().soap()).isEmpty();
            assertThat(site.vcenter().sessions().rest()).isEmpty();
            assertThat(leaseHolder(bed)).isEmpty();
        }
    }

    @Test
    void stopsWhileEverythingHangs() throws InterruptedException {
        try (var bed = TestBed.start()) {
            VcenterSite site = bed.addVcenter("vc-a");
            site.addVms("w", 0, 5);
            Program program = bed.run("--leader-elect=true");
            assertThat(site.proxy().calls().await(calls -> calls.count("WaitForUpdatesEx") > 0, Duration.ofMinutes(1)))
                    .isTrue();
            ActiveRule vcenterHangs = site.proxy().add(Rule.onAny().then(Fault.hang()));
            ActiveRule apiHangs = bed.apiProxy().add(Rule.onAny().then(Fault.hang()));

            assertThat(program.terminate()).as(program.log()).isZero();

            // Nothing was released before: the program tried to log out and to release its Lease, and gave up.
            assertThat(vcenterHangs.fired()).isPositive();
            assertThat(apiHangs.fired()).isPositive();
        }
    }

    private static String leaseHolder(TestBed bed) {
        return bed.objects()
                .get("/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/cloud-controller-manager")
                .path("spec")
                .path("holderIdentity")
                .asText();
    }
}
