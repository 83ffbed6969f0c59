package dev.vspherecloud.csi.vcenter.inventory.storage;

import static dev.vspherecloud.testkit.volume.DatastoreSpec.datastore;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.config.credentials.CredentialsSource;
import dev.vspherecloud.config.vcenter.ConnectionConfig;
import dev.vspherecloud.config.vcenter.TlsConfig;
import dev.vspherecloud.csi.cns.CnsClient;
import dev.vspherecloud.csi.cns.CnsContainerCluster;
import dev.vspherecloud.csi.cns.CnsCreateSpec;
import dev.vspherecloud.csi.cns.CnsOutcome;
import dev.vspherecloud.csi.cns.CnsTaskParser;
import dev.vspherecloud.csi.cns.CnsTaskState;
import dev.vspherecloud.csi.cns.CnsVolumeId;
import dev.vspherecloud.csi.cns.CnsVolumeMetadata;
import dev.vspherecloud.csi.domain.DiskPresence;
import dev.vspherecloud.csi.domain.DiskPresence.Absent;
import dev.vspherecloud.csi.domain.DiskPresence.Present;
import dev.vspherecloud.csi.domain.DiskPresence.Unknown;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.reconcile.Sleeper;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.reconcile.SupervisorObserver;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.inventory.TaggedObject;
import dev.vspherecloud.testkit.proxy.Calls;
import dev.vspherecloud.testkit.volume.SimulatedDatastore;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.VcenterClient.SessionTypes;
import dev.vspherecloud.vsphere.client.VcenterObserver;
import dev.vspherecloud.vsphere.client.VcenterSession;
import dev.vspherecloud.vsphere.connection.ClientSettings;
import dev.vspherecloud.vsphere.connection.ConnectedVcenter;
import dev.vspherecloud.vsphere.connection.CredentialWatchers;
import dev.vspherecloud.vsphere.connection.VcenterObservers;
import dev.vspherecloud.vsphere.connection.VcenterTarget;
import dev.vspherecloud.vsphere.connection.Vcenters;
import dev.vspherecloud.vsphere.inventory.WatchObserver;
import dev.vspherecloud.vsphere.inventory.WatchRuntime;
import dev.vspherecloud.vsphere.inventory.login.LoginRateLimiter;
import dev.vspherecloud.vsphere.inventory.login.LoginStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Looks for disks in the simulator. A proxy in front of it counts the calls.
class DiskCatalogueIT {
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final String UNKNOWN_ID = "6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11";
    private static final String PER_DATASTORE = "RetrieveVStorageObject";
    private static final String OF_VCENTER = "VslmRetrieveVStorageObject";
    private static final CnsVolumeMetadata METADATA =
            new CnsVolumeMetadata(CnsContainerCluster.vanilla("cluster-1", ""), List.of());

    @TempDir
    private Path folder;

    /// Nothing is sent, because credentials that the configuration contains are not watched.
    private final KubeConnection kubernetes = KubeConnection.open("test", "", "https://127.0.0.1:1");

    private VcenterSite site;
    private Vcenters vcenters;
    private VcenterStorage storage;
    private DiskCatalogue catalogue;
    private SimulatedDatastore first;
    private SimulatedDatastore second;

    @BeforeEach
    void start() throws InterruptedException {
        site = VcenterSite.start("vc-a", folder);
        SimulatedDatastore any = site.vcenter().volumes().datastores().getFirst();
        site.vcenter()
                .volumes()
                .change(datastore(any.datacenter(), "other").hosts(any.hosts().toArray(String[]::new)));
        List<SimulatedDatastore> all = site.vcenter().volumes().datastores();
        first = all.getFirst();
        second = all.getLast();
        assertThat(first.name()).isNotEqualTo(second.name());
        vcenters = vcenters();
        var connection = new ConnectionConfig(
                "127.0.0.1", site.proxy().port(), new TlsConfig(List.of(), List.of(), true), Optional.empty());
        var credentials = new CredentialsSource.Inline(
                site.vcenter().username(), new Secret(site.vcenter().password()));
        vcenters.apply(List.of(new VcenterTarget("vc-a", connection, List.of(), credentials)), Optional.empty());
        storage = new VcenterStorage(connected(), System::nanoTime);
        catalogue = new DiskCatalogue(connected(), storage, System::nanoTime);
        assertThat(storage.awaitComplete(LONG)).isTrue();
    }

    private Vcenters vcenters() {
        var supervisor = Supervisor.system(SupervisorObserver.NONE);
        var limiter =
                new LoginRateLimiter(new EmptyLoginStore(), InstantSource.system(), System::nanoTime, new Random(1));
        return new Vcenters(
                new Vcenters.Logins(new CredentialWatchers(kubernetes, supervisor), limiter),
                new ClientSettings("test", SessionTypes.VIM25_AND_VSAN),
                _ -> {},
                new NoObservers(),
                new WatchRuntime(System::nanoTime, Sleeper.system(), supervisor));
    }

    private ConnectedVcenter connected() {
        return vcenters.connected().getFirst();
    }

    @AfterEach
    void stop() throws InterruptedException {
        storage.close();
        vcenters.stop();
        vcenters.await(LONG);
        vcenters.close();
        kubernetes.close();
        site.close();
    }

