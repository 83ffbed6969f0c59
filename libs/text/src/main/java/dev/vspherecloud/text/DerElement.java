package dev.vspherecloud.text;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A piece of what certificates and keys hold (ITU-T X.690), in bytes that the JDK has read or written before and found
/// good.
public final class DerElement {
    private static final int BMP_STRING = 0x1e;
    private static final int T61_STRING = 0x14;

    private final byte[] encoded;
    private final byte[] content;

    private DerElement(byte[] encoded, byte[] content) {
        this.encoded = encoded;
        this.content = content;
    }

    /// The first piece in these bytes.
    public static DerElement first(byte[] bytes) {
        return all(bytes).getFirst();
    }

    /// The pieces that follow one another in these bytes.
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

    /// The pieces that this one is made of.
    public List<DerElement> parts() {
        return all(content);
    }

    public boolean holds(byte[] bytes) {
        return Arrays.equals(content, bytes);
    }

    /// As it was written, with its tag and length.
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
