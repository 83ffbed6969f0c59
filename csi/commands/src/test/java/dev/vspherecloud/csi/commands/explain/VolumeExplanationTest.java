package dev.vspherecloud.csi.commands.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.cluster.volume.AttachmentDetails;
import dev.vspherecloud.csi.cluster.volume.ClaimDetails;
import dev.vspherecloud.csi.cluster.volume.PersistentVolumeDetails;
import dev.vspherecloud.csi.cns.CnsContainerCluster;
import dev.vspherecloud.csi.cns.CnsEntityMetadata;
import dev.vspherecloud.csi.cns.CnsVolume;
import dev.vspherecloud.csi.cns.CnsVolumeId;
import dev.vspherecloud.csi.commands.explain.ExplainedOperation.Kind;
import dev.vspherecloud.csi.domain.OperationAttempt;
import dev.vspherecloud.csi.domain.OperationRecord;
import dev.vspherecloud.csi.domain.OperationStatus;
import dev.vspherecloud.json.JsonReader;
import dev.vspherecloud.text.VisibleText;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class VolumeExplanationTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:10:00Z");
    private static final Instant BEGUN = Instant.parse("2026-03-01T10:09:00Z");
    private static final Instant LONG_AGO = Instant.parse("2026-03-01T10:00:00Z");
    private static final String ID = "0b2d31a0-1f6b-4a5c-9f0e-6a9f6f4f3c11";

    private static PersistentVolumeDetails volume(String capacity) {
        return new PersistentVolumeDetails(
                "pvc-1", ID, "Bound", capacity, "fast", "Delete", "default", "data", "1", "", false);
    }

    private static ClaimDetails claim(String phase, String volumeName) {
        return new ClaimDetails("default", "data", "1", phase, "1Gi", "", "fast", volumeName, false);
    }

    private static ExplainedOperation operation(
            Kind kind, Instant begun, String task, OperationStatus status, String error) {
        var attempt = new OperationAttempt(begun, task, "", "op-1", status, error);
        return new ExplainedOperation(
                kind, new OperationRecord("pvc-1", "", "", 1024, 0, Optional.of(attempt), List.of(attempt)));
    }

    private static ExplainedOperation operation(Instant begun, String task, OperationStatus status, String error) {
        return operation(Kind.CREATE, begun, task, status, error);
    }

    private static VolumeObjects objects(
            Optional<PersistentVolumeDetails> volume,
            List<AttachmentDetails> attachments,
            ExplainedOperation... operations) {
        return new VolumeObjects(
                "default/data",
                Optional.of("pvc-1"),
                volume.map(PersistentVolumeDetails::handle),
                volume,
                Optional.of(claim(volume.isPresent() ? "Bound" : "Pending", volume.isPresent() ? "pvc-1" : "")),
                attachments,
                List.of(operations),
                List.of(),
                List.of());
    }

    private static CnsAnswer found(long capacityMb) {
        return new CnsAnswer.Found(
                "vc-a",
                new CnsVolume(
                        new CnsVolumeId(ID),
                        "pvc-1",
                        "BLOCK",
                        "ds:///vmfs/volumes/1/",
                        "",
                        OptionalLong.of(capacityMb),
                        ID,
                        "",
                        "green",
                        Optional.of(CnsContainerCluster.vanilla("cluster-a", "")),
                        List.of(
                                CnsEntityMetadata.persistentVolume("pvc-1", "cluster-a", Map.of()),
                                CnsEntityMetadata.pod("default", "web", "cluster-a", "data"))));
    }

    private static VolumeExplanation healthy() {
        var attached = new AttachmentDetails("csi-1", "pvc-1", "node-1", true, "", false);
        return new VolumeExplanation(
                objects(
                        Optional.of(volume("1Gi")),
                        List.of(attached),
                        operation(BEGUN, "task-7", OperationStatus.Known.SUCCESS, "")),
                Optional.empty(),
                found(1024));
    }

    private static List<String> problems(VolumeObjects objects, CnsAnswer cns) {
        return new VolumeExplanation(objects, Optional.empty(), cns).problems(NOW);
    }

    @Test
    void showsAHealthyVolumeInAlignedLines() {
        assertThat(VolumeExplanationText.of(healthy(), NOW)).isEqualTo("""
                Volume            default/data
                Claim             default/data, Bound, requests 1Gi, StorageClass fast
                PersistentVolume  pvc-1, Bound, 1Gi, StorageClass fast, reclaim policy Delete
                Volume id         %1$s
                Attachments       Node node-1, attached
                Create            Success, begun 2026-03-01T10:09:00Z, task-7, 1024 MiB
                                  next: nothing: the operation is finished
                CNS               in vCenter vc-a, %1$s, BLOCK
                Name in CNS       pvc-1
                Datastore         ds:///vmfs/volumes/1/
                Size              1024 MiB
                Health            green
                Clusters          cluster-a
                Used by           PersistentVolume pvc-1
                                  Pod default/web
                Problems          none
                """.formatted(ID));
    }

    @Test
    void saysForWhichTaskAClaimWaits() {
        var explanation = new VolumeExplanation(
                objects(Optional.empty(), List.of(), operation(BEGUN, "task-7", OperationStatus.Known.IN_PROGRESS, "")),
                Optional.empty(),
                new CnsAnswer.Missing(List.of("vc-a")));

        assertThat(explanation.problems(NOW)).isEmpty();
        assertThat(VolumeExplanationText.of(explanation, NOW))
                .contains("PersistentVolume  none\n")
                .contains("Create            InProgress, begun 2026-03-01T10:09:00Z, task-7")
                .contains("next: the driver waits for task-7\n")
                .contains("CNS               no such volume in vc-a\n");
    }

    @Test
    void saysWhatFollowsOnEachStatus() {
        assertThat(operation(NOW, "", OperationStatus.Known.IN_PROGRESS, "").nextStep(NOW))
                .isEqualTo("the driver is sending the call to vCenter");
        assertThat(operation(BEGUN, "", OperationStatus.Known.IN_PROGRESS, "").nextStep(NOW))
                .startsWith("the record names no task");
        assertThat(operation(BEGUN, "task-7", OperationStatus.Known.ERROR, "vCenter reported: no space")
                        .nextStep(NOW))
                .startsWith("the attempt has ended");
        assertThat(operation(BEGUN, "task-7", OperationStatus.Known.ERROR, "timeout")
                        .nextStep(NOW))
                .contains("asks vCenter for task-7");
        assertThat(operation(BEGUN, "", OperationStatus.Known.ERROR, "timeout").nextStep(NOW))
                .contains("looks for the volume in CNS");
        assertThat(operation(BEGUN, "task-7", OperationStatus.of("Odd"), "").nextStep(NOW))
                .contains("asks vCenter for task-7");
        assertThat(operation(BEGUN, "task-7", OperationStatus.Known.TRACKING_ABORTED, "")
                        .nextStep(NOW))
                .contains("cannot learn");
        assertThat(new ExplainedOperation(
                                Kind.EXPAND, new OperationRecord("e", "", "", 0, 0, Optional.empty(), List.of()))
                        .nextStep(NOW))
                .startsWith("the record has no attempt");
    }

    @Test
    void namesOperationsThatFailedOrTakeTooLong() {
        assertThat(problems(
                        objects(
                                Optional.of(volume("1Gi")),
                                List.of(),
                                operation(Kind.EXPAND, LONG_AGO, "task-8", OperationStatus.Known.IN_PROGRESS, ""),
                                operation(
                                        Kind.DELETE,
                                        BEGUN,
                                        "task-9",
                                        OperationStatus.Known.ERROR,
                                        "vCenter reported: in use")),
                        found(1024)))
                .containsExactly(
                        "the expand has been in progress for 10 minutes",
                        "the last attempt of the delete has the status Error: vCenter reported: in use");
    }

    @Test
    void namesAVolumeThatCnsDoesNotHaveAndSizesThatDiffer() {
        VolumeObjects bound = objects(Optional.of(volume("2Gi")), List.of());

        assertThat(problems(bound, new CnsAnswer.Missing(List.of("vc-a", "vc-b"))))
                .containsExactly("the PersistentVolume exists, and CNS in vc-a, vc-b does not have its volume");
        assertThat(problems(bound, found(1024)))
                .containsExactly("the PersistentVolume has 2Gi, and the volume in CNS has 1024 MiB");
        assertThat(problems(bound, found(2048))).isEmpty();
        assertThat(problems(bound, new CnsAnswer.Unknown("no login"))).isEmpty();
        assertThat(new VolumeExplanation(bound, Optional.of("vc-b"), found(2048)).problems(NOW))
                .containsExactly("CNSVolumeInfo names vCenter vc-b, and the volume is in vc-a");
    }

    @Test
    void saysWhyVcenterWasNotAsked() {
        var explanation = new VolumeExplanation(
                objects(Optional.of(volume("1Gi")), List.of()), Optional.empty(), new CnsAnswer.Unknown("no login"));

        assertThat(VolumeExplanationText.of(explanation, NOW)).contains("CNS               not known: no login\n");
        assertThat(VolumeExplanationJson.of(explanation, NOW)).contains("{\"state\":\"unknown\",\"why\":\"no login\"}");
    }

    @Test
    void keepsHostileTextsOnTheirLine() {
        var attached = new AttachmentDetails(
                "csi-1", "pvc-1", "node-1", false, "a\nProblems none\u001b[2J\u009b31m\u202e\u2066\u2028\u200b", false);
        var explanation = new VolumeExplanation(
                objects(Optional.of(volume("1Gi")), List.of(attached)), Optional.empty(), found(1024));

        assertThat(VolumeExplanationText.of(explanation, NOW))
                .contains("Node node-1, not attached yet, a Problems none [2J 31m\n")
                .isEqualTo(VisibleText.lines(VolumeExplanationText.of(explanation, NOW)));
        assertThat(VolumeExplanationJson.of(explanation, NOW))
                .contains("none\\u001b[2J\\u009b31m\\u202e")
                .isEqualTo(VisibleText.lines(VolumeExplanationJson.of(explanation, NOW)));
        assertThat(explanation.problems(NOW)).hasSize(1);
    }

    @Test
    void writesEverythingAsJson() {
        String text = VolumeExplanationJson.of(healthy(), NOW);

        var json = new JsonReader(10, 100_000).read(text.getBytes(StandardCharsets.UTF_8));
        assertThat(json.members().keySet())
                .containsExactly(
                        "volume",
                        "volumeId",
                        "claim",
                        "persistentVolume",
                        "attachments",
                        "operations",
                        "recordedVcenter",
                        "cns",
                        "brokenRecords",
                        "unread",
                        "problems");
        assertThat(json.find("cns", "capacityMb").asLong()).isEqualTo(1024);
        assertThat(json.find("claim", "phase").asText()).isEqualTo("Bound");
        assertThat(text).contains("{\"operation\":\"create\",\"record\":\"pvc-1\",\"status\":\"Success\"");
    }
}
