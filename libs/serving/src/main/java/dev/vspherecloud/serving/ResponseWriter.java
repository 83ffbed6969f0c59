package dev.vspherecloud.serving;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/// Writes responses to one connection.
///
/// Rule from: apiserver, endpoints/filters/cachecontrol.go, for the header that prevents caching.
final class ResponseWriter {
    /// The smallest body that is compressed: a smaller one fits into one packet without compression.
    private static final int MIN_BYTES_TO_COMPRESS = 1400;

    private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private static final Map<Integer, String> PHRASES = Map.ofEntries(
            Map.entry(200, "OK"),
            Map.entry(400, "Bad Request"),
            Map.entry(401, "Unauthorized"),
            Map.entry(403, "Forbidden"),
            Map.entry(404, "Not Found"),
            Map.entry(405, "Method Not Allowed"),
            Map.entry(411, "Length Required"),
            Map.entry(413, "Content Too Large"),
            Map.entry(417, "Expectation Failed"),
            Map.entry(429, "Too Many Requests"),
            Map.entry(431, "Request Header Fields Too Large"),
            Map.entry(500, "Internal Server Error"),
            Map.entry(503, "Service Unavailable"));

    private final OutputStream out;
    private final InstantSource clock;

    ResponseWriter(OutputStream out, InstantSource clock) {
        this.out = out;
        this.clock = clock;
    }

    /// Writes the response to a request.
    ///
    /// @param isLast true if the connection closes after it
    void write(Response response, Request request, boolean isLast) throws IOException {
        byte[] plain = response.body().getBytes(StandardCharsets.UTF_8);
        boolean compressed = plain.length >= MIN_BYTES_TO_COMPRESS && acceptsGzip(request);
        byte[] body = compressed ? gzip(plain) : plain;
        StringBuilder head = head(response, body.length, isLast);
        if (compressed) {
            field(head, "Content-Encoding", "gzip");
        }
        send(head, request.method().equals("HEAD") ? new byte[0] : body);
    }

    /// Writes the response to input that is not a valid request, and announces that the connection closes.
    void writeAndClose(Response response) throws IOException {
        byte[] body = response.body().getBytes(StandardCharsets.UTF_8);
        send(head(response, body.length, true), body);
    }

    private StringBuilder head(Response response, int length, boolean isLast) {
        var head = new StringBuilder("HTTP/1.1 ")
                .append(response.status())
                .append(' ')
                .append(PHRASES.getOrDefault(response.status(), "Status"))
                .append("\r\n");
        field(head, "Date", HTTP_DATE.format(clock.instant()));
        field(head, "Content-Type", response.contentType());
        field(head, "Content-Length", Integer.toString(length));
        field(head, "Cache-Control", "no-cache, private");
        field(head, "X-Content-Type-Options", "nosniff");
        field(head, "Vary", "Accept-Encoding");
        response.headers().forEach((name, value) -> field(head, name, value));
        if (isLast) {
            field(head, "Connection", "close");
        }
        return head;
    }

    private static void field(StringBuilder head, String name, String value) {
        head.append(name).append(": ").append(value).append("\r\n");
    }

    private void send(StringBuilder head, byte[] body) throws IOException {
        head.append("\r\n");
        out.write(head.toString().getBytes(StandardCharsets.ISO_8859_1));
        out.write(body);
        out.flush();
    }

    private static boolean acceptsGzip(Request request) {
        return request.listed("accept-encoding").stream()
                .map(each -> each.replace(" ", ""))
                .anyMatch(each -> each.equals("gzip") || (each.startsWith("gzip;q=") && !each.matches(".*=0(\\.0*)?")));
    }

    private static byte[] gzip(byte[] plain) throws IOException {
        var packed = new ByteArrayOutputStream(plain.length / 4);
        try (var zip = new GZIPOutputStream(packed)) {
            zip.write(plain);
        }
        return packed.toByteArray();
    }
}
