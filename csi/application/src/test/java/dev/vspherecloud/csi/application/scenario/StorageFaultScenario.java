package dev.vspherecloud.csi.application.scenario;

import static dev.vspherecloud.testkit.volume.DatastoreSpec.datastore;
import static dev.vspherecloud.testkit.volume.VolumeRule.next;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.bed.SecretScan;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.Rule;
import dev.vspherecloud.testkit.proxy.VcenterRules;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.servers.VcenterOptions;
import dev.vspherecloud.testkit.volume.DatastoreSpec;
import dev.vspherecloud.testkit.volume.SimulatedVolume;
import dev.vspherecloud.testkit.volume.VolumeSettings.FaultForm;
import dev.vspherecloud.testkit.wire.ServerIdentity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What the packaged driver says about faults that an administrator has to repair, and that it continues afterwards.
///
/// The requests come from a gRPC client, as csi-provisioner sends them. Each test ends with a search for passwords in
/// all that the driver wrote.
@Tag("csi")
class StorageFaultScenario {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final String CLAIM = "data";
    private static final String CLAIMS = "/api/v1/namespaces/default/persistentvolumeclaims";
    private static final String EVENTS = "/api/v1/namespaces/default/events?fieldSelector=involvedObject.kind%3D"
            + "PersistentVolumeClaim%2CinvolvedObject.name%3D" + CLAIM;
    private static final String CLUSTER_IDS = "/api/v1/namespaces/" + DriverBed.NAMESPACE + "/configmaps";
    private static final String CLUSTER_ID = CLUSTER_IDS + "/vsphere-csi-cluster-id";
    private static final String CONFIGURED_ID = "cluster-id = \"%s\"\n".formatted(DriverBed.CLUSTER_ID);
    private static final String PASSWORD = "right-Horse-7391";
    private static final String WRONG_PASSWORD = "wrong-Battery-5528";

    @TempDir
    private Path folder;

    private KubeApiServer api;
    private DriverBed bed;
    private VcenterSite site;
    private CsiCalls calls;

    @BeforeEach
    void startVcenter() {
        api = KubeApiServer.shared();
        bed = new DriverBed(api, folder);
        site = bed.addVcenter("faults", VcenterOptions.defaults().account("csi@vsphere.local", PASSWORD));
        calls = new CsiCalls(bed.socket());
    }

    @AfterEach
    void noPasswordIsWritten() {
        bed.close();
        var scan = SecretScan.of(Map.of("password", PASSWORD, "wrong password", WRONG_PASSWORD));
        Map<String, String> written = logs();
        assertThat(written).isNotEmpty();
        assertThat(scan.in(written)).isEmpty();
        assertThat(scan.in("Events", bed.objects().get("/api/v1/events").toPrettyString()))
                .isEmpty();
        api.close();
    }

