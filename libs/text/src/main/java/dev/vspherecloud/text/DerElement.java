package dev.vspherecloud.text;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Reads one element of a certificate or key (ITU-T X.690). The bytes must be valid: the JDK has read or written
/// them before.
public final class DerElement {
    private static final int BMP_STRING = 0x1e;
    private static final int T61_STRING = 0x14;

    private final byte[] encoded;
    private final byte[] content;

    private DerElement(byte[] encoded, byte[] content) {
        this.encoded = encoded;
        this.content = content;
    }

    /// Returns the first element in these bytes.
    public static DerElement first(byte[] bytes) {
        return all(bytes).getFirst();
    }

    /// Returns the consecutive elements in these bytes.
    private static List<DerElement> all(byte[] bytes) {
        var rest = ByteBuffer.wrap(bytes);
        List<DerElement> elements = new ArrayList<>();
        while (rest.hasRemaining()) {
            int start = rest.position();
            byte _ = rest.get();
            int length = length(rest);
            int content = rest.position();
            rest.position(content + length);
            elements.add(new DerElement(
                    Arrays.copyOfRange(bytes, start, content + length),
                    Arrays.copyOfRange(bytes, content, content + length)));
        }
        return elements;
    }

    /// Returns the elements inside this element.
    public List<DerElement> parts() {
        return all(content);
    }

    public boolean holds(byte[] bytes) {
        return Arrays.equals(content, bytes);
    }

    /// Returns the original bytes of the element, with tag and length.
    byte[] encoded() {
        return encoded.clone();
    }

    public String text() {
        return switch (encoded[0]) {
            case BMP_STRING -> new String(content, StandardCharsets.UTF_16BE);
            case T61_STRING -> new String(content, StandardCharsets.ISO_8859_1);
            default -> new String(content, StandardCharsets.UTF_8);
        };
    }

    private static int length(ByteBuffer bytes) {
        int first = bytes.get() & 0xff;
        if (first < 0x80) {
            return first;
        }
        int length = 0;
        for (int i = 0; i < (first & 0x7f); i++) {
            length = (length << 8) | (bytes.get() & 0xff);
        }
        return length;
    }
}
