package dev.vspherecloud.csi.protocol.http2;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;

/// The response to a request.
///
/// @param body     read only; may be empty
/// @param trailers fields after the body; may be empty
public record Http2Response(List<HeaderField> headers, ByteBuffer body, List<HeaderField> trailers) {
    /// The response, a buffer of frames that grows to twice their size, and a copy of frames that waits for room.
    private static final int COPIES = 4;

    public Http2Response {
        headers = List.copyOf(headers);
        trailers = List.copyOf(trailers);
    }

    /// Returns the heap that the response takes at most until it is sent, in bytes.
    int heap() {
        int fields = Stream.concat(headers.stream(), trailers.stream())
                .mapToInt(HeaderField::heap)
                .sum();
        return COPIES * (body.remaining() + fields);
    }

    boolean hasOnlyHeaders() {
        return !body.hasRemaining() && trailers.isEmpty();
    }
}
