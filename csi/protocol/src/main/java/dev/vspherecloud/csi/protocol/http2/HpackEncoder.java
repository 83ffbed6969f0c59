package dev.vspherecloud.csi.protocol.http2;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Encodes header fields without compression, so that no state is needed for a connection.
///
/// Rule from: RFC 7541, section 6.2.2.
final class HpackEncoder {
    /// A literal field with a new name, which the receiver does not remember.
    private static final int LITERAL = 0x00;

    private HpackEncoder() {}

    static byte[] encode(List<HeaderField> fields) {
        var encoded = new ByteArrayOutputStream();
        for (HeaderField field : fields) {
            encoded.write(LITERAL);
            writeString(field.name(), encoded);
            writeString(field.value(), encoded);
        }
        return encoded.toByteArray();
    }

    private static void writeString(String text, ByteArrayOutputStream encoded) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        int max = (1 << 7) - 1;
        if (bytes.length < max) {
            encoded.write(bytes.length);
        } else {
            encoded.write(max);
            int rest = bytes.length - max;
            while (rest >= 0x80) {
                encoded.write((rest & 0x7f) | 0x80);
                rest >>= 7;
            }
            encoded.write(rest);
        }
        encoded.writeBytes(bytes);
    }
}
