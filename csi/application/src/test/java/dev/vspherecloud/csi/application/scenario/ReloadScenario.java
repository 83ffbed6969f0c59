package dev.vspherecloud.csi.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.Rule;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.servers.VcenterOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The configuration changes while the driver works.
@Tag("csi")
@Timeout(300)
class ReloadScenario {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final String IN_FORCE = "The changed configuration is in force";
    private static final String DEFINITION =
            "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/cnsvolumeinfoes.cns.vmware.com";

    /// A cluster in which the driver had one vCenter never had the definition of `CNSVolumeInfo`.
    @Test
    void aSecondVcenterThatIsAddedServesVolumes(@TempDir Path folder) {
        try (var api = KubeApiServer.shared();
                var bed = new DriverBed(api, folder);
                var second = VcenterSite.start("vc-b", VcenterOptions.defaults(), folder)) {
            bed.addVcenter("vc-a");
            assertThat(bed.objects().find(DEFINITION)).isEmpty();
            DriverBed.Driver driver =
                    bed.start(withTopology(bed.config()), Map.of()).awaitReady();
            var calls = new CsiCalls(bed.socket());
            String before = created(calls.create("before", "{}"));

            bed.reconfigure(withTopology(bed.config() + section(second, folder)));
            driver.program().awaitLog(IN_FORCE, LIMIT);

            var caller = new PersistentCaller(() -> List.of(bed.socket()));
            caller.expand(before, 2048).join();
            String url = second.vcenter().volumes().datastores().getFirst().url();
            String after = created(calls.create("after", "{\"datastoreurl\": \"%s\"}".formatted(url)));
            assertThat(second.vcenter().volumes().list()).hasSize(1);
            caller.delete(after).join();
            caller.delete(before).join();
            assertThat(second.vcenter().volumes().list()).isEmpty();
            assertThat(bed.volumes().list()).isEmpty();
        }
    }

    /// The API server hangs for everything but the Lease, and a change of the configuration waits for it.
    @Test
    void aLostLeaseEndsTheProcessWhateverHangs(@TempDir Path folder) throws InterruptedException {
        try (var api = KubeApiServer.shared();
                var bed = new DriverBed(api, folder);
                var second = VcenterSite.start("vc-b", VcenterOptions.defaults(), folder)) {
            bed.addVcenter("vc-a");
            var proxy = bed.apiProxy();
            DriverBed.Driver driver =
                    bed.start(withTopology(bed.config()), Map.of()).awaitReady();
            proxy.add(Rule.when("not a Lease", (_, request) -> !request.path().contains("/leases"))
                    .then(Fault.hang()));
            long mark = proxy.calls().mark();

            bed.reconfigure(withTopology(bed.config() + section(second, folder)));
            assertThat(proxy.calls()
                            .await(
                                    calls -> calls.names().stream()
                                            .skip(mark)
                                            .anyMatch(name -> name.contains("customresourcedefinitions")),
                                    LIMIT))
                    .isTrue();
            bed.objects()
                    .renewLease(
                            DriverBed.NAMESPACE,
                            "vsphere-csi-controller",
                            "another process",
                            InstantSource.system().instant());

            assertThat(driver.program().awaitExit(LIMIT)).isEqualTo(1);
            assertThat(driver.program().log())
                    .contains("Not the active controller any more")
                    .as("the change was still waiting")
                    .doesNotContain(IN_FORCE);
        }
    }

    private static String created(CsiCalls.Outcome outcome) {
        assertThat(outcome.code()).as(outcome.message()).isEqualTo("OK");
        return outcome.message().replaceAll("(?s).*\"volumeId\":\"([^\"]+)\".*", "$1");
    }

    /// Two vCenters need topology, which only a start can switch on.
    private static String withTopology(String config) {
        return config + "\n[Labels]\ntopology-categories = \"%s, %s\"\n".formatted(TestBed.REGION, TestBed.ZONE);
    }

    private static String section(VcenterSite site, Path folder) {
        return """

                [VirtualCenter "localhost"]
                user = "%s"
                password = "%s"
                port = "%d"
                ca-file = "%s"
                """.formatted(
                        site.vcenter().username(),
                        site.vcenter().password(),
                        site.proxy().port(),
                        folder.resolve(site.name() + ".pem"));
    }
}
