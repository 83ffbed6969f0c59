package dev.vspherecloud.csi.commands.explain;

import dev.vspherecloud.csi.cluster.volume.AttachmentDetails;
import dev.vspherecloud.csi.cluster.volume.ClaimDetails;
import dev.vspherecloud.csi.cluster.volume.PersistentVolumeDetails;
import dev.vspherecloud.csi.cns.CnsContainerCluster;
import dev.vspherecloud.csi.cns.CnsEntityMetadata;
import dev.vspherecloud.csi.cns.CnsVolume;
import dev.vspherecloud.csi.domain.OperationAttempt;
import dev.vspherecloud.csi.domain.OperationRecord;
import dev.vspherecloud.http.PrintableText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The explanation of a volume as aligned lines. Pure.
final class VolumeExplanationText {
    private static final int MAX_VALUE = 1000;

    private final List<Row> rows = new ArrayList<>();

    /// @param label empty if the row continues the one before
    private record Row(String label, String value) {}

    private VolumeExplanationText() {}

    static String of(VolumeExplanation explanation, Instant now) {
        return new VolumeExplanationText().text(explanation, now);
    }

    private String text(VolumeExplanation explanation, Instant now) {
        VolumeObjects objects = explanation.objects();
        row("Volume", objects.name());
        objects.claim().ifPresent(claim -> row("Claim", claim(claim)));
        row(
                "PersistentVolume",
                objects.volume().map(VolumeExplanationText::volume).orElse("none"));
        row("Volume id", objects.volumeId().orElse("none recorded"));
        rows(
                "Attachments",
                objects.attachments().stream()
                        .map(VolumeExplanationText::attachment)
                        .toList());
        if (objects.volume().isEmpty() && objects.operations().isEmpty()) {
            row("Operations", "none: the driver has no record of this volume");
        }
        objects.operations().forEach(operation -> operation(operation, now));
        explanation.recordedVcenter().ifPresent(vcenter -> row("CNSVolumeInfo", vcenter));
        cns(explanation.cns());
        List<String> unread = Stream.concat(objects.brokenRecords().stream(), objects.unread().stream())
                .toList();
        if (!unread.isEmpty()) {
            rows("Not read", unread);
        }
        rows("Problems", explanation.problems(now));
        int width = rows.stream().mapToInt(row -> row.label().length()).max().orElse(0) + 2;
        return rows.stream()
                .map(row -> row.label() + " ".repeat(width - row.label().length()) + row.value() + "\n")
                .collect(Collectors.joining());
    }

    private void row(String label, String value) {
        rows.add(new Row(label, PrintableText.of(value, MAX_VALUE)));
    }

    private void rows(String label, List<String> values) {
        if (values.isEmpty()) {
            row(label, "none");
        }
        for (int i = 0; i < values.size(); i++) {
            row(i == 0 ? label : "", values.get(i));
        }
    }

    private static String volume(PersistentVolumeDetails volume) {
        return joined(
                volume.name(),
                volume.phase() + (volume.message().isEmpty() ? "" : " (%s)".formatted(volume.message())),
                volume.capacity(),
                labelled("StorageClass", volume.storageClass()),
                labelled("reclaim policy", volume.reclaimPolicy()),
                volume.isBeingDeleted() ? "being deleted" : "");
    }

    private static String claim(ClaimDetails claim) {
        return joined(
                claim.namespace() + "/" + claim.name(),
                claim.phase(),
                labelled("requests", claim.requested()),
                labelled("has", claim.capacity()),
                labelled("StorageClass", claim.storageClass()),
                claim.isBeingDeleted() ? "being deleted" : "");
    }

    private static String attachment(AttachmentDetails attachment) {
        return joined(
                labelled("Node", attachment.node()),
                attachment.isAttached() ? "attached" : "not attached yet",
                attachment.isBeingDeleted() ? "being detached" : "",
                attachment.error());
    }

    private void operation(ExplainedOperation operation, Instant now) {
        OperationRecord record = operation.record();
        String label =
                switch (operation.kind()) {
                    case CREATE -> "Create";
                    case DELETE -> "Delete";
                    case EXPAND -> "Expand";
                };
        row(label, operation.newest().map(attempt -> attempt(attempt, record)).orElse("no attempt"));
        operation
                .newest()
                .map(OperationAttempt::error)
                .filter(error -> !error.isEmpty())
                .ifPresent(error -> row("", "error: " + error));
        row("", "next: " + operation.nextStep(now));
    }

    private static String attempt(OperationAttempt attempt, OperationRecord record) {
        return joined(
                attempt.status().text(),
                "begun " + attempt.invoked(),
                attempt.taskId().isEmpty() ? "no task recorded" : attempt.taskId(),
                labelled("vCenter", attempt.vcenter()),
                record.capacityMb() == 0 ? "" : record.capacityMb() + " MiB",
                record.errorCount() == 0 ? "" : "failed attempts: " + record.errorCount());
    }

    private void cns(CnsAnswer answer) {
        switch (answer) {
            case CnsAnswer.Unknown(String why) -> row("CNS", "not known: " + why);
            case CnsAnswer.Missing(List<String> vcenters) ->
                row("CNS", "no such volume in " + String.join(", ", vcenters));
            case CnsAnswer.Found(String vcenter, CnsVolume volume) -> found(vcenter, volume);
        }
    }

    private void found(String vcenter, CnsVolume volume) {
        row("CNS", joined("in vCenter " + vcenter, volume.id().id(), volume.type()));
        row("Name in CNS", volume.name());
        row("Datastore", volume.datastoreUrl());
        row("Size", volume.capacityInMb().isPresent() ? volume.capacityInMb().getAsLong() + " MiB" : "not reported");
        row("Health", volume.health().isEmpty() ? "not reported" : volume.health());
        row("Clusters", String.join(", ", clusters(volume)));
        rows(
                "Used by",
                volume.entities().stream().map(VolumeExplanationText::entity).toList());
    }

    /// Returns the ids of the clusters that a volume belongs to.
    static List<String> clusters(CnsVolume volume) {
        return Stream.concat(
                        volume.cluster().map(CnsContainerCluster::clusterId).stream(),
                        volume.entities().stream().map(CnsEntityMetadata::clusterId))
                .filter(id -> !id.isEmpty())
                .distinct()
                .toList();
    }

    /// Returns the kind of an object as Kubernetes writes it.
    static String kind(CnsEntityMetadata entity) {
        return switch (entity.type()) {
            case PERSISTENT_VOLUME -> "PersistentVolume";
            case PERSISTENT_VOLUME_CLAIM -> "PersistentVolumeClaim";
            case POD -> "Pod";
        };
    }

    private static String entity(CnsEntityMetadata entity) {
        return kind(entity) + " " + (entity.namespace().isEmpty() ? "" : entity.namespace() + "/") + entity.name();
    }

    private static String labelled(String label, String value) {
        return value.isEmpty() ? "" : label + " " + value;
    }

    private static String joined(String... parts) {
        return Stream.of(parts).filter(part -> !part.isEmpty()).collect(Collectors.joining(", "));
    }
}
