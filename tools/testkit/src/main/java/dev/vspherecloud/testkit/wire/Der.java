package dev.vspherecloud.testkit.wire;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;

/// The subset of ASN.1 DER that a certificate needs.
final class Der {
    private static final int SEQUENCE = 0x30;
    private static final int SET = 0x31;

    private Der() {}

    static byte[] sequence(byte[]... parts) {
        return tagged(SEQUENCE, concat(parts));
    }

    static byte[] set(byte[]... parts) {
        return tagged(SET, concat(parts));
    }

    /// An explicit context tag around the content, such as `[3]`.
    static byte[] explicit(int number, byte[] content) {
        return tagged(0xA0 | number, content);
    }

    /// An implicit context tag instead of the primitive type's own.
    static byte[] implicit(int number, byte[] content) {
        return tagged(0x80 | number, content);
    }

    static byte[] integer(BigInteger value) {
        return tagged(0x02, value.toByteArray());
    }

    static byte[] bool(boolean value) {
        return tagged(0x01, new byte[] {(byte) (value ? 0xff : 0)});
    }

    static byte[] octets(byte[] content) {
        return tagged(0x04, content);
    }

    static byte[] bits(byte[] content) {
        return tagged(0x03, concat(new byte[] {0}, content));
    }

    static byte[] utf8(String text) {
        return tagged(0x0C, text.getBytes(StandardCharsets.UTF_8));
    }

    /// @param text `YYMMDDhhmmssZ`; years 50 to 99 belong to the last century
    static byte[] utcTime(String text) {
        return tagged(0x17, text.getBytes(StandardCharsets.US_ASCII));
    }

    /// @param dotted such as `2.5.29.17`
    static byte[] objectId(String dotted) {
        String[] arcs = dotted.split("\\.");
        var out = new ByteArrayOutputStream();
        out.write(Integer.parseInt(arcs[0]) * 40 + Integer.parseInt(arcs[1]));
        for (int i = 2; i < arcs.length; i++) {
            writeBase128(out, Integer.parseInt(arcs[i]));
        }
        return tagged(0x06, out.toByteArray());
    }

    static byte[] concat(byte[]... parts) {
        var out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    private static void writeBase128(ByteArrayOutputStream out, int value) {
        for (int shift = 28; shift > 0; shift -= 7) {
            if (value >> shift != 0) {
                out.write(((value >> shift) & 0x7f) | 0x80);
            }
        }
        out.write(value & 0x7f);
    }

    private static byte[] tagged(int tag, byte[] content) {
        var out = new ByteArrayOutputStream();
        out.write(tag);
        writeLength(out, content.length);
        out.writeBytes(content);
        return out.toByteArray();
    }

    private static void writeLength(ByteArrayOutputStream out, int length) {
        if (length < 0x80) {
            out.write(length);
            return;
        }
        byte[] digits = BigInteger.valueOf(length).toByteArray();
        int skip = digits[0] == 0 ? 1 : 0;
        out.write(0x80 | (digits.length - skip));
        out.write(digits, skip, digits.length - skip);
    }
}
