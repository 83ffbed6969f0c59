package dev.vspherecloud.csi.protocol.grpc;

import dev.vspherecloud.csi.protocol.http2.HeaderField;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// How a call ended.
///
/// @param message a sentence for the client; empty if the code is OK
record GrpcStatus(GrpcCode code, String message) {
    static final GrpcStatus OK = new GrpcStatus(GrpcCode.OK, "");

    /// Longer messages are cut, so that the header fields of a response fit into one frame.
    private static final int MAX_MESSAGE_BYTES = 3000;

    static GrpcStatus of(GrpcException exception) {
        String message = exception.getMessage();
        return new GrpcStatus(exception.code(), message == null ? "" : message);
    }

    /// Returns the header fields that show this status to the client.
    List<HeaderField> fields() {
        var number = new HeaderField("grpc-status", Integer.toString(code.number()));
        return message.isEmpty() ? List.of(number) : List.of(number, new HeaderField("grpc-message", encoded(message)));
    }

    /// Encodes a message as gRPC requires: printable ASCII, all other bytes of UTF-8 as `%` and two digits.
    ///
    /// Rule from: gRPC over HTTP2, "Status-Message".
    static String encoded(String message) {
        byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
        int end = endOfCharacters(bytes);
        var encoded = new StringBuilder();
        for (int i = 0; i < end; i++) {
            int octet = bytes[i] & 0xff;
            if (octet >= ' ' && octet <= '~' && octet != '%') {
                encoded.append((char) octet);
            } else {
                encoded.append("%%%02X".formatted(octet));
            }
        }
        return encoded.toString();
    }

    /// Returns where to cut a long message without cutting a character.
    private static int endOfCharacters(byte[] bytes) {
        if (bytes.length <= MAX_MESSAGE_BYTES) {
            return bytes.length;
        }
        int end = MAX_MESSAGE_BYTES;
        while (end > 0 && (bytes[end] & 0xc0) == 0x80) {
            end--;
        }
        return end;
    }
}
