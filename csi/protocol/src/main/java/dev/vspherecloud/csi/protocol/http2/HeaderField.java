package dev.vspherecloud.csi.protocol.http2;

/// A header field of a request or response.
///
/// @param name  lower case, as in `content-type`; begins with a colon if the field belongs to HTTP/2 itself
/// @param value ISO 8859-1
public record HeaderField(String name, String value) {
    /// The bytes that HTTP/2 counts for each field beyond those of name and value. Rule from: RFC 7541, section 4.1.
    private static final int OVERHEAD = 32;

    /// The heap of a field beyond the characters of name and value: a record, two strings and their two arrays.
    private static final int OBJECTS = 128;

    /// Returns the size that HTTP/2 counts for this field.
    int size() {
        return name.length() + value.length() + OVERHEAD;
    }

    /// Returns the heap that this field takes at most, in bytes.
    int heap() {
        return name.length() + value.length() + OBJECTS;
    }
}
