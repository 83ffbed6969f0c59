package dev.vspherecloud.csi.protocol.grpc;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.nio.ByteBuffer;

/// Counts how much heap a message of protobuf takes once it is parsed.
///
/// A field of two bytes becomes objects: a message, a map with its entry, or a group, which the parser keeps
/// although no type has it. So a message of 4 MiB can take more than the whole heap.
///
/// The count needs no types. It takes each text for a message too, so it may be too high. It is never too low
/// for the requests of the Container Storage Interface, which have no lists of packed numbers.
///
/// Rule from: Protocol Buffers, "Encoding".
///
/// Threads: confined to the thread that counts.
final class MessageHeap {
    /// The worst fields take 100 bytes each, measured with protobuf-javalite 4.33. Lists that grow, and the copies
    /// that a method makes, take more for a moment.
    private static final int FIELD = 160;

    /// The characters of a string have one or two bytes.
    private static final int CHARACTER = 2;

    /// The parser refuses messages that are nested deeper.
    private static final int MAX_DEPTH = 100;

    private final CodedInputStream input;
    private long fields;

    private MessageHeap(CodedInputStream input) {
        this.input = input;
    }

    /// Returns the bytes that the message takes at most, also if the parser refuses it in the end.
    static long atMost(ByteBuffer message) {
        var heap = new MessageHeap(CodedInputStream.newInstance(message.duplicate()));
        try {
            heap.count(0);
        } catch (IOException _) {
            // The parser ends here too.
        }
        return heap.fields * FIELD + (long) message.remaining() * CHARACTER;
    }

    private void count(int depth) throws IOException {
        for (int tag = input.readTag(); tag != 0; tag = input.readTag()) {
            fields++;
            switch (WireFormat.getTagWireType(tag)) {
                case WireFormat.WIRETYPE_LENGTH_DELIMITED -> countNested(depth + 1);
                case WireFormat.WIRETYPE_START_GROUP, WireFormat.WIRETYPE_END_GROUP -> {
                    // The fields of a group follow like those around it.
                }
                default -> input.skipField(tag);
            }
        }
    }

    private void countNested(int depth) throws IOException {
        int outer = input.pushLimit(input.readRawVarint32());
        if (depth <= MAX_DEPTH) {
            try {
                count(depth);
            } catch (IOException _) {
                // This is a text, or the parser ends here.
            }
        }
        input.skipRawBytes(input.getBytesUntilLimit());
        input.popLimit(outer);
    }
}
