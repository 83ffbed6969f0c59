package dev.vspherecloud.csi.cns;

import dev.vspherecloud.http.PrintableText;
import dev.vspherecloud.vsphere.client.PropertyValue;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/// A snapshot as CNS reports it.
///
/// @param description the text that the client chose; empty if it has characters that no name has
/// @param created     when it was created, by the clock of vCenter; empty if vCenter does not report it
public record CnsSnapshot(CnsSnapshotId id, String description, Optional<Instant> created) {
    /// Reads a `CnsSnapshot`; empty if it does not name a snapshot and its volume.
    static Optional<CnsSnapshot> read(PropertyValue snapshot) {
        return CnsVolumeId.read(snapshot, "volumeId")
                .flatMap(volume -> CnsSnapshotId.read(snapshot, volume, "snapshotId"))
                .map(id -> new CnsSnapshot(
                        id,
                        snapshot.field("description")
                                .text()
                                .filter(PrintableText::isPrintable)
                                .orElse(""),
                        time(snapshot.field("createTime"))));
    }

    private static Optional<Instant> time(PropertyValue value) {
        try {
            return value.text().map(OffsetDateTime::parse).map(OffsetDateTime::toInstant);
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }
}
