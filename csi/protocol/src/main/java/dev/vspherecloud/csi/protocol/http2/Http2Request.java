package dev.vspherecloud.csi.protocol.http2;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/// A request of a client.
///
/// @param body incomplete unless the state is `COMPLETE`
public record Http2Request(List<HeaderField> headers, ByteBuffer body, State state) {
    /// Says if the server holds the whole request. A request that it does not hold must be answered with an error.
    public enum State {
        COMPLETE,

        /// The header fields are larger than [Http2Limits#headerList], and some are missing.
        HEADERS_TOO_LARGE,

        /// The body is larger than [Http2Limits#message].
        BODY_TOO_LARGE,

        /// The calls of all clients together need more than [Http2Limits#heap].
        SERVER_FULL
    }

    public Http2Request {
        headers = List.copyOf(headers);
    }

    /// Returns the value of the first header field with this name.
    ///
    /// @param name lower case
    public Optional<String> header(String name) {
        return headers.stream()
                .filter(field -> field.name().equals(name))
                .map(HeaderField::value)
                .findFirst();
    }
}
