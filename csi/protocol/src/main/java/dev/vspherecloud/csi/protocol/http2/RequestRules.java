package dev.vspherecloud.csi.protocol.http2;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Checks the header fields of a request.
///
/// Rule from: RFC 9113, sections 8.2 and 8.3.
final class RequestRules {
    private static final Set<String> PSEUDO = Set.of(":method", ":scheme", ":path", ":authority");
    private static final Set<String> REQUIRED = Set.of(":method", ":scheme", ":path");
    private static final Set<String> OF_THE_CONNECTION =
            Set.of("connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade");

    private RequestRules() {}

    /// Returns what is wrong; empty if nothing is.
    static Optional<String> problem(List<HeaderField> headers) {
        var pseudo = new HashSet<String>();
        boolean regular = false;
        for (HeaderField field : headers) {
            String name = field.name();
            if (name.startsWith(":")) {
                if (regular || !PSEUDO.contains(name) || !pseudo.add(name)) {
                    return Optional.of("the field is unknown, occurs twice, or follows other fields");
                }
            } else {
                regular = true;
                if (!isValid(field)) {
                    return Optional.of("the field is not allowed in HTTP/2");
                }
            }
        }
        return pseudo.containsAll(REQUIRED) ? Optional.empty() : Optional.of("method, scheme or path is missing");
    }

    private static boolean isValid(HeaderField field) {
        String name = field.name();
        return !name.isEmpty()
                && name.chars().noneMatch(c -> c <= ' ' || c >= 0x7f || (c >= 'A' && c <= 'Z') || c == ':')
                && field.value().chars().noneMatch(c -> c == '\n' || c == '\r' || c == 0)
                && !OF_THE_CONNECTION.contains(name)
                && (!name.equals("te") || field.value().equals("trailers"));
    }
}
