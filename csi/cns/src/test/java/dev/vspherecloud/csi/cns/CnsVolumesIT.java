package dev.vspherecloud.csi.cns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.cns.CnsCreateSpec.ExistingDisk;
import dev.vspherecloud.csi.cns.CnsOutcome.Problem;
import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.reconcile.Sleeper;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.reconcile.SupervisorObserver;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.proxy.Calls;
import dev.vspherecloud.testkit.servers.VcenterOptions;
import dev.vspherecloud.testkit.vim25.Vim25Schema;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.RetrieveQuery;
import dev.vspherecloud.vsphere.client.Timeouts;
import dev.vspherecloud.vsphere.client.VcenterClient;
import dev.vspherecloud.vsphere.client.VcenterEndpoint;
import dev.vspherecloud.vsphere.client.VcenterObserver;
import dev.vspherecloud.vsphere.client.VcenterSession;
import dev.vspherecloud.vsphere.inventory.VcenterSettings;
import dev.vspherecloud.vsphere.inventory.VcenterWatcher;
import dev.vspherecloud.vsphere.inventory.WatchObserver;
import dev.vspherecloud.vsphere.inventory.WatchRuntime;
import dev.vspherecloud.vsphere.inventory.login.CredentialSource;
import dev.vspherecloud.vsphere.inventory.login.LoginRateLimiter;
import dev.vspherecloud.vsphere.inventory.login.LoginStore;
import dev.vspherecloud.vsphere.inventory.login.VcenterAccess;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests volumes in the unmodified CNS of the simulator, with tasks that the inventory's long poll watches. A proxy
/// in front of it counts the calls and keeps the requests, which are checked against the table of CNS types.
class CnsVolumesIT {
    private static final Duration LONG = Duration.ofHours(1);
    private static final CnsVolumeId UNKNOWN = new CnsVolumeId("fake-vol-id");

    @TempDir
    Path folder;

    private VcenterSite site;
    private Credentials credentials;
    private VcenterClient client;
    private VcenterClient watched;
    private Thread thread;
    private VcenterWatcher watcher;
    private TaskWatch tasks;
    private VcenterSession session;
    private CnsClient cns;
    private MoRef datastore;

    @BeforeEach
    void start() {
        site = VcenterSite.start("vc-a", VcenterOptions.defaults().withStockCns(), folder);
        client = connect();
        watched = connect();
        credentials = new Credentials(
                site.vcenter().username(), new Secret(site.vcenter().password()));
        session = client.login(credentials);
        cns = new CnsClient(session);
        watcher = watcher();
        thread = Thread.ofVirtual().start(watcher);
        tasks = TaskWatch.start(watcher, System::nanoTime, Duration.ofMillis(200));
        datastore = datastore();
    }

    private VcenterClient connect() {
        return new VcenterClient(
                new VcenterEndpoint(
                        "vc-a", "127.0.0.1", site.proxy().port(), new TlsTrust.Insecure(), Optional.empty()),
                Timeouts.standard(),
                "test",
                VcenterObserver.NONE,
                VcenterClient.SessionTypes.VIM25_AND_VSAN);
    }

    private VcenterWatcher watcher() {
        var limiter = new LoginRateLimiter(new NoLoginStore(), InstantSource.system(), System::nanoTime, new Random(1));
        return new VcenterWatcher(
                new VcenterSettings("vc-a", List.of(), Optional.empty()),
                new VcenterAccess(
                        watched, () -> new CredentialSource.Reading.Ready(credentials, "the test", "1"), limiter),
                _ -> {},
                new WatchRuntime(System::nanoTime, Sleeper.system(), Supervisor.system(SupervisorObserver.NONE)),
                WatchObserver.NONE);
    }

    private MoRef datastore() {
        MoRef view = session.createContainerView(session.content().rootFolder(), "Datastore");
        return session.retrieve(RetrieveQuery.ofView(view, "Datastore", List.of("name")))
                .getFirst()
                .object();
    }

    @AfterEach
    void stop() throws InterruptedException {
        tasks.close();
        thread.interrupt();
        thread.join();
        watched.close();
        client.close();
        List<String> requests = site.proxy().calls().soapRequests();
        site.close();
        Vim25Schema cnsSchema = Vim25Schema.cns();
        assertThat(requests)
                .filteredOn(request -> request.contains("\"urn:vsan\""))
                .isNotEmpty()
                .allSatisfy(request -> assertThat(cnsSchema.check(request)).isEmpty());
        Vim25Schema vim25 = Vim25Schema.vsphere67u3();
        assertThat(requests)
                .filteredOn(request -> !request.contains("\"urn:vsan\""))
                .anyMatch(request -> request.contains("<ModifyListView "))
                .allSatisfy(request -> assertThat(vim25.check(request)).isEmpty());
    }

