package dev.vspherecloud.domain.vm;

import java.util.UUID;

/// A reference to a VM: the vCenter and the managed object reference in that vCenter.
///
/// A lookup by reference is cheap. But after a restore from a backup, a reference may name another VM. So it
/// counts only together with the UUIDs of the VM that it names.
///
/// @param vcenter the instance UUID of the vCenter, from its `about`
/// @param moref   the value of the managed object reference, as in `vm-62`; see [#isReference]
public record VmRef(UUID vcenter, String moref) {
    /// A description of the documented form of a reference, for messages.
    public static final String FORMAT = "1 to 128 visible ASCII characters, as in vm-62";

    static final int MAX_LENGTH = 128;

    public VmRef {
        if (!isReference(moref)) {
            throw new IllegalArgumentException("not a reference: expected " + FORMAT);
        }
    }

    /// Returns true if the text can be the value of a managed object reference: 1 to 128 characters from `!` to
    /// `~`. XML, JSON, an annotation and a log line can carry each of them.
    public static boolean isReference(String text) {
        return !text.isEmpty()
                && text.length() <= MAX_LENGTH
                && text.chars().allMatch(each -> each >= '!' && each <= '~');
    }

    @Override
    public String toString() {
        return moref + "@" + vcenter;
    }
}
