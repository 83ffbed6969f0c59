package dev.vspherecloud.csi.cns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.csi.cns.CnsCreateSpec.DiskFile;
import dev.vspherecloud.csi.cns.CnsCreateSpec.ExistingDisk;
import dev.vspherecloud.testkit.script.Replies;
import dev.vspherecloud.testkit.vim25.Vim25Schema;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.VcenterException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Compares each request with its golden file, one element per line, and checks it against the table of CNS types.
/// `-Dgolden.update=true` rewrites the files; review the difference.
class CnsRequestsTest {
    private static final Vim25Schema SCHEMA = Vim25Schema.cns();
    private static final Path GOLDEN = Path.of("src/test/resources/golden/cns");
    private static final String NEWEST = "9.1.0.0";
    private static final CnsVolumeId ID = new CnsVolumeId("6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11");
    private static final CnsVolumeId OTHER = new CnsVolumeId("7ff3b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c12");
    private static final String SNAPSHOT = "8aa2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c13";
    private static final MoRef STORE = new MoRef("Datastore", "datastore-11");
    private static final CnsVolumeMetadata METADATA = new CnsVolumeMetadata(
            CnsContainerCluster.vanilla("cluster-1", "OpenShift & more"),
            List.of(
                    CnsEntityMetadata.persistentVolume("pvc-1", "cluster-1", Map.of("b", "2", "a", "<1>")),
                    CnsEntityMetadata.claim("default", "data", "cluster-1", Map.of(), "pvc-1"),
                    CnsEntityMetadata.pod("default", "db-0", "cluster-1", "data")));
    private static final CnsCreateSpec CREATE =
            CnsCreateSpec.newDisk("pvc-1", 2048, List.of(STORE, new MoRef("Datastore", "datastore-12")), METADATA);

    /// A request with the name of its golden file.
    ///
    /// @param version the version of the vSAN API
    record Golden(String name, String version, Consumer<CnsClient> call) {
        String method() {
            return name.split("-")[0];
        }

        @Override
        public String toString() {
            return name;
        }
    }

    @ParameterizedTest
    @MethodSource("requests")
    void matchesItsGoldenFileAndTheSchema(Golden golden) throws IOException {
        try (var vcenter = new ScriptedCns(golden.version())) {
            vcenter.on(golden.method(), golden.method().contains("Query") ? emptyOrTask(golden) : ScriptedCns.TASK);

            golden.call().accept(vcenter.cns());

            List<String> sent = vcenter.sent(golden.method());
            assertThat(sent).hasSize(1);
            assertThat(SCHEMA.check(sent.getFirst())).isEmpty();
            String text = sent.getFirst().replace("><", ">\n<") + "\n";
            Path file = GOLDEN.resolve(golden.name() + ".xml");
            if (Boolean.getBoolean("golden.update")) {
                Files.writeString(file, text);
            }
            assertThat(text).isEqualTo(Files.readString(file));
        }
    }

    /// The name in the credentials is another one: `csi`.
    @Test
    void theUserIsThatOfTheSession() {
        try (var vcenter = new ScriptedCns(NEWEST)) {
            vcenter.on("CnsCreateVolume", ScriptedCns.TASK);

            vcenter.cns().createVolume(CREATE);

            assertThat(vcenter.sent("CnsCreateVolume").getFirst())
                    .contains("<vSphereUser>VSPHERE.LOCAL\\ccm</vSphereUser>");
        }
    }

    private static String emptyOrTask(Golden golden) {
        return List.of("CnsQueryVolumeInfo", "CnsQuerySnapshots").contains(golden.method())
                ? ScriptedCns.TASK
                : "<returnval><cursor><offset>0</offset><limit>0</limit></cursor></returnval>";
    }