    @Test
    void aVolumeIsCreatedFoundExtendedDescribedAndDeleted() throws Exception {
        assertThat(cns.release()).isEqualTo(CnsRelease.VSAN_70U2_OR_LATER);
        CnsOutcome created = CnsOutcome.ofCreate(await(cns.createVolume(spec("pvc-1"))));
        assertThat(created).isInstanceOf(CnsOutcome.Done.class);
        CnsVolumeResult.Done done = ((CnsOutcome.Done) created).result();
        assertThat(done.datastores()).containsExactly(datastore);
        CnsVolumeId id = done.volume();

        CnsVolume volume = only(CnsQuery.ofNames("cluster-1", List.of("pvc-1")));
        assertThat(volume.id()).isEqualTo(id);
        assertThat(volume.capacityInMb()).hasValue(16);
        CnsContainerCluster owner = volume.cluster().orElseThrow();
        assertThat(owner.clusterId()).isEqualTo("cluster-1");
        assertThat(owner.vsphereUser()).isEqualTo(session.userName()).isNotEmpty();
        assertThat(query(CnsQuery.ofNames("cluster-2", List.of("pvc-1")))).isEmpty();

        assertThat(CnsOutcome.of(await(cns.withOperationId("op-1").extendVolume(id, 32)), id))
                .isInstanceOf(CnsOutcome.Done.class);
        assertThat(only(CnsQuery.ofVolumes(List.of(id))).capacityInMb()).hasValue(32);

        CnsOutcome disk = CnsOutcome.of(await(cns.queryVolumeInfo(List.of(id))), id);
        assertThat(((CnsOutcome.Done) disk).result().disk().orElseThrow().id()).isEqualTo(id);

        var claim = CnsEntityMetadata.claim("default", "data", "cluster-1", Map.of("app", "db"), "pvc-1");
        CnsTaskState updated = await(cns.updateMetadata(List.of(new CnsMetadataUpdate(id, metadata(List.of(claim))))));
        assertThat(CnsOutcome.of(updated, id)).isInstanceOf(CnsOutcome.Done.class);
        assertThat(only(CnsQuery.ofCluster("cluster-1")).entities()).containsExactly(claim);

        assertThat(CnsOutcome.of(await(cns.deleteVolume(id, true)), id)).isInstanceOf(CnsOutcome.Done.class);
        assertThat(query(CnsQuery.everything())).isEmpty();
        assertThat(site.proxy().calls().count("RetrievePropertiesEx")).isLessThan(10);
    }

    @Test
    void aSnapshotIsCreatedFoundAndDeleted() throws Exception {
        assertThat(cns.noSnapshotsReason()).isEmpty();
        CnsVolumeId volume = create("pvc-1");
        CnsOutcome created =
                CnsOutcome.of(await(cns.createSnapshot(volume, "snapshot-1-" + volume, Optional.empty())), volume);
        CnsSnapshot snapshot = ((CnsOutcome.Done) created).result().snapshot().orElseThrow();
        assertThat(snapshot.description()).isEqualTo("snapshot-1-" + volume);
        assertThat(snapshot.created()).isPresent();

        assertThat(snapshots(volume).snapshots()).extracting(CnsSnapshot::id).containsExactly(snapshot.id());
        assertThat(snapshots(UNKNOWN).faults())
                .singleElement()
                .isInstanceOfSatisfying(CnsFault.NotFound.class, fault -> assertThat(fault.volume())
                        .contains(UNKNOWN));

        assertThat(CnsOutcome.of(await(cns.deleteSnapshot(snapshot.id())), volume))
                .isInstanceOf(CnsOutcome.Done.class);
        assertThat(snapshots(volume).size()).isZero();
        MoRef query = cns.querySnapshots(List.of(volume), 0, 10);
        assertThat(CnsTaskParser.read(session, query)).isPresent();
    }

    private CnsSnapshotPage snapshots(CnsVolumeId volume) throws InterruptedException {
        CnsTaskState state = await(cns.querySnapshots(List.of(volume), 0, 10));
        assertThat(state).isInstanceOf(CnsTaskState.Snapshots.class);
        return ((CnsTaskState.Snapshots) state).page();
    }

