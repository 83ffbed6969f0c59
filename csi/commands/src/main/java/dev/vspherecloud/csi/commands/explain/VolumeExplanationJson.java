package dev.vspherecloud.csi.commands.explain;

import dev.vspherecloud.csi.cluster.volume.AttachmentDetails;
import dev.vspherecloud.csi.cluster.volume.ClaimDetails;
import dev.vspherecloud.csi.cluster.volume.PersistentVolumeDetails;
import dev.vspherecloud.csi.cns.CnsEntityMetadata;
import dev.vspherecloud.csi.cns.CnsVolume;
import dev.vspherecloud.csi.domain.OperationAttempt;
import dev.vspherecloud.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The explanation of a volume as JSON. Pure. Each member is always present; what is not known is `null`.
final class VolumeExplanationJson {
    private VolumeExplanationJson() {}

    static String of(VolumeExplanation explanation, Instant now) {
        VolumeObjects objects = explanation.objects();
        return Json.object()
                        .with("volume", objects.name())
                        .with("volumeId", text(objects.volumeId().orElse("")))
                        .with("claim", orNull(objects.claim(), VolumeExplanationJson::claim))
                        .with("persistentVolume", orNull(objects.volume(), VolumeExplanationJson::volume))
                        .with("attachments", Json.items(objects.attachments(), VolumeExplanationJson::attachment))
                        .with("operations", Json.items(objects.operations(), each -> operation(each, now)))
                        .with(
                                "recordedVcenter",
                                text(explanation.recordedVcenter().orElse("")))
                        .with("cns", cns(explanation.cns()))
                        .with("brokenRecords", Json.texts(objects.brokenRecords()))
                        .with("unread", Json.texts(objects.unread()))
                        .with("problems", Json.texts(explanation.problems(now)))
                + "\n";
    }

    private static <T> Json orNull(Optional<T> value, Function<? super T, ? extends Json> json) {
        return value.<Json>map(json).orElse(Json.nothing());
    }

    private static Json text(String text) {
        return text.isEmpty() ? Json.nothing() : new Json.Text(text);
    }

    private static Json claim(ClaimDetails claim) {
        return Json.object()
                .with("namespace", claim.namespace())
                .with("name", claim.name())
                .with("phase", text(claim.phase()))
                .with("requested", text(claim.requested()))
                .with("capacity", text(claim.capacity()))
                .with("storageClass", text(claim.storageClass()))
                .with("isBeingDeleted", claim.isBeingDeleted());
    }

    private static Json volume(PersistentVolumeDetails volume) {
        return Json.object()
                .with("name", volume.name())
                .with("handle", text(volume.handle()))
                .with("phase", text(volume.phase()))
                .with("message", text(volume.message()))
                .with("capacity", text(volume.capacity()))
                .with("storageClass", text(volume.storageClass()))
                .with("reclaimPolicy", text(volume.reclaimPolicy()))
                .with("isBeingDeleted", volume.isBeingDeleted());
    }

    private static Json attachment(AttachmentDetails attachment) {
        return Json.object()
                .with("name", attachment.name())
                .with("node", attachment.node())
                .with("isAttached", attachment.isAttached())
                .with("isBeingDeleted", attachment.isBeingDeleted())
                .with("error", text(attachment.error()));
    }

    private static Json operation(ExplainedOperation operation, Instant now) {
        Optional<OperationAttempt> newest = operation.newest();
        return Json.object()
                .with("operation", operation.kind().text())
                .with("record", operation.record().name())
                .with(
                        "status",
                        text(newest.map(attempt -> attempt.status().text()).orElse("")))
                .with(
                        "begun",
                        text(newest.map(attempt -> attempt.invoked().toString()).orElse("")))
                .with("task", text(newest.map(OperationAttempt::taskId).orElse("")))
                .with("vcenter", text(newest.map(OperationAttempt::vcenter).orElse("")))
                .with("error", text(newest.map(OperationAttempt::error).orElse("")))
                .with("errorCount", operation.record().errorCount())
                .with("next", operation.nextStep(now));
    }

    private static Json cns(CnsAnswer answer) {
        return switch (answer) {
            case CnsAnswer.Unknown(String why) -> cns("unknown").with("why", why);
            case CnsAnswer.Missing(List<String> vcenters) -> cns("missing").with("vcenters", Json.texts(vcenters));
            case CnsAnswer.Found(String vcenter, CnsVolume volume) ->
                cns("found")
                        .with("vcenter", vcenter)
                        .with("id", volume.id().id())
                        .with("name", volume.name())
                        .with("type", text(volume.type()))
                        .with("datastoreUrl", text(volume.datastoreUrl()))
                        .with(
                                "capacityMb",
                                volume.capacityInMb().isPresent()
                                        ? Json.of(volume.capacityInMb().getAsLong())
                                        : Json.nothing())
                        .with("health", text(volume.health()))
                        .with("clusters", Json.texts(VolumeExplanationText.clusters(volume)))
                        .with("entities", Json.items(volume.entities(), VolumeExplanationJson::entity));
        };
    }

    private static Json.Members cns(String state) {
        return Json.object().with("state", state);
    }

    private static Json entity(CnsEntityMetadata entity) {
        return Json.object()
                .with("kind", VolumeExplanationText.kind(entity))
                .with("namespace", text(entity.namespace()))
                .with("name", entity.name())
                .with("cluster", text(entity.clusterId()));
    }
}
