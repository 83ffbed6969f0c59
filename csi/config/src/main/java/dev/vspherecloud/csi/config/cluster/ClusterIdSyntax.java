package dev.vspherecloud.csi.config.cluster;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// The form of a cluster id.
///
/// Rule from: vsphere-csi-driver, pkg/common/config, validateConfig: at most 64 bytes. Differs: control characters
/// are refused, because vCenter receives the id in an HTTP header and in XML.
public final class ClusterIdSyntax {
    private static final int MAX_BYTES = 64;

    private ClusterIdSyntax() {}

    /// Returns why the text is no cluster id, as `found X, expected Y; do Z`; empty if it is one.
    public static Optional<String> error(String id) {
        int length = id.getBytes(StandardCharsets.UTF_8).length;
        if (id.isBlank()) {
            return Optional.of("found an empty cluster id, expected 1 to 64 bytes; write the id, or remove the key");
        }
        if (length > MAX_BYTES) {
            return Optional.of(
                    "found a cluster id of %d bytes, expected at most %d; shorten it".formatted(length, MAX_BYTES));
        }
        if (id.codePoints().anyMatch(Character::isISOControl)) {
            return Optional.of("found a cluster id with a control character, expected none; remove it");
        }
        return Optional.empty();
    }

    static boolean isId(String text) {
        return error(text).isEmpty();
    }
}
