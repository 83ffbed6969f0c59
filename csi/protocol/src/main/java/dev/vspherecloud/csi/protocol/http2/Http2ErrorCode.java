package dev.vspherecloud.csi.protocol.http2;

/// Error codes of RST_STREAM and GOAWAY frames that this server sends.
///
/// Rule from: RFC 9113, section 7.
enum Http2ErrorCode {
    NO_ERROR(0),
    PROTOCOL_ERROR(1),
    INTERNAL_ERROR(2),
    FLOW_CONTROL_ERROR(3),
    STREAM_CLOSED(5),
    FRAME_SIZE_ERROR(6),
    REFUSED_STREAM(7),
    CANCEL(8),
    COMPRESSION_ERROR(9),
    ENHANCE_YOUR_CALM(11);

    private final int number;

    Http2ErrorCode(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }
}