    @Test
    void aVolumeThatCnsForgotHasItsDiskAndADeletedOneHasNone() throws Exception {
        CnsVolumeId forgotten = create("pvc-1");
        CnsVolumeId deleted = create("pvc-2");
        site.vcenter().volumes().forget(List.of(forgotten.id()));
        await(cns -> cns.deleteVolume(deleted, true));

        long mark = site.proxy().calls().mark();
        DiskPresence found = catalogue.find(forgotten.id(), LONG);
        Calls ofFound = site.proxy().calls().since(mark);
        mark = site.proxy().calls().mark();
        DiskPresence gone = catalogue.find(deleted.id(), LONG);
        Calls ofGone = site.proxy().calls().since(mark);

        assertThat(found).isInstanceOfSatisfying(Present.class, present -> assertThat(present.evidence())
                .startsWith("datastore %s of vCenter vc-a has its disk, [%s]".formatted(first.name(), first.name())));
        assertThat(gone).isEqualTo(new Absent());
        assertThat(ofFound.count(OF_VCENTER)).isEqualTo(1);
        assertThat(ofFound.count(PER_DATASTORE)).isZero();
        assertThat(ofGone.count(OF_VCENTER)).isEqualTo(2);
        assertThat(ofGone.count(PER_DATASTORE))
                .isEqualTo(site.vcenter().volumes().datastores().size());
    }

    @Test
    void aDatastoreThatCannotBeAskedLeavesADiskUnknownAndDoesNotHideThoseOfOthers() throws Exception {
        String here = site.vcenter().volumes().addDisk(second.ref(), "here", 16);
        String there = site.vcenter().volumes().addDisk(first.ref(), "there", 16);
        assertThat(find(UNKNOWN_ID)).isEqualTo(new Absent());

        site.vcenter()
                .volumes()
                .change(datastore(first.datacenter(), first.name()).accessible(false));
        assertThat(find(UNKNOWN_ID)).isEqualTo(find(there)).isInstanceOfSatisfying(Unknown.class, unknown -> assertThat(
                        unknown.why())
                .startsWith("datastore %s of vCenter vc-a is not accessible".formatted(first.name())));
        assertThat(find(here)).isInstanceOf(Present.class);

        site.vcenter()
                .volumes()
                .change(datastore(first.datacenter(), first.name()).accessible(true));
        Awaitility.await().atMost(LONG).until(() -> find(UNKNOWN_ID).equals(new Absent()));

        site.vcenter().rights().revoke(TaggedObject.datastore(first.ref()), "Datastore.FileManagement");
        assertThat(find(UNKNOWN_ID))
                .isEqualTo(find(there))
                .isEqualTo(new Unknown("the account may not ask datastore %s of vCenter vc-a for the disk; give it"
                                .formatted(first.name())
                        + " Datastore.FileManagement and System.Read there"));
        assertThat(find(here)).isInstanceOf(Present.class);
    }

    /// This is the limit of what vCenter can answer. The devices of VMs still show an attached disk.
    @Test
    void aStaleCatalogueLacksADiskThatExists() throws Exception {
        site.vcenter().volumes().backUp();
        String disk = site.vcenter().volumes().addDisk(first.ref(), "later", 16);
        assertThat(find(disk)).isInstanceOf(Present.class);

        site.vcenter().volumes().restoreCatalogue();
        assertThat(find(disk)).isEqualTo(new Absent());

        site.vcenter().volumes().reconcile();
        assertThat(find(disk)).isInstanceOf(Present.class);
    }

    @Test
    void withoutVcenterOrWithAnotherTextThanAnIdNothingIsKnown() throws Exception {
        assertThat(find("file:" + UNKNOWN_ID))
                .isEqualTo(new Unknown("\"file:%s\" is not the id of a First Class Disk, so no datastore can be asked"
                        .formatted(UNKNOWN_ID)));

        site.vcenter().kill();
        assertThat(catalogue.find(UNKNOWN_ID, Duration.ofSeconds(3))).isInstanceOf(Unknown.class);
    }

    private DiskPresence find(String id) throws InterruptedException {
        return catalogue.find(id, LONG);
    }

    private CnsVolumeId create(String name) throws InterruptedException {
        var store = new MoRef("Datastore", first.ref());
        CnsOutcome created = CnsOutcome.ofCreate(
                await(cns -> cns.createVolume(CnsCreateSpec.newDisk(name, 16, List.of(store), METADATA))));
        return ((CnsOutcome.Done) created).result().volume();
    }

    private CnsTaskState await(Function<CnsClient, MoRef> call) throws InterruptedException {
        VcenterSession session = connected().session().session(LONG);
        MoRef task = call.apply(new CnsClient(session));
        return Awaitility.await()
                .atMost(LONG)
                .until(() -> CnsTaskParser.read(session, task).orElseThrow(), CnsTaskState::isFinished);
    }

    /// Ignores all calls.
    private static final class NoObservers implements VcenterObservers {
        @Override
        public VcenterObserver calls(String vcenter) {
            return VcenterObserver.NONE;
        }

        @Override
        public WatchObserver watch(String vcenter) {
            return WatchObserver.NONE;
        }
    }

    /// A login record that is always empty.
    private static final class EmptyLoginStore implements LoginStore {
        @Override
        public Entries read() {
            return new Entries(Map.of(), "1");
        }

        @Override
        public boolean write(Entries entries) {
            return true;
        }

        @Override
        public String howToReset() {
            return "restart the test";
        }
    }
}