    @Test
    void oneUpdateDescribesSeveralVolumes() throws Exception {
        CnsVolumeId one = create("pvc-1");
        CnsVolumeId two = create("pvc-2");
        long mark = site.proxy().calls().mark();

        CnsTaskState task = await(cns.updateMetadata(List.of(
                update(one, CnsEntityMetadata.persistentVolume("pvc-1", "cluster-1", Map.of("tier", "gold"))),
                update(UNKNOWN, CnsEntityMetadata.persistentVolume("pvc-3", "cluster-1", Map.of())),
                update(two, CnsEntityMetadata.pod("default", "db-0", "cluster-1", "data")))));

        Map<CnsVolumeId, CnsOutcome> outcomes = CnsOutcome.ofAll(task, List.of(one, UNKNOWN, two));
        assertThat(outcomes.get(one)).isInstanceOf(CnsOutcome.Done.class);
        assertThat(outcomes.get(two)).isInstanceOf(CnsOutcome.Done.class);
        assertThat(outcomes.get(UNKNOWN))
                .isInstanceOfSatisfying(CnsOutcome.Unclear.class, unclear -> assertThat(unclear.problem())
                        .isEqualTo(Problem.NO_RESULT));
        assertThat(site.proxy().calls().since(mark).count("CnsUpdateVolumeMetadata"))
                .isEqualTo(1);
        assertThat(only(CnsQuery.ofVolumes(List.of(one))).entities())
                .containsExactly(CnsEntityMetadata.persistentVolume("pvc-1", "cluster-1", Map.of("tier", "gold")));
        assertThat(only(CnsQuery.ofVolumes(List.of(two))).entities())
                .containsExactly(CnsEntityMetadata.pod("default", "db-0", "cluster-1", "data"));
    }

    /// The simulator ignores the cursor and the selection, and does not count the volumes.
    @Test
    void aServerThatIgnoresTheCursorIsReadCompletely() throws Exception {
        List<CnsVolumeId> created = List.of(create("pvc-1"), create("pvc-2"), create("pvc-3"));

        for (int pageSize : List.of(1, 3, 100)) {
            CnsQueryResult result =
                    cns.query(CnsQuery.ofCluster("cluster-1").reading(Set.of(CnsVolumeField.VOLUME_NAME)), pageSize, 2);
            assertThat(((CnsQueryResult.Complete) result).volumes())
                    .extracting(CnsVolume::id)
                    .containsExactlyInAnyOrderElementsOf(created);
        }
        assertThat(query(CnsQuery.everything().onDatastores(List.of(datastore))))
                .hasSize(3);
        assertThat(query(CnsQuery.everything().onDatastores(List.of(new MoRef("Datastore", "datastore-0")))))
                .isEmpty();
    }

    @Test
    void twoVolumesMayHaveOneName() throws Exception {
        CnsOutcome one = CnsOutcome.ofCreate(await(cns.createVolume(spec("pvc-1"))));
        CnsOutcome two = CnsOutcome.ofCreate(await(cns.createVolume(spec("pvc-1"))));

        assertThat(one).isNotEqualTo(two);
        assertThat(query(CnsQuery.ofNames("cluster-1", List.of("pvc-1")))).hasSize(2);
    }

    @Test
    void anUnknownVolumeIsNotFound() throws Exception {
        assertThat(CnsOutcome.of(await(cns.deleteVolume(UNKNOWN, true)), UNKNOWN))
                .isEqualTo(new CnsOutcome.Faulted(new CnsFault.NotFound(Optional.empty(), ""), List.of()));
        assertThat(CnsOutcome.of(await(cns.extendVolume(UNKNOWN, 32)), UNKNOWN))
                .isEqualTo(new CnsOutcome.Faulted(new CnsFault.NotFound(Optional.empty(), ""), List.of()));
        CnsTaskState updated = await(cns.updateMetadata(List.of(new CnsMetadataUpdate(UNKNOWN, metadata(List.of())))));
        assertThat(((CnsOutcome.Unclear) CnsOutcome.of(updated, UNKNOWN)).problem())
                .isEqualTo(Problem.NO_RESULT);
        assertThat(query(CnsQuery.ofVolumes(List.of(UNKNOWN)))).isEmpty();
    }

    @Test
    void aFaultOfTheTaskKeepsItsKind() throws Exception {
        CnsTaskState task = await(cns.createVolume(CnsCreateSpec.newDisk("pvc-1", 16, List.of(), metadata(List.of()))));
        assertThat(((CnsOutcome.Faulted) CnsOutcome.ofCreate(task)).fault())
                .isInstanceOfSatisfying(CnsFault.InvalidArgument.class, fault -> assertThat(fault.property())
                        .isEqualTo("createSpecs.datastores"));

        CnsTaskState registered =
                await(cns.createVolume(CnsCreateSpec.register("pv-1", new ExistingDisk(UNKNOWN), metadata(List.of()))));
        assertThat(((CnsOutcome.Faulted) CnsOutcome.ofCreate(registered)).fault())
                .isInstanceOfSatisfying(CnsFault.InvalidArgument.class, fault -> assertThat(fault.property())
                        .isEqualTo("VolumeId"));
    }

    @Test
    void anExistingDiskBecomesAVolumeAgain() throws Exception {
        CnsVolumeId id = create("pvc-1");
        assertThat(CnsOutcome.of(await(cns.deleteVolume(id, false)), id)).isInstanceOf(CnsOutcome.Done.class);

        CnsTaskState registered =
                await(cns.createVolume(CnsCreateSpec.register("pv-1", new ExistingDisk(id), metadata(List.of()))));

        assertThat(((CnsOutcome.Done) CnsOutcome.ofCreate(registered)).result().volume())
                .isEqualTo(id);
    }

