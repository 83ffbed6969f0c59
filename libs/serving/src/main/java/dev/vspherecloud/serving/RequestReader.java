package dev.vspherecloud.serving;

import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads HTTP/1.0 and HTTP/1.1 requests from one connection. It refuses ambiguous requests: a body of unknown
/// length, a folded header, two lengths.
///
/// Rule from: RFC 9112, sections 2 to 6.
final class RequestReader {
    private static final Pattern REQUEST_LINE = Pattern.compile("([!-~]+) ([!-~]+) HTTP/1\\.([01])");
    private static final Pattern ABSOLUTE_TARGET = Pattern.compile("https?://[^/]*(/.*)");
    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Pattern LENGTH = Pattern.compile("[0-9]{1,9}");

    private final InputStream in;
    private final ServerLimits limits;

    RequestReader(InputStream in, ServerLimits limits) {
        this.in = in;
        this.limits = limits;
    }

    /// The result of reading one request.
    sealed interface Result {
        record Complete(Request request) implements Result {}

        /// The request is refused, and the connection cannot be used for another one.
        record Refused(Response response) implements Result {}

        /// The client has closed the connection.
        record Closed() implements Result {}
    }

    private static final class InvalidRequestException extends Exception {
        private static final long serialVersionUID = 1L;
        private final int status;

        InvalidRequestException(int status, String why) {
            super(why);
            this.status = status;
        }
    }

    /// Reads one request.
    ///
    /// @param first the first byte of the request, which has been read already; below 0 if there is none
    Result read(int first) throws IOException {
        if (first < 0) {
            return new Result.Closed();
        }
        try {
            Optional<Head> head = head(first);
            return head.isEmpty() ? new Result.Closed() : new Result.Complete(request(head.get()));
        } catch (InvalidRequestException e) {
            return new Result.Refused(Response.failure(e.status, e.status + " " + e.getMessage()));
        }
    }

    /// The request line and the header fields.
    ///
    /// @param isNew   true for HTTP/1.1, false for HTTP/1.0
    /// @param headers by their names in lower case
    private record Head(String method, String target, boolean isNew, Map<String, List<String>> headers) {
        /// Parses the request line.
        static Head begin(String line) throws InvalidRequestException {
            Matcher parts = REQUEST_LINE.matcher(line);
            if (!parts.matches()) {
                throw new InvalidRequestException(400, "malformed request line");
            }
            return new Head(parts.group(1), parts.group(2), parts.group(3).equals("1"), new LinkedHashMap<>());
        }

        /// Parses one line of header fields, and adds it.
        void add(String line) throws InvalidRequestException {
            int colon = line.indexOf(':');
            String name = colon < 0 ? "" : line.substring(0, colon);
            String value = line.substring(colon + 1).strip();
            if (!TOKEN.matcher(name).matches() || value.chars().anyMatch(each -> each < ' ' && each != '\t')) {
                throw new InvalidRequestException(400, "malformed header");
            }
            headers.computeIfAbsent(name.toLowerCase(Locale.ROOT), _ -> new ArrayList<>(1))
                    .add(value);
        }
    }

    /// Reads the request line and the header fields. Each line is checked when it has arrived: a client that never
    /// completes its head cannot fill the heap with lines of a few bytes, each of which is an object.
    ///
    /// @return empty if the connection ends before the end of the head
    private Optional<Head> head(int first) throws IOException, InvalidRequestException {
        Optional<Head> head = Optional.empty();
        var line = new StringBuilder();
        int size = 0;
        int lines = 0;
        for (int each = first; each >= 0; each = in.read()) {
            if (++size > limits.headBytes() || lines > limits.headLines()) {
                throw new InvalidRequestException(431, "request header fields too large");
            }
            if (each != '\n') {
                line.append((char) each);
                continue;
            }
            String text = withoutReturn(line);
            line.setLength(0);
            lines++;
            if (!text.isEmpty() && head.isEmpty()) {
                head = Optional.of(Head.begin(text));
            } else if (!text.isEmpty()) {
                head.get().add(text);
            } else if (head.isPresent()) {
                return head;
            }
        }
        return Optional.empty();
    }

    private static String withoutReturn(StringBuilder line) {
        int last = line.length() - 1;
        return last >= 0 && line.charAt(last) == '\r' ? line.substring(0, last) : line.toString();
    }

    private Request request(Head head) throws IOException, InvalidRequestException {
        Map<String, List<String>> headers = head.headers();
        headers.replaceAll((_, values) -> List.copyOf(values));
        if (headers.getOrDefault("host", List.of()).size() > 1 || (head.isNew() && !headers.containsKey("host"))) {
            throw new InvalidRequestException(400, "missing or repeated Host header");
        }
        String target = target(head.target());
        int mark = target.indexOf('?');
        return new Request(
                head.method(),
                decoded(mark < 0 ? target : target.substring(0, mark), true),
                mark < 0 ? Map.of() : query(target.substring(mark + 1)),
                headers,
                body(headers),
                head.isNew() && !hasOption(headers, "connection", "close"));
    }

    /// Returns path and query of the request target. The target may also have the absolute form, which clients
    /// send to a proxy.
    private static String target(String sent) throws InvalidRequestException {
        if (sent.startsWith("/")) {
            return sent;
        }
        Matcher absolute = ABSOLUTE_TARGET.matcher(sent);
        if (!absolute.matches()) {
            throw new InvalidRequestException(400, "malformed request target");
        }
        return absolute.group(1);
    }

    private static Map<String, List<String>> query(String text) throws InvalidRequestException {
        var query = new LinkedHashMap<String, List<String>>();
        for (String each : text.split("&", -1)) {
            int equals = each.indexOf('=');
            String name = decoded(equals < 0 ? each : each.substring(0, equals), false);
            query.computeIfAbsent(name, _ -> new ArrayList<>())
                    .add(equals < 0 ? "" : decoded(each.substring(equals + 1), false));
        }
        query.remove("");
        query.replaceAll((_, values) -> List.copyOf(values));
        return query;
    }

    private static String decoded(String text, boolean isPath) throws InvalidRequestException {
        try {
            return URLDecoder.decode(isPath ? text.replace("+", "%2B") : text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            throw new InvalidRequestException(400, "malformed escape in the request target");
        }
    }

    private String body(Map<String, List<String>> headers) throws IOException, InvalidRequestException {
        if (headers.containsKey("transfer-encoding")) {
            throw new InvalidRequestException(411, "length required");
        }
        List<String> lengths = headers.getOrDefault("content-length", List.of("0"));
        if (lengths.size() > 1 || !LENGTH.matcher(lengths.getFirst()).matches()) {
            throw new InvalidRequestException(400, "malformed Content-Length");
        }
        int length = Integer.parseInt(lengths.getFirst());
        if (length > limits.bodyBytes()) {
            throw new InvalidRequestException(413, "request body too large");
        }
        if (length > 0 && hasOption(headers, "expect", "100-continue")) {
            throw new InvalidRequestException(417, "expectation failed");
        }
        byte[] body = in.readNBytes(length);
        if (body.length < length) {
            throw new InvalidRequestException(400, "request body ended early");
        }
        return new String(body, StandardCharsets.UTF_8);
    }

    private static boolean hasOption(Map<String, List<String>> headers, String name, String option) {
        return headers.getOrDefault(name, List.of()).stream()
                .anyMatch(value -> value.toLowerCase(Locale.ROOT).contains(option));
    }
}
