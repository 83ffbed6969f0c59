package dev.vspherecloud.csi.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.csi.node.PodVolume;
import dev.vspherecloud.testkit.inventory.TaggedObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The VM of a Node is lost, with the disk of a Pod on it. The packaged cloud controller manager deletes the Node of a
/// VM that is destroyed, and the packaged driver lets the disk go to another VM. A VM that vCenter only does not show
/// keeps its disk.
///
/// Kubernetes takes 40 to 80 s until it deletes the Pods of a deleted Node, and 6 min until it detaches volumes that a
/// silent kubelet has reported as in use. The tests do both in the place of its controllers. The reports of
/// `DeletionTimeScenario` and of the benchmark of the driver have the times of the two programs.
@Tag("csi")
@Timeout(600)
class LostVmScenario {
    private static final String POD = "data";
    private static final String LEASES = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases";

    @TempDir
    private Path folder;

    private PodBed bed;
    private Program cloudControllers;
    private String handle;
    private String home;
    private String vm;

    @BeforeEach
    void start() {
        bed = PodBed.shared(false);
        bed.losesNodes();
        cloudControllers = startCloudControllers();
        bed.startUninitializedNodes();
        for (var agent : bed.agents()) {
            bed.objects().awaitNode(agent.name(), PodBed.LIMIT, LostVmScenario::isInitialized);
        }
        bed.createClaim(POD, "shared");
        bed.createPod(POD, List.of());
        bed.awaitRunning(List.of(POD));
        handle = bed.handleOf(POD);
        home = bed.nodeOf(POD);
        vm = bed.vms().getOrDefault(home, "");
        assertThat(bed.holders(handle)).containsExactly(vm);
    }

    @AfterEach
    void stop() {
        cloudControllers.close();
        forgetDeletions();
        bed.close();
    }

    /// Deletes what the cloud controller manager has stored about Nodes. The driver uses the record of logins too.
    private void forgetDeletions() {
        bed.items(LEASES).stream()
                .map(PodBed::name)
                .filter(name -> !name.startsWith("apiserver-") && !name.endsWith("-logins"))
                .forEach(name -> bed.objects().delete(LEASES + "/" + name));
    }

    private Program startCloudControllers() {
        Path config = folder.resolve("vsphere.conf");
        try {
            Files.writeString(config, "vcenter:\n" + bed.site().config() + TestBed.labels());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Path kubeconfig = bed.cluster().api().kubeconfig().write(folder.resolve("cloud-controllers.kubeconfig"));
        return Program.start(
                folder.resolve("cloud-controllers.log"),
                List.of(
                        "--kubeconfig=" + kubeconfig,
                        "--cloud-config=" + config,
                        "--leader-elect=false",
                        "--secure-port=0"));
    }

    private static boolean isInitialized(JsonNode node) {
        return node.at("/spec/providerID").isTextual()
                && !node.at("/spec/taints")
                        .findValuesAsText("key")
                        .contains("node.cloudprovider.kubernetes.io/uninitialized");
    }

    @Test
    void aDestroyedVmGivesItsDiskBack() {
        destroyVm();

        bed.objects().awaitGone("/api/v1/nodes/" + home, PodBed.LIMIT);
        detachLikeKubernetes();

        awaitElsewhere();
        assertThat(bed.volumes().disks()).anyMatch(disk -> disk.id().equals(handle) && disk.file());
    }

    @Test
    void aDriverThatStartsAfterwardsGivesTheDiskBack() {
        destroyVm();

        bed.objects().awaitGone("/api/v1/nodes/" + home, PodBed.LIMIT);
        bed.replaceDriver();
        detachLikeKubernetes();

        awaitElsewhere();
    }

    /// The account of the driver loses its rights on the VM, which runs on. An administrator deletes the Node.
    @Test
    void aVmThatIsOnlyHiddenKeepsItsDisk() {
        bed.agent(home).stop();
        bed.site().vcenter().rights().hide(TaggedObject.vm(vm));
        long attaches = bed.volumes().calls().of("CnsAttachVolume");

        bed.objects().deleteNode(home);
        detachLikeKubernetes();
        bed.createPod("witness", List.of(home));

        JsonNode refused = bed.objects()
                .await(attachment(), PodBed.LIMIT, read -> read.at("/status/detachError/message")
                        .isTextual());
        assertThat(refused.at("/status/detachError/message").asText()).isNotBlank();
        assertThat(bed.holders(handle)).containsExactly(vm);
        assertThat(bed.volumes().calls().of("CnsAttachVolume")).isEqualTo(attaches);

        bed.site().vcenter().rights().restore();

        bed.objects().awaitGone(attachment(), PodBed.LIMIT);
        assertThat(bed.holders(handle)).doesNotContain(vm);
    }

    private void destroyVm() {
        bed.agent(home).stop();
        bed.agent(home).reportUnknown();
        bed.site().vcenter().destroy(vm);
    }

    /// Deletes the Pod and the VolumeAttachment of the deleted Node, and creates the Pod again.
    private void detachLikeKubernetes() {
        bed.objects().delete(PodBed.PODS + "/" + POD, "{\"gracePeriodSeconds\": 0}");
        bed.objects().awaitGone(PodBed.PODS + "/" + POD, PodBed.LIMIT);
        bed.objects().delete(attachment());
    }

    /// The first attach succeeds: the driver does not wait for anything else.
    private void awaitElsewhere() {
        long attaches = bed.volumes().calls().of("CnsAttachVolume");
        bed.createPod(POD, List.of(home));
        bed.awaitRunning(List.of(POD));
        assertThat(bed.volumes().calls().of("CnsAttachVolume")).isEqualTo(attaches + 1);
        String node = bed.nodeOf(POD);
        assertThat(node).isNotEqualTo(home);
        assertThat(bed.holders(handle)).containsExactly(bed.vms().get(node));
    }

    private String attachment() {
        return PodBed.ATTACHMENTS + "/"
                + new PodVolume("", "csi.vsphere.vmware.com", handle, false, false).attachmentName(home);
    }
}
