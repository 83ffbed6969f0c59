package dev.vspherecloud.testkit.servers;

import static dev.vspherecloud.testkit.inventory.VmSpec.aVm;
import static dev.vspherecloud.testkit.inventory.VmSpec.change;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.vspherecloud.testkit.volume.DatastoreSpec;
import dev.vspherecloud.testkit.volume.SimulatedDisk;
import dev.vspherecloud.testkit.volume.SimulatedVmDisk;
import dev.vspherecloud.testkit.volume.SimulatedVolume;
import dev.vspherecloud.testkit.volume.SimulatorVolumes;
import dev.vspherecloud.testkit.volume.VmDisks;
import dev.vspherecloud.testkit.volume.VolumeSettings;
import dev.vspherecloud.testkit.volume.VolumeSettings.FaultForm;
import dev.vspherecloud.testkit.volume.VolumeTask;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests the disks of VMs: those that CNS attaches, and those that an administrator attaches.
class VmDisksIT {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration PAUSE = Duration.ofMillis(10);

    private SimulatedVcenter vcenter;
    private SoapCalls soap;
    private String one;
    private String other;

    @BeforeEach
    void start() {
        vcenter = SimulatedVcenter.start();
        soap = new SoapCalls(vcenter);
        soap.login();
        one = vcenter.addVm(aVm("w-1").uuid("42000000-0000-0000-0000-000000000001"));
        other = vcenter.addVm(aVm("w-2"));
    }

    @AfterEach
    void stop() {
        soap.close();
        vcenter.close();
    }

    @Test
    void anAttachedVolumeIsADeviceThatKeepsItsUuid() {
        var id = registered();

        assertThat(attach(one, id)).isEmpty();

        var disk = disks().of(one).getFirst();
        assertThat(disk)
                .extracting("volume", "controller", "bus", "unit", "mode", "capacityMb")
                .containsExactly(id, "pvscsi", 0, 0, "persistent", 20L);
        assertThat(volumes().list().getFirst().attachments())
                .containsExactly(new SimulatedVolume.Attachment(one, disk.diskUuid()));
        assertThat(volumes().disks().getFirst().consumers()).containsExactly("42000000-0000-0000-0000-000000000001");
        assertThat(soap.properties("VirtualMachine", one, "config.hardware.device"))
                .contains("<vDiskId><id>" + id + "</id></vDiskId>", disk.diskUuid(), "ParaVirtualSCSIController");
        assertThat(attach(other, id)).isEqualTo("ResourceInUse");

        assertThat(detach(one, id)).isEmpty();
        assertThat(attach(other, id)).isEmpty();
        assertThat(disks().holders(id)).containsExactly(other);
        assertThat(disks().of(other)).extracting(SimulatedVmDisk::diskUuid).containsExactly(disk.diskUuid());
    }

    @Test
    void anAdministratorAttachesDisksWithoutCns() {
        var id = registered();

        var boot = disks().add(one, 100);
        disks().add(one, 50, "lsilogic");
        disks().attach(other, id);

        assertThat(disks().of(one))
                .extracting(SimulatedVmDisk::volume, SimulatedVmDisk::controller, SimulatedVmDisk::bus)
                .containsExactly(tuple("", "pvscsi", 0), tuple("", "lsilogic", 1));
        assertThat(attach(one, id)).isEqualTo("ResourceInUse");
        disks().detach(other, id);
        disks().remove(boot);
        assertThat(attach(one, id)).isEmpty();
        assertThat(disks().of(one)).extracting(SimulatedVmDisk::volume).containsExactly(id, "");
    }

    @Test
    void aSnapshotOfTheVmHoldsADependentDisk() {
        var id = registered();
        attach(one, id);
        disks().snapshot(one);

        assertThat(detach(one, id)).isEqualTo("InvalidDeviceSpec");
        volumes().configure(VolumeSettings.defaults().faultForm(FaultForm.BARE));
        assertThat(detach(one, id)).isEqualTo("CnsFault");
        disks().removeSnapshots(one);
        assertThat(detach(one, id)).isEmpty();

        volumes().configure(VolumeSettings.defaults().diskMode("independent_persistent"));
        attach(one, id);
        disks().snapshot(one);
        assertThat(detach(one, id)).isEmpty();
    }

