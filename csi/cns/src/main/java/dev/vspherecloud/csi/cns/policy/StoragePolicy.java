package dev.vspherecloud.csi.cns.policy;

import dev.vspherecloud.http.PrintableText;
import dev.vspherecloud.vsphere.client.PropertyValue;
import java.util.Optional;

/// A storage policy.
///
/// @param id   the id, as in `aa6d5a82-1c88-45da-85d3-3d74b91a5bad`; 1 to 256 printable characters
/// @param name the name exactly as vCenter has it, not empty; it may have characters that are not printable
public record StoragePolicy(String id, String name) {
    private static final int MAX_ID_LENGTH = 256;

    public StoragePolicy {
        if (!isId(id) || name.isEmpty()) {
            throw new IllegalArgumentException("a storage policy needs a printable id and a name");
        }
    }

    /// Reads a `PbmProfile`; empty if it has no valid id or no name.
    static Optional<StoragePolicy> read(PropertyValue profile) {
        return readId(profile.field("profileId"))
                .flatMap(id -> profile.field("name").text().map(name -> new StoragePolicy(id, name)));
    }

    /// Reads a `PbmProfileId`; empty if it is not valid.
    static Optional<String> readId(PropertyValue profileId) {
        return profileId.field("uniqueId").text().filter(StoragePolicy::isId);
    }

    private static boolean isId(String id) {
        return !id.isBlank() && id.length() <= MAX_ID_LENGTH && PrintableText.isPrintable(id);
    }
}
