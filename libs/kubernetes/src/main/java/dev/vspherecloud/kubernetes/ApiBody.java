package dev.vspherecloud.kubernetes;

/// The bytes of a response. `toString` never shows them, since they may be a Secret.
public final class ApiBody {
    private final byte[] bytes;

    public ApiBody(byte[] bytes) {
        this.bytes = bytes;
    }

    /// Returns the bytes without a copy, since a page of Nodes is large. Callers must not write into them.
    public byte[] bytes() {
        return bytes;
    }

    @Override
    public String toString() {
        return bytes.length + " bytes";
    }
}
