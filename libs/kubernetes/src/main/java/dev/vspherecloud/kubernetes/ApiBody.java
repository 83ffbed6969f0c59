package dev.vspherecloud.kubernetes;

/// The bytes of an answer; never shown, since they may be a Secret.
public final class ApiBody {
    private final byte[] bytes;

    public ApiBody(byte[] bytes) {
        this.bytes = bytes;
    }

    /// Not copied, since a page of Nodes is large: nobody writes into it.
    public byte[] bytes() {
        return bytes;
    }

    @Override
    public String toString() {
        return bytes.length + " bytes";
    }
}
