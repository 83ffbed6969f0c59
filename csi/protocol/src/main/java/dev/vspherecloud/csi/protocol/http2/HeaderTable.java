package dev.vspherecloud.csi.protocol.http2;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// The header fields to which a client can refer by number: 61 fixed ones, and those that it sent earlier on
/// the same connection.
///
/// Rule from: RFC 7541, sections 2.3 and 4, and appendix A.
///
/// Threads: confined to the thread that reads the connection.
final class HeaderTable {
    /// The size that every client may use before it knows the settings of the server.
    static final int MAX_SIZE = 4096;

    private static final List<HeaderField> FIXED = fixed("""
            :authority
            :method GET
            :method POST
            :path /
            :path /index.html
            :scheme http
            :scheme https
            :status 200
            :status 204
            :status 206
            :status 304
            :status 400
            :status 404
            :status 500
            accept-charset
            accept-encoding gzip, deflate
            accept-language
            accept-ranges
            accept
            access-control-allow-origin
            age
            allow
            authorization
            cache-control
            content-disposition
            content-encoding
            content-language
            content-length
            content-location
            content-range
            content-type
            cookie
            date
            etag
            expect
            expires
            from
            host
            if-match
            if-modified-since
            if-none-match
            if-range
            if-unmodified-since
            last-modified
            link
            location
            max-forwards
            proxy-authenticate
            proxy-authorization
            range
            referer
            refresh
            retry-after
            server
            set-cookie
            strict-transport-security
            transfer-encoding
            user-agent
            vary
            via
            www-authenticate
            """);

    /// The newest field first.
    private final Deque<HeaderField> earlier = new ArrayDeque<>();

    private int size;
    private int maxSize = MAX_SIZE;

    private static List<HeaderField> fixed(String lines) {
        var fields = new ArrayList<HeaderField>();
        lines.lines().forEach(line -> {
            int blank = line.indexOf(' ');
            fields.add(
                    blank < 0
                            ? new HeaderField(line, "")
                            : new HeaderField(line.substring(0, blank), line.substring(blank + 1)));
        });
        return List.copyOf(fields);
    }

    /// Returns the field with this number.
    ///
    /// @param number from 1; the fields that were sent earlier follow the fixed ones
    HeaderField get(int number) throws Http2Exception {
        if (number >= 1 && number <= FIXED.size()) {
            return FIXED.get(number - 1);
        }
        return earlier.stream()
                .skip(Math.max(0, number - FIXED.size() - 1L))
                .findFirst()
                .filter(_ -> number > FIXED.size())
                .orElseThrow(() -> new Http2Exception(
                        Http2ErrorCode.COMPRESSION_ERROR,
                        "a header field has the number %d, expected 1 to %d"
                                .formatted(number, FIXED.size() + earlier.size())));
    }

    /// Adds a field, and removes the oldest ones that have no room beside it. A field that is larger than the table
    /// only empties it.
    void add(HeaderField field) {
        shrinkTo(maxSize - field.size());
        if (field.size() <= maxSize) {
            earlier.addFirst(field);
            size += field.size();
        }
    }

    /// Changes how much the table may hold.
    void resize(int newMaxSize) throws Http2Exception {
        if (newMaxSize > MAX_SIZE) {
            throw new Http2Exception(
                    Http2ErrorCode.COMPRESSION_ERROR,
                    "the header table was set to %d bytes, expected at most %d".formatted(newMaxSize, MAX_SIZE));
        }
        maxSize = newMaxSize;
        shrinkTo(newMaxSize);
    }

    private void shrinkTo(int room) {
        while (size > room && !earlier.isEmpty()) {
            size -= earlier.removeLast().size();
        }
    }
}
