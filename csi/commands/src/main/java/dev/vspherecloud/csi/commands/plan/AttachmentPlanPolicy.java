package dev.vspherecloud.csi.commands.plan;

import dev.vspherecloud.config.RawValue;
import dev.vspherecloud.csi.cluster.plan.ExistingAttachment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Decides what changes for a VolumeAttachment. Pure.
///
/// Rule from: csi-production 5 and 7.
final class AttachmentPlanPolicy {
    static final Pattern UUID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private AttachmentPlanPolicy() {}

    /// The PersistentVolume of an attachment.
    ///
    /// @param form        what kind of volume its handle names
    /// @param stops       the first code because of which it stops working
    /// @param attachments how many VolumeAttachments count it as attached
    record AttachedVolume(HandleForm form, Optional<TakeoverCode> stops, long attachments) {}

    /// Returns what differs; empty if nothing changes.
    ///
    /// @param volume     empty if the PersistentVolume does not exist
    /// @param nodes      empty if the Nodes could not be read
    /// @param migrations empty if the records could not be read
    /// @param tasks      what the vCenters do now
    static List<TakeoverFinding> evaluate(
            ExistingAttachment attachment,
            Optional<AttachedVolume> volume,
            Optional<RegisteredNodes> nodes,
            Optional<MigrationRecords> migrations,
            RunningTasks tasks) {
        var findings = new ArrayList<TakeoverFinding>();
        if (!attachment.inlineHandle().isEmpty()) {
            inline(attachment, migrations).ifPresent(findings::add);
        } else if (volume.isEmpty()) {
            findings.add(TakeoverFinding.of(
                    TakeoverCode.VOLUME_MISSING, "found no PersistentVolume %s".formatted(attachment.volume())));
        } else {
            findings.addAll(ofVolume(attachment, volume.get()));
        }
        progress(attachment, tasks).ifPresent(findings::add);
        nodes.ifPresent(known -> findings.addAll(ofNode(attachment, known)));
        return findings;
    }

    private static Optional<TakeoverFinding> inline(
            ExistingAttachment attachment, Optional<MigrationRecords> migrations) {
        return switch (HandleForm.of(attachment.inlineHandle())) {
            case IN_TREE -> migrations.flatMap(records -> records.finding(attachment.inlineHandle()));
            case BLOCK, FILE -> Optional.empty();
            case INVALID ->
                Optional.of(TakeoverFinding.of(
                        TakeoverCode.HANDLE_INVALID,
                        "found the handle %s of a volume that a Pod names, expected [datastore] path.vmdk"
                                .formatted(RawValue.printable(attachment.inlineHandle()))));
        };
    }

    private static List<TakeoverFinding> ofVolume(ExistingAttachment attachment, AttachedVolume volume) {
        var findings = new ArrayList<TakeoverFinding>();
        volume.stops()
                .map(code -> TakeoverFinding.of(
                        TakeoverCode.VOLUME_STOPS,
                        "PersistentVolume %s: %s".formatted(attachment.volume(), code.text())))
                .ifPresent(findings::add);
        TakeoverFinding.when(
                        volume.form() != HandleForm.FILE && attachment.isAttached() && volume.attachments() > 1,
                        TakeoverCode.ATTACHED_TWICE,
                        "PersistentVolume %s counts as attached by %d VolumeAttachments, expected one"
                                .formatted(attachment.volume(), volume.attachments()))
                .ifPresent(findings::add);
        return findings;
    }

    private static Optional<TakeoverFinding> progress(ExistingAttachment attachment, RunningTasks tasks) {
        String where = "to Node " + attachment.node();
        if (!attachment.error().isEmpty()) {
            return Optional.of(
                    TakeoverFinding.of(TakeoverCode.ATTACHMENT_FAILED, "%s: %s".formatted(where, attachment.error())));
        }
        if (attachment.isBeingDeleted()) {
            return Optional.of(TakeoverFinding.of(
                    tasks.mayAttach() ? TakeoverCode.DETACH_IN_PROGRESS : TakeoverCode.DETACH_UNFINISHED, where));
        }
        return TakeoverFinding.when(
                !attachment.isAttached(),
                tasks.mayAttach() ? TakeoverCode.ATTACH_IN_PROGRESS : TakeoverCode.ATTACH_UNFINISHED,
                where);
    }

    private static List<TakeoverFinding> ofNode(ExistingAttachment attachment, RegisteredNodes nodes) {
        var findings = new ArrayList<TakeoverFinding>();
        boolean exists = nodes.exists(attachment.node());
        if (!exists) {
            findings.add(
                    TakeoverFinding.of(TakeoverCode.NODE_MISSING, "found no Node %s".formatted(attachment.node())));
        }
        String recorded = attachment.nodeId();
        String registered = nodes.idOf(attachment.node()).orElse("");
        if (recorded.isEmpty()) {
            return findings;
        }
        if (recorded.equals(attachment.node())) {
            findings.add(TakeoverFinding.of(TakeoverCode.NODE_ID_IS_NAME, "found the node id %s".formatted(recorded)));
        } else if (!UUID.matcher(recorded.toLowerCase(Locale.ROOT)).matches()) {
            findings.add(TakeoverFinding.of(
                    TakeoverCode.NODE_ID_INVALID,
                    "found the node id %s, expected the UUID of a VM or %s"
                            .formatted(RawValue.printable(recorded), attachment.node())));
        } else if (exists && !registered.isEmpty() && !registered.equalsIgnoreCase(recorded)) {
            findings.add(TakeoverFinding.of(
                    TakeoverCode.NODE_ID_OUTDATED,
                    "found the node id %s, and Node %s has registered %s"
                            .formatted(recorded, attachment.node(), registered)));
        }
        return findings;
    }
}
