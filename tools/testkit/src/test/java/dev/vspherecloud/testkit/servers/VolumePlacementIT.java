package dev.vspherecloud.testkit.servers;

import static dev.vspherecloud.testkit.inventory.VmSpec.aVm;
import static dev.vspherecloud.testkit.volume.DatastoreSpec.datastore;
import static dev.vspherecloud.testkit.volume.VolumeRule.next;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.vspherecloud.testkit.inventory.TaggedObject;
import dev.vspherecloud.testkit.inventory.Topology;
import dev.vspherecloud.testkit.volume.SimulatedDatastore;
import dev.vspherecloud.testkit.volume.SimulatedPod;
import dev.vspherecloud.testkit.volume.SimulatedPolicy;
import dev.vspherecloud.testkit.volume.SimulatedVolume;
import dev.vspherecloud.testkit.volume.SimulatorVolumes;
import dev.vspherecloud.testkit.volume.VolumeSettings;
import dev.vspherecloud.testkit.volume.VolumeTask;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests where a simulated vCenter puts volumes, and what it copies them from.
class VolumePlacementIT {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration PAUSE = Duration.ofMillis(10);
    private static final String ONE = "cluster-1-host-1";
    private static final String TWO = "cluster-1-host-2";

    private SimulatedVcenter vcenter;
    private SoapCalls soap;

    @BeforeEach
    void start() {
        vcenter = SimulatedVcenter.start(
                VcenterOptions.defaults(), Topology.empty().cluster("dc-1", "cluster-1", 2));
        soap = new SoapCalls(vcenter);
        soap.login();
        volumes()
                .change(
                        datastore("dc-1", "fast").hosts(ONE, TWO).capacityMb(10_000),
                        datastore("dc-1", "slow").hosts(ONE).capacityMb(5_000));
    }

    @AfterEach
    void stop() {
        soap.close();
        vcenter.close();
    }

    @Test
    void aHostMountsADatastoreInItsOwnWay() {
        volumes().change(datastore("dc-1", "fast").readOnlyOn(ONE, true).accessibleOn(TWO, false));

        assertThat(soap.properties("Datastore", ref("fast"), "host", "summary.accessible"))
                .contains("readOnly", "AllPathsDown_Start");
        assertThat(create("a", "", "fast")).isEqualTo("InaccessibleDatastore");
        volumes().change(datastore("dc-1", "fast").mountedOn(ONE, false));
        assertThat(store("fast").accessible()).isFalse();
        volumes()
                .change(datastore("dc-1", "fast")
                        .mountedOn(ONE, true)
                        .readOnlyOn(ONE, false)
                        .removedFrom(TWO));
        assertThat(create("a", "", "fast")).isEmpty();
        assertThat(store("fast").hosts()).containsExactly(ONE);
    }

    @Test
    void aDatastoreClusterAndItsDatastoresCarryTags() {
        var pod = volumes().changePod("dc-1", "pod-1", "fast", "slow");
        var category = vcenter.addCategory("preferred", "zone-a", "zone-b");
        vcenter.attach(category.tag("zone-a"), pod.tagged());
        vcenter.attach(category.tag("zone-b"), store("fast").tagged());

        assertThat(volumes().pods()).containsExactly(pod);
        assertThat(pod).isEqualTo(new SimulatedPod(pod.ref(), "pod-1", "dc-1", List.of("fast", "slow")));
        assertThat(store("fast").pod()).isEqualTo("pod-1");
        assertThat(soap.properties("Datastore", ref("fast"), "parent")).contains("StoragePod", pod.ref());
        assertThat(soap.attachedTags(pod.tagged())).contains(category.tag("zone-a"));
        assertThat(soap.attachedTags(TaggedObject.datastore(ref("fast")))).contains(category.tag("zone-b"));
    }

    @Test
    void aPolicyFitsSomeDatastores() {
        var gold = volumes().changePolicy("gold", ref("slow"));
        var none = volumes().changePolicy("none");

        assertThat(volumes().policies()).contains(gold, none);
        assertThat(create("a", gold.id())).isEmpty();
        assertThat(volumes().list().getFirst())
                .extracting(SimulatedVolume::datastore, SimulatedVolume::policy)
                .containsExactly(ref("slow"), gold.id());
        assertThat(create("b", gold.id(), "fast")).isEqualTo("CnsFault");
        assertThat(create("b", none.id())).isEqualTo("CnsFault");

        assertThat(volumes().changePolicyForAll("none"))
                .isEqualTo(new SimulatedPolicy(none.id(), "none", true, List.of()));
        assertThat(create("b", none.id())).isEmpty();
        volumes().removePolicy("gold");
        assertThat(create("c", gold.id())).isEqualTo("InvalidArgument");
    }