    @Test
    void aTaskThatVcenterDoesNotKnowHasVanished() throws Exception {
        assertThat(tasks.await(new MoRef("Task", "task-99999999"), LONG)).isEqualTo(new TaskWaitResult.Vanished());
        cns.query(CnsQuery.everything(), 1, 1);
    }

    @Test
    void aTaskIsReportedAlthoughTheWatchWasLost() throws Exception {
        create("pvc-0");
        for (Runnable loss : List.<Runnable>of(
                site.proxy()::cutConnections,
                site.proxy()::cutAll,
                site.vcenter()::destroyCollectors,
                site.vcenter()::terminateSessions)) {
            MoRef task = new CnsClient(client.login(credentials)).createVolume(spec("pvc"));
            loss.run();
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                Future<CnsTaskState> waiting = threads.submit(() -> await(task));
                site.proxy().restore();
                assertThat(CnsOutcome.ofCreate(waiting.get())).isInstanceOf(CnsOutcome.Done.class);
            }
        }
        assertThat(tasks.watchedTasks()).hasSize(1);
    }

    @Test
    void aHundredTasksNeedOneLongPoll() throws Exception {
        await(cns.createVolume(spec("first")));
        long mark = site.proxy().calls().mark();

        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var created = new ArrayList<Future<CnsTaskState>>();
            for (int i = 0; i < 100; i++) {
                String name = "pvc-" + i;
                created.add(threads.submit(() -> await(cns.createVolume(spec(name)))));
            }
            for (Future<CnsTaskState> each : created) {
                assertThat(CnsOutcome.ofCreate(each.get())).isInstanceOf(CnsOutcome.Done.class);
            }
        }

        Calls calls = site.proxy().calls().since(mark);
        assertThat(calls.count("CnsCreateVolume")).isEqualTo(100);
        assertThat(calls.count() - calls.count("CnsCreateVolume"))
                .as(calls.describe())
                .isLessThan(40);
        assertThat(calls.names()).doesNotContain("RetrievePropertiesEx", "CreateFilter", "Login");
    }

    /// On an idle machine, 16 threads need 1.2 calls for each task. On a busy one, they fall out of step.
    @Test
    void tasksThatFollowEachOtherShareTheChangesOfTheView() throws Exception {
        create("first");
        long mark = site.proxy().calls().mark();

        try (var threads = Executors.newFixedThreadPool(16)) {
            var created = new ArrayList<Future<CnsVolumeId>>();
            for (int i = 0; i < 320; i++) {
                String name = "pvc-" + i;
                created.add(threads.submit(() -> create(name)));
            }
            for (Future<CnsVolumeId> each : created) {
                assertThat(each.get()).isNotNull();
            }
        }

        Calls calls = site.proxy().calls().since(mark);
        assertThat(calls.count("CnsCreateVolume")).isEqualTo(320);
        assertThat(calls.count()).as(calls.describe()).isLessThan(480);
        assertThat(calls.names()).doesNotContain("Login");
    }

    private CnsVolumeId create(String name) throws InterruptedException {
        return ((CnsOutcome.Done) CnsOutcome.ofCreate(await(cns.createVolume(spec(name)))))
                .result()
                .volume();
    }

    private static CnsMetadataUpdate update(CnsVolumeId volume, CnsEntityMetadata entity) {
        return new CnsMetadataUpdate(volume, metadata(List.of(entity)));
    }

    private CnsTaskState await(MoRef task) throws InterruptedException {
        TaskWaitResult result = tasks.await(task, LONG);
        assertThat(result).isInstanceOf(TaskWaitResult.Finished.class);
        return ((TaskWaitResult.Finished) result).state();
    }

    private CnsCreateSpec spec(String name) {
        return CnsCreateSpec.newDisk(name, 16, List.of(datastore), metadata(List.of()));
    }

    private static CnsVolumeMetadata metadata(List<CnsEntityMetadata> entities) {
        return new CnsVolumeMetadata(CnsContainerCluster.vanilla("cluster-1", ""), entities);
    }

    private List<CnsVolume> query(CnsQuery query) {
        CnsQueryResult result = cns.query(query, 100, 10);
        assertThat(result).isInstanceOf(CnsQueryResult.Complete.class);
        return ((CnsQueryResult.Complete) result).volumes();
    }

    private CnsVolume only(CnsQuery query) {
        List<CnsVolume> volumes = query(query);
        assertThat(volumes).hasSize(1);
        return volumes.getFirst();
    }

    /// A login record that is always empty.
    private static final class NoLoginStore implements LoginStore {
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
