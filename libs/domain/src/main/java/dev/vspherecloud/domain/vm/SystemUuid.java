package dev.vspherecloud.domain.vm;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// The UUID in a machine's SMBIOS. vCenter calls it the BIOS UUID (`config.uuid`), the kubelet the system UUID.
///
/// Form: lower case, dashed, as in `4237558d-a1b2-c3d4-e5f6-0123456789ab`. The same machine may report it in
/// another byte order, see [#byteSwapped].
public record SystemUuid(UUID value) {
    private static final int LENGTH = 36;

    /// The length of the longest text that is parsed, including blanks around the UUID.
    private static final int MAX_LENGTH = 64;

    /// UUIDs with all bits clear or all bits set mean that the firmware has no UUID. From the SMBIOS
    /// specification, 7.2.1.
    private static final Set<UUID> PLACEHOLDERS = Set.of(new UUID(0, 0), new UUID(-1, -1));

    /// Parses a UUID in any case, with blanks around it. The result is empty if the text is not a UUID of 36
    /// characters, or if all its bits are clear or set, which means that there is no UUID.
    public static Optional<SystemUuid> parse(String text) {
        if (text.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        String canonical = text.strip().toLowerCase(Locale.ROOT);
        return isUuid(canonical)
                ? Optional.of(UUID.fromString(canonical))
                        .filter(uuid -> !PLACEHOLDERS.contains(uuid))
                        .map(SystemUuid::new)
                : Optional.empty();
    }

    /// Returns true if the text has the form of a UUID. It does not use a regular expression, because several
    /// UUIDs are parsed each time a Node is evaluated.
    private static boolean isUuid(String text) {
        if (text.length() != LENGTH) {
            return false;
        }
        for (int i = 0; i < LENGTH; i++) {
            char each = text.charAt(i);
            boolean isDash = i == 8 || i == 13 || i == 18 || i == 23;
            boolean isDigit = (each >= '0' && each <= '9') || (each >= 'a' && each <= 'f');
            if (isDash ? each != '-' : !isDigit) {
                return false;
            }
        }
        return true;
    }

    /// Returns the same UUID with the bytes of its first three groups reversed. A second call returns the
    /// original.
    ///
    /// SMBIOS 2.6 stores these groups in little-endian order and older virtual hardware does not, so a guest may
    /// show `44332211-6655-8877-…` where vCenter shows `11223344-5566-7788-…`.
    ///
    /// Rule from: cloud-provider-vsphere, ConvertK8sUUIDtoNormal.
    public SystemUuid byteSwapped() {
        long most = value.getMostSignificantBits();
        int group1 = Integer.reverseBytes((int) (most >>> 32));
        int group2 = Short.reverseBytes((short) (most >>> 16)) & 0xffff;
        int group3 = Short.reverseBytes((short) most) & 0xffff;
        long reversed = (long) group1 << 32 | (long) group2 << 16 | group3;
        return new SystemUuid(new UUID(reversed, value.getLeastSignificantBits()));
    }

    /// Returns true if both UUIDs are the same UUID, each in one of its byte orders.
    public boolean isSameMachineAs(SystemUuid other) {
        return equals(other) || equals(other.byteSwapped());
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
