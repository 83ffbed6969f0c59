package dev.vspherecloud.text;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Writes the part of ASN.1's distinguished encoding that is needed to create a certificate and to wrap a key.
/// [DerElement] reads this encoding.
///
/// Rule from: ITU-T X.690, sections 8 and 10.
public final class Der {
    private static final int BOOLEAN = 0x01;
    private static final int INTEGER = 0x02;
    private static final int BIT_STRING = 0x03;
    private static final int OCTET_STRING = 0x04;
    private static final int OBJECT_ID = 0x06;
    private static final int UTC_TIME = 0x17;
    private static final int SEQUENCE = 0x30;

    private Der() {}

    public static byte[] sequence(byte[]... parts) {
        return tagged(SEQUENCE, joined(parts));
    }

    /// Returns an element with the explicit tag `[number]` around another element.
    public static byte[] explicit(int number, byte[] content) {
        return tagged(0xA0 | number, content);
    }

    /// Returns an element with the implicit tag `[number]` in place of a primitive type's own tag.
    public static byte[] implicit(int number, byte[] content) {
        return tagged(0x80 | number, content);
    }

    public static byte[] integer(BigInteger value) {
        return tagged(INTEGER, value.toByteArray());
    }

    public static byte[] trueValue() {
        return tagged(BOOLEAN, new byte[] {(byte) 0xff});
    }

    public static byte[] octets(byte[] content) {
        return tagged(OCTET_STRING, content);
    }

    /// Returns a bit string of whole bytes, the highest bit of each first.
    public static byte[] bits(byte[] content) {
        return bits(0, content);
    }

    /// Returns a bit string.
    ///
    /// @param unused the number of the lowest bits of the last byte that are not used
    public static byte[] bits(int unused, byte[] content) {
        return tagged(BIT_STRING, joined(new byte[] {(byte) unused}, content));
    }

    /// Returns a UTCTime, for years before 2050.
    ///
    /// @param digits the time as `YYMMDDhhmmssZ`
    public static byte[] time(String digits) {
        return tagged(UTC_TIME, digits.getBytes(StandardCharsets.US_ASCII));
    }

    /// Returns an object identifier.
    ///
    /// @param arcs the numbers of the identifier, such as 2, 5, 29, 17
    public static byte[] objectId(int... arcs) {
        var out = new ByteArrayOutputStream();
        out.write(arcs[0] * 40 + arcs[1]);
        Arrays.stream(arcs).skip(2).forEach(arc -> writeArc(out, arc));
        return tagged(OBJECT_ID, out.toByteArray());
    }

    private static void writeArc(ByteArrayOutputStream out, int arc) {
        for (int shift = 28; shift > 0; shift -= 7) {
            if (arc >> shift != 0) {
                out.write(((arc >> shift) & 0x7f) | 0x80);
            }
        }
        out.write(arc & 0x7f);
    }

    private static byte[] joined(byte[]... parts) {
        var out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
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
        int sign = digits[0] == 0 ? 1 : 0;
        out.write(0x80 | (digits.length - sign));
        out.write(digits, sign, digits.length - sign);
    }
}
