package dev.vspherecloud.csi.domain;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Names of records, and of volumes in CNS.
public final class OperationName {
    /// What the API server accepts as the name of an object.
    private static final Pattern OBJECT_NAME =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

    private static final int MAX_OBJECT_NAME = 253;

    /// The longest name that CNS accepts.
    ///
    /// Rule from: csi 3.1 step 5. Go cuts longer names, so that two of them can become the same.
    private static final int MAX_VOLUME_NAME = 80;

    private static final int HASH_LENGTH = 16;

    /// The name that csi-provisioner gives by default.
    private static final Pattern OF_CLAIM =
            Pattern.compile("pvc-([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})");

    private static final String DELETE = "delete-";
    private static final String EXPAND = "expand-";
    private static final String DELETE_SNAPSHOT = "deletesnapshot-";
    private static final String TEMPORARY = "clone-";

    private OperationName() {}

    /// Returns the name of the record of a create, for example `pvc-<uid>`.
    public static String ofCreate(String requestName) {
        return objectName(requestName);
    }

    /// Returns the uid of the claim for which a volume is requested; empty if the name does not contain it.
    static Optional<String> claimUid(String requestName) {
        Matcher matcher = OF_CLAIM.matcher(requestName);
        return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    /// Returns the name of the record of a delete.
    public static String ofDelete(String volumeId) {
        return objectName(DELETE + volumeId.replace(':', '-'));
    }

    /// Returns the name of the record of an expand.
    public static String ofExpand(String volumeId) {
        return objectName(EXPAND + volumeId.replace(':', '-'));
    }

    /// Returns the name of the record of a snapshot, which is also its description in CNS.
    ///
    /// Rule from: csi 3.0.1 and 3.5.
    public static String ofSnapshot(String requestName, String volumeId) {
        return objectName(snapshotDescription(requestName, volumeId));
    }

    /// Returns the description of a snapshot in CNS, by which it is found again.
    ///
    /// Rule from: csi 3.5.
    public static String snapshotDescription(String requestName, String volumeId) {
        return requestName + "-" + volumeId;
    }

    /// Returns the name and the description of the temporary snapshot that a clone needs.
    ///
    /// Rule from: csi-production 9.
    public static String ofTemporarySnapshot(String createRequest) {
        return TEMPORARY + createRequest;
    }

    /// Returns the name of the request that creates the clone for which a snapshot was made; empty if the snapshot
    /// is not a temporary one. Descriptions of other snapshots end with the id of their volume.
    public static Optional<String> cloneOfTemporary(String description, String volumeId) {
        return description.startsWith(TEMPORARY)
                        && description.length() > TEMPORARY.length()
                        && !description.endsWith("-" + volumeId)
                ? Optional.of(description.substring(TEMPORARY.length()))
                : Optional.empty();
    }

    /// Returns the description of the temporary snapshot that a record is about; empty if it is about another one.
    public static Optional<String> temporaryOf(OperationRecord record) {
        String volume = "-" + record.volumeId();
        return volume.length() > 1
                        && record.name().startsWith(TEMPORARY)
                        && record.name().endsWith(volume)
                ? Optional.of(record.name().substring(0, record.name().length() - volume.length()))
                : Optional.empty();
    }

    /// Returns the name of the record of the delete of a snapshot.
    public static String ofDeleteSnapshot(String volumeId, String snapshotId) {
        return objectName(DELETE_SNAPSHOT + volumeId.replace(':', '-') + "-" + snapshotId);
    }

    /// Returns what the operation of a record is.
    public static OperationKind kindOf(OperationRecord record) {
        String name = record.name();
        if (name.startsWith(DELETE_SNAPSHOT)) {
            return OperationKind.DELETE_SNAPSHOT;
        }
        if (name.startsWith(DELETE)) {
            return OperationKind.DELETE;
        }
        if (name.startsWith(EXPAND)) {
            return OperationKind.EXPAND;
        }
        String volume = "-" + record.volumeId();
        // A client may choose the id of a volume, so that "pvc-<uid>" ends with it, too.
        boolean endsWithSource = volume.length() > 1
                && name.endsWith(volume)
                && name.substring(0, name.length() - volume.length()).contains("-");
        return endsWithSource || !record.snapshotId().isEmpty() ? OperationKind.CREATE_SNAPSHOT : OperationKind.CREATE;
    }

    /// Returns the name of the volume in CNS. Long names end with a hash, so that two names never become one.
    public static String ofVolume(String requestName) {
        return requestName.length() <= MAX_VOLUME_NAME
                ? requestName
                : requestName.substring(0, MAX_VOLUME_NAME - HASH_LENGTH - 1) + "-" + hash(requestName);
    }

    private static String objectName(String wanted) {
        if (wanted.length() <= MAX_OBJECT_NAME && OBJECT_NAME.matcher(wanted).matches()) {
            return wanted;
        }
        String readable = wanted.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        String cut = readable.substring(0, Math.min(readable.length(), MAX_OBJECT_NAME - HASH_LENGTH - 3));
        return ("x" + cut + "-" + hash(wanted)).replaceAll("-+", "-");
    }

    /// Returns the 64-bit FNV-1a hash. It only has to tell names apart that differ by chance.
    private static String hash(String text) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
        }
        return "%016x".formatted(hash);
    }
}
