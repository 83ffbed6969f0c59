package dev.vspherecloud.csi.protocol.http2;

import java.io.IOException;

/// A client broke a rule of HTTP/2 in such a way that its connection must end.
final class Http2Exception extends IOException {
    private final Http2ErrorCode code;

    /// @param message says what was found and what was expected
    Http2Exception(Http2ErrorCode code, String message) {
        super(message);
        this.code = code;
    }

    Http2ErrorCode code() {
        return code;
    }
}
