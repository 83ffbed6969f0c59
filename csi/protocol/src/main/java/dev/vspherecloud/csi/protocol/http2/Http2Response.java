package dev.vspherecloud.csi.protocol.http2;

import java.nio.ByteBuffer;
import java.util.List;

/// The response to a request.
///
/// @param body     read only; may be empty
/// @param trailers fields after the body; may be empty
public record Http2Response(List<HeaderField> headers, ByteBuffer body, List<HeaderField> trailers) {
    public Http2Response {
        headers = List.copyOf(headers);
        trailers = List.copyOf(trailers);
    }

    boolean hasOnlyHeaders() {
        return !body.hasRemaining() && trailers.isEmpty();
    }
}