    static Stream<Golden> requests() {
        var update = new CnsMetadataUpdate(ID, METADATA);
        var removal = new CnsMetadataUpdate(
                OTHER,
                new CnsVolumeMetadata(
                        METADATA.cluster(),
                        List.of(METADATA.entities().getLast().deleted())));
        return Stream.of(
                new Golden("CnsCreateVolume", "8.0.3.0", cns -> cns.createVolume(CREATE)),
                new Golden(
                        "CnsCreateVolume-policy-and-id",
                        NEWEST,
                        cns -> cns.createVolume(CREATE.withStoragePolicy("aa6d5a82-1c88-45da-85d3-3d74b91a5bad")
                                .withChosenId(ID))),
                new Golden("CnsCreateVolume-67u3", "vSAN 6.7U3", cns -> cns.createVolume(CREATE)),
                new Golden("CnsCreateVolume-70", "7.0", cns -> cns.createVolume(CREATE)),
                new Golden("CnsCreateVolume-70u1", "vSAN 7.0U1", cns -> cns.createVolume(CREATE)),
                new Golden(
                        "CnsCreateVolume-register",
                        "8.0.3.0",
                        cns -> cns.createVolume(CnsCreateSpec.register("pv-1", new ExistingDisk(ID), METADATA))),
                new Golden(
                        "CnsCreateVolume-register-file",
                        "8.0.3.0",
                        cns -> cns.createVolume(CnsCreateSpec.register(
                                "pv-1",
                                new DiskFile("https://vc/folder/vm/disk.vmdk?dcPath=dc-1&dsName=datastore1"),
                                METADATA))),
                new Golden("CnsDeleteVolume", NEWEST, cns -> cns.deleteVolume(ID, true)),
                new Golden("CnsDeleteVolume-keep", NEWEST, cns -> cns.deleteVolume(ID, false)),
                new Golden("CnsDeleteVolume-operation", NEWEST, cns -> cns.withOperationId("f3b1c6de-0001")
                        .deleteVolume(ID, true)),
                new Golden("CnsExtendVolume", NEWEST, cns -> cns.extendVolume(ID, 4096)),
                new Golden(
                        "CnsCreateVolume-snapshot",
                        "8.0.3.0",
                        cns -> cns.createVolume(CREATE.copiedFrom(new CnsSnapshotId(OTHER, SNAPSHOT), 1024))),
                new Golden(
                        "CnsCreateSnapshots",
                        "8.0.3.0",
                        cns -> cns.createSnapshot(ID, "snapshot-1-" + ID, Optional.empty())),
                new Golden(
                        "CnsCreateSnapshots-id",
                        NEWEST,
                        cns -> cns.createSnapshot(ID, "snapshot-1-" + ID, Optional.of(SNAPSHOT))),
                new Golden("CnsDeleteSnapshots", NEWEST, cns -> cns.deleteSnapshot(new CnsSnapshotId(ID, SNAPSHOT))),
                new Golden("CnsQuerySnapshots", NEWEST, cns -> cns.querySnapshots(List.of(ID, OTHER), 128, 64)),
                new Golden("CnsUpdateVolumeMetadata", NEWEST, cns -> cns.updateMetadata(List.of(update, removal))),
                new Golden("CnsUpdateVolumeMetadata-67u3", "vSAN 6.7U3", cns -> cns.updateMetadata(List.of(update))),
                new Golden("CnsQueryVolumeInfo", NEWEST, cns -> cns.queryVolumeInfo(List.of(ID, OTHER))),
                new Golden("CnsQueryVolume-all", NEWEST, cns -> cns.query(CnsQuery.everything(), 500, 1)),
                new Golden(
                        "CnsQueryVolume-ids", NEWEST, cns -> cns.query(CnsQuery.ofVolumes(List.of(ID, OTHER)), 500, 1)),
                new Golden(
                        "CnsQueryVolume-names",
                        NEWEST,
                        cns -> cns.query(
                                CnsQuery.ofNames("cluster-1", List.of("pvc-1", "pvc-2"))
                                        .withStoragePolicy("aa6d5a82")
                                        .onDatastores(List.of(STORE)),
                                500,
                                1)),
                new Golden(
                        "CnsQueryAllVolume-selection",
                        NEWEST,
                        cns -> cns.query(
                                CnsQuery.ofCluster("cluster-1")
                                        .reading(Set.of(
                                                CnsVolumeField.VOLUME_NAME, CnsVolumeField.BACKING_OBJECT_DETAILS)),
                                100,
                                1)));
    }