    @Test
    void changedBlocksAreTrackedOnBothSidesOrNone() {
        var id = registered();
        volumes().trackChanges(id, true);

        assertThat(attach(one, id)).isEqualTo("InvalidState");
        vcenter.change(change(one).changeTracking(true));
        assertThat(attach(one, id)).isEmpty();
    }

    @Test
    void aDestroyedVmDeletesADiskThatIsNotKept() {
        var id = registered();
        volumes().keepAfterDeleteVm(id, false);
        attach(one, id);

        vcenter.destroy(one);

        assertThat(volumes().disks()).isEmpty();
        assertThat(volumes().list()).extracting(SimulatedVolume::id).containsExactly(id);
    }

    @Test
    void aVmMayShowNoDevices() {
        var id = registered();
        attach(one, id);
        disks().hide(one);

        assertThat(soap.properties("VirtualMachine", one, "config.hardware.device"))
                .doesNotContain(id);
        assertThat(disks().holders(id)).containsExactly(one);
        assertThat(detach(one, id)).isEqualTo("HostNotConnected");
        disks().show(one);
        assertThat(detach(one, id)).isEmpty();
    }

    @Test
    void aDiskMovesToAnotherDatastore() {
        var id = registered();
        attach(one, id);
        volumes()
                .change(DatastoreSpec.datastore("dc-1", "other")
                        .hosts(vcenter.inventory()
                                .cluster("dc-1", "cluster-1")
                                .hosts()
                                .values()
                                .iterator()
                                .next()));
        var target = volumes().datastores().getLast().ref();

        volumes().relocate(id, target);

        assertThat(volumes().disks()).extracting(SimulatedDisk::datastore).containsExactly(target);
        assertThat(disks().of(one))
                .extracting(SimulatedVmDisk::datastore, SimulatedVmDisk::file)
                .containsExactly(tuple(target, volumes().disks().getFirst().path()));
    }

    private SimulatorVolumes volumes() {
        return vcenter.volumes();
    }

    private VmDisks disks() {
        return volumes().vmDisks();
    }

    /// Returns the id of a new disk that CNS knows.
    private String registered() {
        var id = volumes().addDisk(volumes().datastores().getFirst().ref(), "static", 20);
        run("CnsCreateVolume", """
                <createSpecs><name>static</name><volumeType>BLOCK</volumeType><metadata><containerCluster>
                <clusterType>KUBERNETES</clusterType><clusterId>c</clusterId><vSphereUser>u</vSphereUser>
                </containerCluster></metadata><backingObjectDetails xsi:type="CnsBlockBackingDetails">
                <backingDiskId>%s</backingDiskId></backingObjectDetails></createSpecs>""".formatted(id));
        return id;
    }

    private String attach(String vm, String volume) {
        return run("CnsAttachVolume", "<attachSpecs>" + spec(vm, volume) + "</attachSpecs>");
    }

    private String detach(String vm, String volume) {
        return run("CnsDetachVolume", "<detachSpecs>" + spec(vm, volume) + "</detachSpecs>");
    }

    private static String spec(String vm, String volume) {
        return "<volumeId><id>" + volume + "</id></volumeId><vm type=\"VirtualMachine\">" + vm + "</vm>";
    }

    /// Returns the innermost fault; empty for none.
    private String run(String method, String arguments) {
        var task = soap.volumes(method, arguments);
        assertThat(Deadline.in(LIMIT).await(PAUSE, () -> List.of("success", "error")
                        .contains(task(task).state())))
                .isTrue();
        return task(task).cause();
    }

    private VolumeTask task(String ref) {
        return volumes().tasks().stream()
                .filter(each -> each.ref().equals(ref))
                .findFirst()
                .orElseThrow();
    }
}
