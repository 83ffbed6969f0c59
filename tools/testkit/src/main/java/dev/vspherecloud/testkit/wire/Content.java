package dev.vspherecloud.testkit.wire;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The bytes of a body; an immutable value.
public final class Content {
    public static final Content NONE = new Content(new byte[0]);

    private final byte[] bytes;

    private Content(byte[] bytes) {
        this.bytes = bytes;
    }

    public static Content of(byte[] bytes) {
        return new Content(bytes.clone());
    }

    public static Content of(String text) {
        return new Content(text.getBytes(StandardCharsets.UTF_8));
    }

    public int size() {
        return bytes.length;
    }

    public byte[] bytes() {
        return bytes.clone();
    }

    /// The bytes read as UTF-8.
    public String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    void writeTo(OutputStream out) throws IOException {
        out.write(bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Content that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /// Returns the size only, because a body may contain a password.
    @Override
    public String toString() {
        return bytes.length + " bytes";
    }
}