    @Test
    void aWrongOrderIsDetected() {
        try (var vcenter = new ScriptedCns(NEWEST)) {
            vcenter.on("CnsExtendVolume", ScriptedCns.TASK).cns().extendVolume(ID, 1);
            String sent = vcenter.sent("CnsExtendVolume").getFirst();

            String wrong = sent.replace("<capacityInMb>1</capacityInMb>", "")
                    .replace("<extendSpecs>", "<extendSpecs><capacityInMb>1</capacityInMb>");

            assertThat(SCHEMA.check(wrong))
                    .containsExactly("CnsExtendVolume.extendSpecs.volumeId: wrong order, belongs before capacityInMb");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "a\nb", "<a>", "\u00e4"})
    void aMalformedOperationIdIsRefused(String id) {
        try (var vcenter = new ScriptedCns(NEWEST)) {
            CnsClient cns = vcenter.cns();
            assertThatThrownBy(() -> cns.withOperationId(id)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> cns.withOperationId("a".repeat(129))).isInstanceOf(IllegalArgumentException.class);
        }
    }

    /// A fault is a refusal: no task was started.
    @ParameterizedTest
    @CsvSource({
        "NotAuthenticated, SESSION_LOST",
        "NoPermission, NO_PERMISSION",
        "NotSupported, UNSUPPORTED",
        "MethodNotFound, UNSUPPORTED",
        "InvalidArgument, FAULT",
        "CnsFault, FAULT",
        "CnsVolumeAlreadyExistsFault, FAULT"
    })
    void aFaultInsteadOfATaskKeepsItsType(String type, VcenterException.Kind kind) {
        try (var vcenter = new ScriptedCns(NEWEST)) {
            CnsClient cns = vcenter.cns();
            vcenter.reply("CnsCreateVolume", Replies.fault(type, "no"));

            assertThatThrownBy(() -> cns.createVolume(CREATE)).isInstanceOfSatisfying(VcenterException.class, e -> {
                assertThat(e.kind()).isEqualTo(kind);
                assertThat(e.faultType()).contains(type);
            });
        }
    }

    @ParameterizedTest
    @CsvSource({
        "InvalidState, '', InvalidState",
        "NotFound, '', NotFound",
        "CnsFault, NoDiskSpace, NoDiskSpace",
        "CnsFault, NoPermission, NoPermission",
        "CnsFault, HostNotConnected, Unavailable",
        "CnsFault, NotFound, CauseNotFound",
        "CnsFault, NotAuthenticated, Other",
        "CnsFault, '', Other"
    })
    void aFaultInsteadOfATaskIsReadToItsRoot(String type, String cause, String expected) {
        try (var vcenter = new ScriptedCns(NEWEST)) {
            CnsClient cns = vcenter.cns();
            String fields = "<faultCause><fault xsi:type=\"%s\"/></faultCause>".formatted(cause);
            vcenter.reply("CnsCreateVolume", Replies.fault(type, "no", cause.isEmpty() ? "" : fields));

            assertThatThrownBy(() -> cns.createVolume(CREATE))
                    .isInstanceOfSatisfying(VcenterException.class, e -> assertThat(CnsFault.of(e))
                            .satisfies(fault ->
                                    assertThat(fault.getClass().getSimpleName()).isEqualTo(expected))
                            .satisfies(fault -> assertThat(fault.message()).isEqualTo(e.getMessage())));
        }
    }

    @Test
    void whatTheReleaseCannotDoIsNotSent() {
        try (var vcenter = new ScriptedCns("7.0")) {
            CnsClient cns = vcenter.cns();
            assertThatThrownBy(() -> cns.createVolume(CREATE.withChosenId(ID)))
                    .isInstanceOf(VcenterException.class)
                    .hasMessageContaining("nothing sent: this vCenter chooses the ids of volumes itself");
            assertThatThrownBy(() -> cns.createVolume(
                            CnsCreateSpec.register("pv-1", new DiskFile("https://vc/folder/a.vmdk"), METADATA)))
                    .isInstanceOf(VcenterException.class)
                    .hasMessageContaining("nothing sent: this vCenter cannot register a disk by the URL of its file");
            assertThat(vcenter.sent("CnsCreateVolume")).isEmpty();
        }
    }
}
