package dev.vspherecloud.csi.domain;

import java.util.Locale;
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

    private OperationName() {}

    /// Returns the name of the record of a create, for example `pvc-<uid>`.
    public static String ofCreate(String requestName) {
        return objectName(requestName);
    }

    /// Returns the name of the record of a delete.
    public static String ofDelete(String volumeId) {
        return objectName("delete-" + volumeId.replace(':', '-'));
    }

    /// Returns the name of the record of an expand.
    public static String ofExpand(String volumeId) {
        return objectName("expand-" + volumeId.replace(':', '-'));
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
