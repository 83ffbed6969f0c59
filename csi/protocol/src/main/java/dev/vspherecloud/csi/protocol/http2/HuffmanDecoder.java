package dev.vspherecloud.csi.protocol.http2;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// Decodes strings in the Huffman code of HPACK.
///
/// The code is canonical: codes of one length are consecutive numbers in the order of their symbols. So the lengths
/// define the whole code.
///
/// Rule from: RFC 7541, section 5.2 and appendix B.
final class HuffmanDecoder {
    private static final int MAX_LENGTH = 30;

    /// The length of the code of each byte, and of the mark for the end of a string, which must not occur in one.
    private static final byte[] LENGTHS = {
        13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28,
        28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 28,
        6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6,
        5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12, 10,
        13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7,
        7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6,
        15, 5, 6, 5, 6, 5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5,
        6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28,
        20, 22, 20, 20, 22, 22, 22, 23, 22, 23, 23, 23, 23, 23, 24, 23,
        24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23, 23, 24,
        22, 21, 20, 22, 22, 23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23,
        21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23,
        26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25,
        19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26, 28, 27, 27, 27,
        20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23,
        26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27, 27, 27, 27, 26,
        30
    };

    private static final int END = LENGTHS.length - 1;

    /// The number of codes of each length.
    private static final int[] COUNTS = counts();

    /// The symbols in the order of their codes.
    private static final short[] SYMBOLS = symbols();

    private HuffmanDecoder() {}

    /// Decodes the remaining bytes.
    ///
    /// @throws Http2Exception if they are not in this code
    static String decode(ByteBuffer encoded) throws Http2Exception {
        // The shortest code has 5 bits.
        byte[] decoded = new byte[encoded.remaining() * 8 / 5];
        int size = 0;
        var code = new PartialCode();
        while (encoded.hasRemaining()) {
            int octet = encoded.get() & 0xff;
            for (int bit = 7; bit >= 0; bit--) {
                int symbol = code.append((octet >> bit) & 1);
                if (symbol == END) {
                    throw malformed("the mark of the end inside a string");
                }
                if (symbol >= 0) {
                    decoded[size++] = (byte) symbol;
                }
            }
        }
        code.requirePadding();
        return new String(decoded, 0, size, StandardCharsets.ISO_8859_1);
    }

    private static int[] counts() {
        int[] counts = new int[MAX_LENGTH + 1];
        for (byte length : LENGTHS) {
            counts[length]++;
        }
        return counts;
    }

    private static short[] symbols() {
        short[] symbols = new short[LENGTHS.length];
        int next = 0;
        for (int length = 1; length <= MAX_LENGTH; length++) {
            for (int symbol = 0; symbol < LENGTHS.length; symbol++) {
                if (LENGTHS[symbol] == length) {
                    symbols[next++] = (short) symbol;
                }
            }
        }
        return symbols;
    }

    private static Http2Exception malformed(String found) {
        return new Http2Exception(
                Http2ErrorCode.COMPRESSION_ERROR,
                "a header field contains %s, expected the Huffman code of HPACK".formatted(found));
    }

    /// The bits since the last complete symbol.
    ///
    /// Threads: confined to the thread that decodes.
    private static final class PartialCode {
        private int code;
        private int length;

        /// The first code of the present length.
        private int first;

        /// The position in [#SYMBOLS] of the first code of the present length.
        private int position;

        /// Returns the symbol that this bit completes, or -1.
        int append(int bit) {
            position += COUNTS[length];
            first = (first + COUNTS[length]) << 1;
            code = (code << 1) | bit;
            length++;
            int offset = code - first;
            if (offset >= COUNTS[length]) {
                return -1;
            }
            int symbol = SYMBOLS[position + offset];
            code = 0;
            length = 0;
            first = 0;
            position = 0;
            return symbol;
        }

        /// A string ends with at most seven bits of padding, which are all set.
        void requirePadding() throws Http2Exception {
            if (length > 7 || Integer.bitCount(code) != length) {
                throw malformed("padding of %d bits".formatted(length));
            }
        }
    }
}
