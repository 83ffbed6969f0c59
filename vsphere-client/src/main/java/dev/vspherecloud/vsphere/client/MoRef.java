package dev.vspherecloud.vsphere.client;

import java.util.regex.Pattern;

/// A reference to one managed object of one vCenter.
///
/// Opaque beyond its two parts, and worth nothing without the vCenter it came from: two vCenters use the same
/// references for different objects, and one restored from a backup may give an old reference to a new object.
///
/// @param type the vim25 type, as in `VirtualMachine`; letters, digits, `.` and `_`
/// @param value as in `vm-62`; not blank, no control characters, at most 512 characters
public record MoRef(String type, String value) {
    private static final Pattern TYPE = Pattern.compile("[A-Za-z][A-Za-z0-9_.]{0,127}");
    private static final int LONGEST_VALUE = 512;

    public MoRef {
        if (!TYPE.matcher(type).matches()) {
            throw new IllegalArgumentException("not the type of a managed object: " + Printable.of(type));
        }
        if (value.isBlank() || value.length() > LONGEST_VALUE || !Printable.is(value)) {
            throw new IllegalArgumentException("not the value of a reference: " + Printable.of(value));
        }
    }

    /// Reads the form of [#toString()]: type, colon, value, as in `VirtualMachine:vm-62`.
    ///
    /// @throws IllegalArgumentException for any other text
    public static MoRef parse(String text) {
        int colon = text.indexOf(':');
        if (colon < 0) {
            throw new IllegalArgumentException("no reference of the form Type:value: " + Printable.of(text));
        }
        return new MoRef(text.substring(0, colon), text.substring(colon + 1));
    }

    @Override
    public String toString() {
        return type + ":" + value;
    }
}
