package dev.vspherecloud.serving.auth;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A piece of a name as certificates hold it (X.690), in bytes that the JDK has read before and found good.
final class DerElement {
    private static final int BMP_STRING = 0x1e;
    private static final int T61_STRING = 0x14;

    private final int tag;
    private final byte[] content;

    private DerElement(int tag, byte[] content) {
        this.tag = tag;
        this.content = content;
    }

    /// The pieces that follow one another in these bytes.
    static List<DerElement> all(byte[] bytes) {
        var rest = ByteBuffer.wrap(bytes);
        List<DerElement> elements = new ArrayList<>();
        while (rest.hasRemaining()) {
            int tag = rest.get() & 0xff;
            var content = new byte[length(rest)];
            rest.get(content);
            elements.add(new DerElement(tag, content));
        }
        return elements;
    }

    /// The pieces that this one is made of.
    List<DerElement> parts() {
        return all(content);
    }

    boolean holds(byte[] bytes) {
        return Arrays.equals(content, bytes);
    }

    String text() {
        return switch (tag) {
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
