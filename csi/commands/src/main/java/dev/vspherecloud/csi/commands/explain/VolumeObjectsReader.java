package dev.vspherecloud.csi.commands.explain;

import dev.vspherecloud.csi.cluster.KubeOperationRecords;
import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.cluster.volume.AttachmentDetails;
import dev.vspherecloud.csi.cluster.volume.ClaimDetails;
import dev.vspherecloud.csi.cluster.volume.KubeVolumeDetails;
import dev.vspherecloud.csi.cluster.volume.KubeVolumeMigrations;
import dev.vspherecloud.csi.cluster.volume.MigratedVolumeResult;
import dev.vspherecloud.csi.cluster.volume.PersistentVolumeDetails;
import dev.vspherecloud.csi.commands.explain.ExplainedOperation.Kind;
import dev.vspherecloud.csi.domain.OperationName;
import dev.vspherecloud.csi.domain.OperationRecord;
import dev.vspherecloud.csi.domain.RecordState;
import dev.vspherecloud.csi.domain.volume.VolumeHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads what the cluster has about one volume.
///
/// Threads: one.
final class VolumeObjectsReader {
    private static final Duration BUDGET = Duration.ofSeconds(15);
    private static final Pattern CLAIM = Pattern.compile("([-a-z0-9]+)/([-.a-z0-9]+)");
    private static final String PREFIX = "pvc-";

    private final KubeVolumeDetails details;
    private final KubeOperationRecords records;
    private final KubeVolumeMigrations migrations;
    private final List<ExplainedOperation> operations = new ArrayList<>();
    private final List<String> brokenRecords = new ArrayList<>();
    private final List<String> unread = new ArrayList<>();

    VolumeObjectsReader(KubeVolumeDetails details, KubeOperationRecords records, KubeVolumeMigrations migrations) {
        this.details = details;
        this.records = records;
        this.migrations = migrations;
    }

    /// Reads everything about a volume.
    ///
    /// @param name a PersistentVolume, a volume handle, or a claim as `namespace/name` or `pvc-<uid>`
    VolumeObjects read(String name) {
        Matcher asClaim = CLAIM.matcher(name);
        if (asClaim.matches()) {
            Optional<ClaimDetails> claim = claim(each ->
                    each.namespace().equals(asClaim.group(1)) && each.name().equals(asClaim.group(2)));
            return read(name, claim.flatMap(found -> volume(each -> each.name().equals(volumeName(found)))), claim);
        }
        Optional<PersistentVolumeDetails> volume =
                volume(each -> each.name().equals(name) || each.handle().equals(name));
        return read(name, volume, volume.isPresent() ? volume.flatMap(this::claimOf) : claimOfRequest(name));
    }

    private VolumeObjects read(String name, Optional<PersistentVolumeDetails> volume, Optional<ClaimDetails> claim) {
        Optional<String> requestName = volume.map(PersistentVolumeDetails::name)
                .or(() -> claim.map(VolumeObjectsReader::volumeName))
                .or(() -> isRequestName(name) ? Optional.of(name) : Optional.empty());
        Optional<OperationRecord> create =
                requestName.flatMap(request -> operation(Kind.CREATE, OperationName.ofCreate(request)));
        Optional<String> volumeId = volume.map(PersistentVolumeDetails::handle)
                .or(() -> create.map(OperationRecord::volumeId))
                .or(() -> VolumeHandle.parse(name).map(VolumeHandle::text))
                .filter(id -> !id.isEmpty())
                .flatMap(this::inCns);
        volumeId.ifPresent(id -> {
            operation(Kind.DELETE, OperationName.ofDelete(id));
            operation(Kind.EXPAND, OperationName.ofExpand(id));
        });
        List<AttachmentDetails> attachments = volume.map(found -> all(details.attachments(found.name(), BUDGET)))
                .orElse(List.of());
        return new VolumeObjects(
                name, requestName, volumeId, volume, claim, attachments, operations, brokenRecords, unread);
    }

    /// Returns the name of the PersistentVolume of a claim. It is the name of the create request, too.
    private static String volumeName(ClaimDetails claim) {
        return claim.volumeName().isEmpty() ? PREFIX + claim.uid() : claim.volumeName();
    }

    private static boolean isRequestName(String name) {
        return !CLAIM.matcher(name).matches() && VolumeHandle.parse(name).isEmpty();
    }

    private Optional<PersistentVolumeDetails> volume(Predicate<PersistentVolumeDetails> wanted) {
        return all(details.volumes(wanted, BUDGET)).stream().findFirst();
    }

    private Optional<ClaimDetails> claim(Predicate<ClaimDetails> wanted) {
        return all(details.claims(wanted, BUDGET)).stream().findFirst();
    }

    /// Finds the claim of a PersistentVolume. A claim that was created later with the same name has another uid.
    private Optional<ClaimDetails> claimOf(PersistentVolumeDetails volume) {
        return volume.claimName().isEmpty()
                ? Optional.empty()
                : claim(each -> each.namespace().equals(volume.claimNamespace())
                        && each.name().equals(volume.claimName())
                        && (volume.claimUid().isEmpty() || volume.claimUid().equals(each.uid())));
    }

    private Optional<ClaimDetails> claimOfRequest(String name) {
        return name.startsWith(PREFIX)
                ? claim(each -> each.uid().equals(name.substring(PREFIX.length())))
                : Optional.empty();
    }

    /// Returns the id in CNS of a volume handle. That of a volume of the in-tree driver is in a record of its own.
    private Optional<String> inCns(String handle) {
        if (!(VolumeHandle.parse(handle).orElse(null) instanceof VolumeHandle.InTree)) {
            return Optional.of(handle);
        }
        return switch (migrations.find(handle, BUDGET)) {
            case MigratedVolumeResult.Found(String id) -> Optional.of(id);
            case MigratedVolumeResult.NotFound() -> Optional.empty();
            case MigratedVolumeResult.Ambiguous(List<String> ids) -> {
                unread.add("several records name the disk %s: %s".formatted(handle, String.join(", ", ids)));
                yield Optional.empty();
            }
            case MigratedVolumeResult.Unknown(String problem) -> {
                unread.add(problem);
                yield Optional.empty();
            }
        };
    }

    private Optional<OperationRecord> operation(Kind kind, String name) {
        return switch (records.read(name, BUDGET)) {
            case RecordState.Present(OperationRecord record, String _) -> {
                operations.add(new ExplainedOperation(kind, record));
                yield Optional.of(record);
            }
            case RecordState.Unreadable(String _, String problem) -> {
                brokenRecords.add(problem);
                yield Optional.empty();
            }
            case RecordState.Unanswered(String problem) -> {
                unread.add(problem);
                yield Optional.empty();
            }
            case RecordState.Absent _, RecordState.Unread _ -> Optional.empty();
        };
    }

    private <T> List<T> all(ListResult<List<T>> result) {
        return switch (result) {
            case ListResult.Complete<List<T>>(List<T> found) -> found;
            case ListResult.Failed<List<T>>(String problem) -> unread(problem);
            case ListResult.KindUnknown<List<T>>(String problem) -> unread(problem);
        };
    }

    private <T> List<T> unread(String problem) {
        unread.add(problem);
        return List.of();
    }
}
