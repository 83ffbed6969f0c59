package dev.vspherecloud.vsphere.client;

import dev.vspherecloud.http.PrintableText;
import java.util.regex.Pattern;

/// A reference to one managed object of one vCenter.
///
/// Its value is opaque, and it has a meaning only with its vCenter. Two vCenters use the same references for
/// different objects, and a vCenter restored from a backup may give an old reference to a new object.
///
/// @param type the vim25 type, as in `VirtualMachine`; letters, digits, `.` and `_`
/// @param value the value, as in `vm-62`; not blank, no control characters, at most 512 characters
public record MoRef(String type, String value) {
    private static final Pattern TYPE = Pattern.compile("[A-Za-z][A-Za-z0-9_.]{0,127}");
    private static final int MAX_VALUE_LENGTH = 512;

    public MoRef {
        if (!TYPE.matcher(type).matches()) {
            throw new IllegalArgumentException("not the type of a managed object: " + PrintableText.of(type));
        }
        if (value.isBlank() || value.length() > MAX_VALUE_LENGTH || !PrintableText.isPrintable(value)) {
            throw new IllegalArgumentException("not the value of a reference: " + PrintableText.of(value));
        }
    }

    /// Returns the text form, as in `VirtualMachine:vm-62`.
    @Override
    public String toString() {
        return type + ":" + value;
    }
}
