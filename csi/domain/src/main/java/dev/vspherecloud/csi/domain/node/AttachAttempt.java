package dev.vspherecloud.csi.domain.node;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/// An attempt to attach a volume, recorded on its VolumeAttachment before CNS is called.
///
/// Form: the time, a blank, and `first` or `repeated`, as in `2026-11-27T02:40:35Z first`.
///
/// @param isRepeated true if the VolumeAttachment said already that the volume is attached. Then `status.attached`
///     does not show that this attempt has ended
public record AttachAttempt(Instant at, boolean isRepeated) {
    /// The annotation of a VolumeAttachment that contains the attempt.
    public static final String ANNOTATION = "vspherecloud.dev/csi-attach-attempt";

    private static final String FIRST = "first";
    private static final String REPEATED = "repeated";

    /// Parses an attempt; empty if the text has another form.
    public static Optional<AttachAttempt> parse(String text) {
        int blank = text.indexOf(' ');
        if (blank < 0) {
            return Optional.empty();
        }
        String kind = text.substring(blank + 1);
        if (!kind.equals(FIRST) && !kind.equals(REPEATED)) {
            return Optional.empty();
        }
        try {
            return Optional.of(new AttachAttempt(Instant.parse(text.substring(0, blank)), kind.equals(REPEATED)));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    /// Returns the attempt of a VolumeAttachment that may still run: CNS may have received its call, and nothing
    /// recorded says how it ended. Empty if there is none.
    public static Optional<AttachAttempt> openOf(ClusterAttachment attachment) {
        return attachment.isAttached() && !attachment.attempt().endsWith(REPEATED)
                ? Optional.empty()
                : parse(attachment.attempt());
    }

    @Override
    public String toString() {
        return at + " " + (isRepeated ? REPEATED : FIRST);
    }
}
