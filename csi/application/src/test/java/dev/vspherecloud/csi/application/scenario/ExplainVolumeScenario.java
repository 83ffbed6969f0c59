package dev.vspherecloud.csi.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.volume.SimulatedVolume;
import dev.vspherecloud.testkit.volume.VolumeRule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `explain volume` of the packaged program, beside a driver that runs.
@Tag("csi")
@Timeout(300)
class ExplainVolumeScenario {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final String CLAIMS = "/api/v1/namespaces/default/persistentvolumeclaims";

    @TempDir
    private Path folder;

    @Test
    void explainsAVolumeFromItsClaimToItsLoss() {
        try (var pods = PodBed.shared(false)) {
            DriverBed bed = pods.drivers();
            bed.objects().create("/apis/storage.k8s.io/v1/storageclasses", """
                    {"metadata": {"name": "fast"}, "provisioner": "csi.vsphere.vmware.com"}""");

            bed.volumes().apply(VolumeRule.next("CnsCreateVolume").hold());
            JsonNode waiting = createClaim(bed, "data");
            String name = "pvc-" + waiting.at("/metadata/uid").asText();
            JsonNode record = bed.objects().await(DriverBed.RECORDS + "/" + name, LIMIT, read -> !read.at(
                            "/status/firstOperationDetails/taskId")
                    .asText()
                    .isEmpty());
            String task = record.at("/status/firstOperationDetails/taskId").asText();

            DriverBed.Output waits = bed.explain("default/data");
            assertThat(waits.exitCode()).as(waits.text()).isZero();
            assertThat(waits.text())
                    .contains("default/data, Pending")
                    .contains("Create            InProgress")
                    .contains("next: the driver waits for " + task)
                    .contains("no such volume in 127.0.0.1");

            String lease = loginRecord(bed);
            bed.volumes().releaseTasks();
            bed.objects().await(CLAIMS + "/data", LIMIT, claim -> claim.at("/status/phase")
                    .asText()
                    .equals("Bound"));
            SimulatedVolume volume = bed.volumes().list().getFirst();
            int tasks = bed.operations().size();
            for (String wanted : List.of("default/data", name, volume.id())) {
                DriverBed.Output bound = bed.explain(wanted);
                assertThat(bound.exitCode()).as(bound.text()).isZero();
                assertThat(bound.text())
                        .contains("PersistentVolume  " + name + ", Bound, 1Gi")
                        .contains("Volume id         " + volume.id())
                        .contains("next: nothing: the operation is finished")
                        .contains("Datastore         " + volume.datastoreUrl())
                        .contains("Size              1024 MiB")
                        .contains("Clusters          " + DriverBed.CLUSTER_ID)
                        .contains("Problems          none");
            }
            assertThat(bed.operations()).hasSize(tasks);

            bed.volumes().forget(List.of(volume.id()));
            DriverBed.Output lost = bed.explain(name, "-o", "json");
            assertThat(lost.exitCode()).as(lost.text()).isEqualTo(2);
            assertThat(lost.text())
                    .contains("\"state\":\"missing\"")
                    .contains("the PersistentVolume exists, and CNS in 127.0.0.1 does not have its volume");

            DriverBed.Output withoutVcenter = bed.explain(
                    Map.of("VSPHERE_CSI_CONFIG", folder.resolve("none.conf").toString()), name);
            assertThat(withoutVcenter.exitCode()).as(withoutVcenter.text()).isZero();
            assertThat(withoutVcenter.text())
                    .contains("PersistentVolume  " + name)
                    .contains("CNS               not known: the configuration cannot be used");

            DriverBed.Output wrongPassword = bed.explain(
                    Map.of(
                            "VSPHERE_CSI_CONFIG",
                            write("wrong.conf", bed.config().replaceAll("password = .*", "password = \"wrong\""))
                                    .toString()),
                    name);
            assertThat(wrongPassword.exitCode()).as(wrongPassword.text()).isZero();
            assertThat(wrongPassword.text())
                    .contains("PersistentVolume  " + name)
                    .contains("CNS               not known: no session with vCenter");
            assertThat(loginRecord(bed)).isEqualTo(lease);

            DriverBed.Output unknown = bed.explain("default/other");
            assertThat(unknown.exitCode()).as(unknown.text()).isEqualTo(1);
            assertThat(unknown.text()).contains("found no volume \"default/other\"");

            // The delete finds the disk and registers it again. Then it waits for other clusters; here, that is over.
            bed.objects().delete(CLAIMS + "/data");
            bed.objects().await(DriverBed.RECORDS + "/delete-" + volume.id(), LIMIT, read -> !read.at(
                            "/status/firstOperationDetails/error")
                    .asText()
                    .isEmpty());
            bed.makeRecordsOld();
        }
    }

    /// The version of the record of logins, which each recorded login changes.
    private static String loginRecord(DriverBed bed) {
        return bed.objects()
                .findLease("kube-system", "vsphere-cloud-controller-manager-logins")
                .orElseThrow()
                .at("/metadata/resourceVersion")
                .asText();
    }

    private Path write(String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode createClaim(DriverBed bed, String name) {
        return bed.objects().create(CLAIMS, """
                {"metadata": {"name": "%s"},
                 "spec": {"storageClassName": "fast", "accessModes": ["ReadWriteOnce"],
                          "resources": {"requests": {"storage": "1Gi"}}}}""".formatted(name));
    }
}
