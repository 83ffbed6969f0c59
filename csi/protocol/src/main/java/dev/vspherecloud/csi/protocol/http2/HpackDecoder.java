package dev.vspherecloud.csi.protocol.http2;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Decodes the compressed header fields of one connection.
///
/// Every block must be decoded, also one that is not needed, because it changes the table for later blocks.
///
/// Rule from: RFC 7541, sections 5 and 6.
///
/// Threads: confined to the thread that reads the connection.
final class HpackDecoder {
    /// The number of bytes that a number may have. Four are enough for every size that a frame can have.
    private static final int MAX_NUMBER_BYTES = 4;

    private final HeaderTable table = new HeaderTable();
    private final int maxListSize;

    /// @param maxListSize how much the fields of one block may have in bytes, 32 for each field included
    HpackDecoder(int maxListSize) {
        this.maxListSize = maxListSize;
    }

    /// The fields of one block.
    ///
    /// @param isTooLarge true if fields are missing here, because there were too many
    record HeaderBlock(List<HeaderField> fields, boolean isTooLarge) {
        HeaderBlock {
            fields = List.copyOf(fields);
        }
    }

    HeaderBlock decode(ByteBuffer block) throws Http2Exception {
        var fields = new ArrayList<HeaderField>();
        long size = 0;
        boolean resizeAllowed = true;
        while (block.hasRemaining()) {
            int first = block.get() & 0xff;
            if ((first & 0xe0) == 0x20) {
                if (!resizeAllowed) {
                    throw malformed("a new size of the table after a field");
                }
                table.resize(number(first, 5, block));
                continue;
            }
            resizeAllowed = false;
            HeaderField field = field(first, block);
            size += field.size();
            if (size <= maxListSize) {
                fields.add(field);
            }
        }
        return new HeaderBlock(fields, size > maxListSize);
    }

    private HeaderField field(int first, ByteBuffer block) throws Http2Exception {
        if ((first & 0x80) != 0) {
            return table.get(number(first, 7, block));
        }
        boolean isRemembered = (first & 0x40) != 0;
        int name = number(first, isRemembered ? 6 : 4, block);
        var field = new HeaderField(name == 0 ? string(block) : table.get(name).name(), string(block));
        if (isRemembered) {
            table.add(field);
        }
        return field;
    }

    /// Reads a number that begins in the last bits of a byte.
    private static int number(int first, int bits, ByteBuffer block) throws Http2Exception {
        int max = (1 << bits) - 1;
        int value = first & max;
        if (value < max) {
            return value;
        }
        for (int i = 0; i < MAX_NUMBER_BYTES; i++) {
            int next = next(block);
            value += (next & 0x7f) << (7 * i);
            if ((next & 0x80) == 0) {
                return value;
            }
        }
        throw malformed("a number of more than %d bytes".formatted(MAX_NUMBER_BYTES));
    }

    private static String string(ByteBuffer block) throws Http2Exception {
        int first = next(block);
        int length = number(first, 7, block);
        if (length > block.remaining()) {
            throw malformed("a string of %d bytes where %d are left".formatted(length, block.remaining()));
        }
        ByteBuffer encoded = block.slice(block.position(), length);
        block.position(block.position() + length);
        return (first & 0x80) != 0
                ? HuffmanDecoder.decode(encoded)
                : StandardCharsets.ISO_8859_1.decode(encoded).toString();
    }

    private static int next(ByteBuffer block) throws Http2Exception {
        if (!block.hasRemaining()) {
            throw malformed("the end inside of a field");
        }
        return block.get() & 0xff;
    }

    private static Http2Exception malformed(String found) {
        return new Http2Exception(
                Http2ErrorCode.COMPRESSION_ERROR, "the header fields contain %s, expected HPACK".formatted(found));
    }
}