    private Map<String, String> logs() {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".log"))
                    .collect(Collectors.toMap(file -> file.getFileName().toString(), StorageFaultScenario::read));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // The access to vCenter

    @Test
    void aWrongPasswordIsSentOnce() {
        DriverBed.Driver driver = bed.start(bed.config().replace(PASSWORD, WRONG_PASSWORD), Map.of());
        driver.program().awaitLog("The driver is not ready", LIMIT);
        String request = createClaim();

        List<CsiCalls.Outcome> outcomes =
                IntStream.range(0, 3).mapToObj(_ -> calls.create(request, "{}")).toList();

        assertThat(outcomes).allSatisfy(outcome -> {
            assertThat(outcome.code()).isEqualTo("Unavailable");
            assertThat(outcome.message()).contains("correct user and password");
        });
        awaitEvent("LoginRefused");
        assertThat(logins()).isEqualTo(1);
        assertThat(calls.probe()).isFalse();
        isServing(driver);

        configure(bed.config());

        driver.awaitReady();
        isCreated(request, "{}");
        assertThat(calls.probe()).isTrue();
        assertThat(logins()).isEqualTo(2);
    }

    @Test
    void aWrongCaCertificatePreventsTheLogin() throws IOException {
        Path other = Files.writeString(
                folder.resolve("other.pem"), ServerIdentity.generate().certificatePem());
        DriverBed.Driver driver =
                bed.start(bed.config().replace(folder.resolve("faults.pem").toString(), other.toString()), Map.of());
        driver.program().awaitLog("The driver is not ready", LIMIT);
        String request = createClaim();

        CsiCalls.Outcome outcome = calls.create(request, "{}");

        assertThat(outcome.code()).isEqualTo("Unavailable");
        assertThat(outcome.message()).contains("certificate");
        awaitEvent("VcenterUntrusted");
        assertThat(logins()).isZero();
        assertThat(calls.probe()).isFalse();
        isServing(driver);

        configure(bed.config());

        driver.awaitReady();
        isCreated(request, "{}");
        assertThat(logins()).isEqualTo(1);
    }

    @Test
    void aVcenterThatHangsDoesNotChangeTheHealthPages() {
        site.proxy().add(VcenterRules.blackHole());
        DriverBed.Driver driver = bed.start();
        driver.program().awaitLog("The driver is not ready", LIMIT);
        String request = createClaim();

        CsiCalls.Outcome outcome = calls.create(request, "{}");

        assertThat(outcome.code()).isEqualTo("Unavailable");
        isServing(driver);
        assertThat(calls.probe()).isFalse();

        site.proxy().clearRules();
        driver.awaitReady();
        isCreated(request, "{}");
        site.proxy().add(VcenterRules.blackHole());

        assertThat(calls.create("pvc-while-it-hangs", "{}").code()).isIn("Unavailable", "DeadlineExceeded");
        isServing(driver);
        assertThat(calls.probe()).isTrue();
    }

    private static void isServing(DriverBed.Driver driver) {
        assertThat(List.of("/livez", "/readyz"))
                .allSatisfy(page -> assertThat(driver.page(page).statusCode())
                        .as(page + ": " + driver.page(page).body())
                        .isEqualTo(200));
    }

    // The volume

    @ParameterizedTest
    @EnumSource
    void aMissingPrivilegeIsReported(FaultForm form) {
        bed.start().awaitReady();
        String request = createClaim();
        bed.volumes()
                .apply(
                        next("CnsCreateVolume").fault("NoPermission").form(form),
                        next("CnsCreateVolume").callFault("NoPermission"));

        List<CsiCalls.Outcome> outcomes =
                IntStream.range(0, 2).mapToObj(_ -> calls.create(request, "{}")).toList();

        assertThat(outcomes).allSatisfy(outcome -> {
            assertThat(outcome.code()).isEqualTo("PermissionDenied");
            assertThat(outcome.message()).containsIgnoringCase("privilege");
        });
        awaitEvent("PrivilegeMissing");
        isCreated(request, "{}");
        assertThat(logins()).isEqualTo(1);
    }

    @Test
    void anAccountThatSeesNoDatastoreIsReported() throws InterruptedException {
        bed.start().awaitReady();
        String request = createClaim();
        isCreated("pvc-before", "{}");
        long polls = polls();
        site.vcenter().rights().hideEverything();
        // The next long poll begins when the driver has dealt with the answer to this one.
        assertThat(site.proxy().calls().await(_ -> polls() > polls, LIMIT)).isTrue();

        CsiCalls.Outcome outcome = calls.create(request, "{}");

        assertThat(outcome.code()).isEqualTo("FailedPrecondition");
        assertThat(outcome.message()).contains("shows no datastore", "give the account Datastore.FileManagement");
        awaitEvent("NoDatastoreFits");
        long pollsWhileHidden = polls();
        site.vcenter().rights().restore();
        assertThat(site.proxy().calls().await(_ -> polls() > pollsWhileHidden, LIMIT))
                .isTrue();
        isCreated(request, "{}");
        assertThat(logins()).isEqualTo(1);
    }

    @Test
    void aFullDatastoreIsReported() {
        bed.start().awaitReady();
        String request = createClaim();
        changeDatastores(store -> store.freeMb(50));

        CsiCalls.Outcome outcome = calls.create(request, "{}");

        assertThat(outcome.code()).isEqualTo("ResourceExhausted");
        assertThat(outcome.message()).contains("has 50 MiB free, expected 1 GiB", "free space");
        awaitEvent("DatastoreFull");
        assertThat(bed.volumes().list()).isEmpty();
        changeDatastores(store -> store.capacityMb(100_000).freeMb(50_000));
        isCreated(request, "{}");
        assertThat(logins()).isEqualTo(1);
    }

    @Test
    void anUnknownStoragePolicyIsReportedWithTheKnownOnes() {
        bed.start().awaitReady();
        String request = createClaim();

        CsiCalls.Outcome outcome = calls.create(request, "{\"storagepolicyname\": \"gold\"}");

        assertThat(outcome.code()).isEqualTo("NotFound");
        assertThat(outcome.message()).contains("gold", "vSAN Default Storage Policy", "correct the StorageClass");
        awaitEvent("StoragePolicyUnknown");
        assertThat(bed.volumes().calls().of("CnsCreateVolume")).isZero();
        isCreated(request, "{\"storagepolicyname\": \"vSAN Default Storage Policy\"}");
        assertThat(logins()).isEqualTo(1);
    }

    /// The sidecar has restarted. The new one repeats the call, and waits for the task of the old one.
    @Test
    void aCallWhoseCallerHasGoneHoldsUpNoOther() {
        bed.start().awaitReady();
        bed.volumes().apply(next("CnsCreateVolume").of("pvc-left").hold());

        assertThat(calls.createAndLeave("pvc-left").code()).isEqualTo("Canceled");
        CsiCalls.Outcome next = Awaitility.await()
                .atMost(LIMIT)
                .until(() -> calls.create("pvc-left", "{}"), each -> !each.code()
                        .equals("Aborted"));
        assertThat(next.code()).as(next.message()).isEqualTo("DeadlineExceeded");

        bed.volumes().releaseTasks();
        isCreated("pvc-left", "{}");
        assertThat(bed.volumes().calls().of("CnsCreateVolume")).isEqualTo(1);
    }

    /// The name of the policy is the same, and its id is another one.
    @Test
    void aPolicyThatWasCreatedAgainIsReadAgain() {
        bed.start().awaitReady();
        String parameters = "{\"storagepolicyname\": \"gold\"}";
        bed.volumes().changePolicyForAll("gold");
        isCreated("before", parameters);
        bed.volumes().removePolicy("gold");
        bed.volumes().changePolicyForAll("gold");
        String request = createClaim();

        assertThat(calls.create(request, parameters).code()).isEqualTo("InvalidArgument");

        Awaitility.await().atMost(LIMIT).untilAsserted(() -> assertThat(
                        calls.create(request, parameters).code())
                .isEqualTo("OK"));
    }

    @Test
    void storagePoliciesThatTheAccountMayNotReadAreReported() {
        bed.start().awaitReady();
        String request = createClaim();
        site.proxy().add(Rule.on("PbmQueryProfile").then(Fault.soapFault("NoPermission", "Permission was denied.")));

        CsiCalls.Outcome outcome = calls.create(request, "{\"storagepolicyname\": \"gold\"}");

        assertThat(outcome.code()).isEqualTo("PermissionDenied");
        assertThat(outcome.message()).contains("gold", "StorageProfile.View");
        awaitEvent("PrivilegeMissing");
        assertThat(bed.volumes().calls().of("CnsCreateVolume")).isZero();
        assertThat(logins()).isEqualTo(1);
    }

    @Test
    void anUnknownDatastoreIsReported() {
        bed.start().awaitReady();
        String request = createClaim();

        CsiCalls.Outcome outcome = calls.create(request, "{\"datastoreurl\": \"ds:///vmfs/volumes/none/\"}");

        assertThat(outcome.code()).isEqualTo("FailedPrecondition");
        assertThat(outcome.message()).contains("ds:///vmfs/volumes/none/", "correct datastoreurl");
        awaitEvent("StorageConfigInvalid");
        assertThat(bed.volumes().calls().of("CnsCreateVolume")).isZero();
        String known = bed.volumes().datastores().getFirst().url();
        isCreated(request, "{\"datastoreurl\": \"%s\"}".formatted(known));
        assertThat(logins()).isEqualTo(1);
    }

    private long polls() {
        return site.proxy().calls().count("WaitForUpdatesEx");
    }

    private void changeDatastores(Function<DatastoreSpec, DatastoreSpec> change) {
        bed.volumes()
                .change(bed.volumes().datastores().stream()
                        .map(store -> change.apply(datastore("faults-dc", store.name())))
                        .toArray(DatastoreSpec[]::new));
    }

    // The id of the cluster

    @Test
    void twoClusterIdsStopTheDriverUntilOneIsGone() {
        createClusterId("cluster-b");
        DriverBed.Driver driver = bed.start();
        driver.program().awaitLog("The driver is not ready", LIMIT);

        CsiCalls.Outcome outcome = calls.create(createClaim(), "{}");

        String sentence = "found a cluster id in the configuration and another id in the ConfigMap"
                + " vsphere-csi-cluster-id, expected only one of them";
        assertThat(outcome.code()).isEqualTo("Unavailable");
        assertThat(outcome.message()).contains(sentence);
        assertThat(driver.program().log()).contains(sentence);
        assertThat(calls.probe()).isFalse();
        assertThat(driver.page("/livez").statusCode()).isEqualTo(200);
        assertThat(driver.page("/readyz").statusCode()).isEqualTo(500);
        assertThat(bed.volumes().calls().calls()).isEmpty();

        bed.objects().delete(CLUSTER_ID);

        driver.awaitReady();
        assertThat(ownerOfANewVolume()).containsExactly(DriverBed.CLUSTER_ID);
        assertThat(logins()).isEqualTo(1);
    }

    @Test
    void theClusterIdOfTheConfigMapIsUsed() {
        createClusterId("cluster-b");

        bed.start(withoutId(), Map.of()).awaitReady();

        assertThat(ownerOfANewVolume()).containsExactly("cluster-b");
        assertThat(logins()).isEqualTo(1);
    }

    @Test
    void theClusterIdOfExistingVolumesIsAdopted() {
        DriverBed.Driver first = bed.start().awaitReady();
        assertThat(ownerOfANewVolume()).containsExactly(DriverBed.CLUSTER_ID);
        assertThat(first.program().terminate()).isZero();
        bed.objects().create("/api/v1/persistentvolumes", """
                {"metadata": {"name": "existing"},
                 "spec": {"capacity": {"storage": "1Gi"}, "accessModes": ["ReadWriteOnce"],
                          "csi": {"driver": "csi.vsphere.vmware.com", "volumeHandle": "%s"}}}""".formatted(
                        bed.volumes().list().getFirst().id()));

        DriverBed.Driver second = bed.start(withoutId(), Map.of()).awaitReady();

        assertThat(second.program().log()).contains("Cluster id is taken from vCenter");
        assertThat(recordedId()).isEqualTo(DriverBed.CLUSTER_ID);
        assertThat(logins()).isEqualTo(2);
    }

    @Test
    void aNewClusterGetsAClusterId() {
        bed.start(withoutId(), Map.of()).awaitReady();

        String id = recordedId();

        assertThat(id).isNotEmpty();
        assertThat(ownerOfANewVolume()).containsExactly(id);
        assertThat(logins()).isEqualTo(1);
    }

    private String withoutId() {
        assertThat(bed.config()).contains(CONFIGURED_ID);
        return bed.config().replace(CONFIGURED_ID, "");
    }

    private void createClusterId(String id) {
        bed.objects().create(CLUSTER_IDS, """
                {"metadata": {"name": "vsphere-csi-cluster-id"}, "immutable": true, "data": {"clusterID": "%s"}}""".formatted(id));
    }

    /// Returns the id that the driver has recorded in the cluster.
    private String recordedId() {
        JsonNode configMap = bed.objects().get(CLUSTER_ID);
        assertThat(configMap.path("immutable").asBoolean()).isTrue();
        return configMap.at("/data/clusterID").asText();
    }

    private List<String> ownerOfANewVolume() {
        isCreated("pvc-new", "{}");
        return bed.volumes().list().stream()
                .filter(volume -> volume.name().equals("pvc-new"))
                .map(SimulatedVolume::clusters)
                .findFirst()
                .orElseThrow();
    }

    // Requests and what they lead to

    /// Creates a claim, and returns the name of the request that csi-provisioner sends for it.
    private String createClaim() {
        JsonNode claim = bed.objects().create(CLAIMS, """
                {"metadata": {"name": "%s"},
                 "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}}""".formatted(CLAIM));
        return "pvc-" + claim.at("/metadata/uid").asText();
    }

    private void isCreated(String request, String parameters) {
        CsiCalls.Outcome outcome = calls.create(request, parameters);
        assertThat(outcome.code()).as(outcome.message()).isEqualTo("OK");
        assertThat(bed.volumes().list()).extracting(SimulatedVolume::name).containsOnlyOnce(request);
    }

    /// Waits for a warning about the claim. Its message is a sentence that names an action.
    private void awaitEvent(String reason) {
        JsonNode events = bed.objects()
                .await(EVENTS, LIMIT, list -> list.findValuesAsText("reason").contains(reason));
        assertThat(StreamSupport.stream(events.path("items").spliterator(), false)
                        .filter(event -> event.path("reason").asText().equals(reason)))
                .allSatisfy(event -> {
                    assertThat(event.path("type").asText()).isEqualTo("Warning");
                    assertThat(event.path("message").asText()).hasSizeGreaterThan(40);
                });
    }

    private long logins() {
        return site.proxy().calls().count("Login");
    }

    /// Changes the configuration of the running driver, as an administrator does.
    private void configure(String config) {
        try {
            Files.writeString(folder.resolve("csi-vsphere.conf"), config);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