    @Test
    void anAccountMayMissPrivileges() {
        vcenter.rights().revoke(store("fast").tagged(), "Datastore.FileManagement");

        assertThat(create("a", "", "fast")).isEqualTo("NoPermission");
        assertThat(soap.call("<HasUserPrivilegeOnEntities xmlns=\"urn:vim25\">"
                        + "<_this type=\"AuthorizationManager\">AuthorizationManager</_this>"
                        + "<entities type=\"Datastore\">" + ref("fast") + "</entities><userName>u</userName>"
                        + "<privId>Datastore.FileManagement</privId></HasUserPrivilegeOnEntities>"))
                .contains("<isGranted>false</isGranted>");
        vcenter.rights().restore();
        assertThat(create("a", "", "fast")).isEmpty();
    }

    @Test
    void aHostEntersMaintenance() {
        var host = vcenter.inventory().cluster("dc-1", "cluster-1").host(ONE);
        vcenter.operations().enterMaintenance(ONE);
        assertThat(soap.properties("HostSystem", host, "runtime.inMaintenanceMode"))
                .contains(">true<");
        vcenter.operations().exitMaintenance(ONE);
        assertThat(soap.properties("HostSystem", host, "runtime.inMaintenanceMode"))
                .contains(">false<");
    }

    @Test
    void aCopyOfASnapshotHasItsContent() {
        create("a", "", "fast");
        var id = volumes().list().getFirst().id();
        volumes().write(id, "first");
        assertThat(snapshot(id)).isEmpty();
        volumes().write(id, "second");
        var snapshot = volumes().list().getFirst().snapshots().getFirst();
        volumes().configure(VolumeSettings.defaults().restoreTimes(0, 50).times("CnsCreateSnapshots", 0, 5));

        assertThat(create(
                        "b",
                        "<volumeSource xsi:type=\"CnsSnapshotVolumeSource\"><volumeId><id>" + id
                                + "</id></volumeId><snapshotId><id>" + snapshot.id()
                                + "</id></snapshotId></volumeSource>",
                        "",
                        List.of()))
                .isEmpty();

        assertThat(snapshot).extracting("description", "content", "usedMb").containsExactly("d", "first", 10L);
        assertThat(volumes().list())
                .extracting(SimulatedVolume::content, SimulatedVolume::source)
                .containsExactly(tuple("second", ""), tuple("first", id + "+" + snapshot.id()));
        volumes()
                .apply(next("CnsCreateSnapshots")
                        .fault("CnsSnapshotCreatedFault")
                        .afterWork());
        assertThat(snapshot(id)).isEqualTo("CnsSnapshotCreatedFault");
        assertThat(volumes().list().getFirst().snapshots()).hasSize(2);
    }

    @Test
    void aVmOfAHostWithoutTheDatastoreGetsNoDisk() {
        create("a", "", "slow");
        var id = volumes().list().getFirst().id();
        var far = vcenter.addVm(aVm("far").onHost(TWO));
        var near = vcenter.addVm(aVm("near").onHost(ONE));

        assertThat(attach(far, id)).isEqualTo("InaccessibleDatastore");
        vcenter.operations().loseHost(ONE);
        assertThat(attach(near, id)).isEqualTo("HostNotConnected");
        vcenter.operations().findHost(ONE);
        assertThat(attach(near, id)).isEmpty();
    }

    private SimulatorVolumes volumes() {
        return vcenter.volumes();
    }

    private SimulatedDatastore store(String name) {
        return volumes().datastores().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private String ref(String datastore) {
        return store(datastore).ref();
    }

    /// Creates a volume of 100 MB.
    ///
    /// @return the fault; empty for none
    private String create(String name, String policy, String... datastores) {
        return create(name, "", policy, List.of(datastores));
    }

    private String create(String name, String source, String policy, List<String> datastores) {
        var offered = new StringBuilder();
        datastores.forEach(each -> offered.append("<datastores type=\"Datastore\">")
                .append(ref(each))
                .append("</datastores>"));
        var profile = policy.isEmpty()
                ? ""
                : "<profile xsi:type=\"VirtualMachineDefinedProfileSpec\"><profileId>" + policy
                        + "</profileId></profile>";
        return run(
                "CnsCreateVolume",
                "<createSpecs><name>" + name + "</name><volumeType>BLOCK</volumeType>" + offered
                        + "<metadata><containerCluster><clusterType>KUBERNETES</clusterType><clusterId>c</clusterId>"
                        + "<vSphereUser>u</vSphereUser></containerCluster></metadata>"
                        + "<backingObjectDetails xsi:type=\"CnsBlockBackingDetails\"><capacityInMb>100</capacityInMb>"
                        + "</backingObjectDetails>" + profile + source + "</createSpecs>");
    }

    private String snapshot(String volume) {
        return run(
                "CnsCreateSnapshots",
                "<snapshotSpecs><volumeId><id>" + volume
                        + "</id></volumeId><description>d</description></snapshotSpecs>");
    }

    private String attach(String vm, String volume) {
        return run(
                "CnsAttachVolume",
                "<attachSpecs><volumeId><id>" + volume + "</id></volumeId><vm type=\"VirtualMachine\">" + vm
                        + "</vm></attachSpecs>");
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
