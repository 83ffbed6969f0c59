package dev.vspherecloud.csi.cns;

import dev.vspherecloud.csi.domain.metadata.VolumeForm;
import dev.vspherecloud.http.PrintableText;
import dev.vspherecloud.vsphere.client.PropertyValue;
import java.util.Optional;

/// The id of a volume in CNS, as in `6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11` or, for a file volume,
/// `file:6ee2b7d5-…`. vCenter compares ids letter by letter.
///
/// @param id not blank, printable, without spaces at its ends, at most 256 characters
public record CnsVolumeId(String id) {
    private static final int MAX_LENGTH = 256;

    public CnsVolumeId {
        if (id.isBlank() || id.length() > MAX_LENGTH || !id.strip().equals(id) || !PrintableText.isPrintable(id)) {
            throw new IllegalArgumentException("\"%s\" is not the id of a volume; expected 1 to %d printable characters"
                    .formatted(PrintableText.of(id), MAX_LENGTH));
        }
    }

    /// Reads the id from the field of this name, as in `<volumeId><id>…</id></volumeId>`; empty if it is missing
    /// or malformed.
    static Optional<CnsVolumeId> read(PropertyValue owner, String field) {
        return owner.field(field).field("id").text().flatMap(CnsVolumeId::parse);
    }

    /// Parses an id; empty if the text is none.
    public static Optional<CnsVolumeId> parse(String text) {
        try {
            return Optional.of(new CnsVolumeId(text));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /// Returns true for a file volume.
    public boolean isFile() {
        return id.startsWith(VolumeForm.FILE_PREFIX);
    }

    @Override
    public String toString() {
        return id;
    }
}
