package dev.vspherecloud.csi.cns;

import dev.vspherecloud.http.PrintableText;
import dev.vspherecloud.vsphere.client.PropertyValue;
import java.util.Optional;

/// A snapshot of a volume. Its id is unique only together with that of the volume.
///
/// @param id not blank, printable, without spaces at its ends, at most 256 characters
public record CnsSnapshotId(CnsVolumeId volume, String id) {
    public CnsSnapshotId {
        if (CnsVolumeId.parse(id).isEmpty()) {
            throw new IllegalArgumentException("\"%s\" is not the id of a snapshot; expected printable characters"
                    .formatted(PrintableText.of(id)));
        }
    }

    /// Reads the id from the field of this name; empty if it is missing or malformed.
    static Optional<CnsSnapshotId> read(PropertyValue owner, CnsVolumeId volume, String field) {
        return CnsVolumeId.read(owner, field).map(id -> new CnsSnapshotId(volume, id.id()));
    }
}
