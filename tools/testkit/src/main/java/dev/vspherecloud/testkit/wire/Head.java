package dev.vspherecloud.testkit.wire;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The head of a request or a response: its first line and its headers, in their order.
///
/// @param startLine such as `POST /sdk HTTP/1.1` or `HTTP/1.1 200 OK`
public record Head(String startLine, List<Header> headers) {
    private static final int MAX_HEAD_BYTES = 256 * 1024;

    public Head {
        headers = List.copyOf(headers);
    }

    /// Reads up to the empty line.
    ///
    /// @return empty if the other side closed before the first byte
    public static Optional<Head> readFrom(InputStream in) throws IOException {
        Optional<String> start = readLine(in, MAX_HEAD_BYTES);
        if (start.isEmpty()) {
            return Optional.empty();
        }
        var headers = new ArrayList<Header>();
        int left = MAX_HEAD_BYTES;
        while (true) {
            String line = readLine(in, left).orElseThrow(() -> new EOFException("closed inside a message head"));
            if (line.isEmpty()) {
                return Optional.of(new Head(start.get(), headers));
            }
            left -= line.length();
            headers.add(parse(line));
        }
    }

    /// The first line of a request is `METHOD target version`.
    public String method() {
        return word(0);
    }

    /// Path and query, as sent.
    public String target() {
        return word(1);
    }

    /// The target up to the question mark.
    public String path() {
        int query = target().indexOf('?');
        return query < 0 ? target() : target().substring(0, query);
    }

    /// Returns the values of one query parameter, as sent (not decoded).
    public List<String> query(String name) {
        int query = target().indexOf('?');
        if (query < 0) {
            return List.of();
        }
        return Arrays.stream(target().substring(query + 1).split("&"))
                .map(pair -> pair.split("=", 2))
                .filter(pair -> pair[0].equals(name))
                .map(pair -> pair.length == 2 ? pair[1] : "")
                .toList();
    }

    /// The first line of a response is `version status reason`.
    public int status() {
        return Integer.parseInt(word(1));
    }

    public Optional<String> value(String name) {
        return values(name).findFirst();
    }

    public Stream<String> values(String name) {
        return headers.stream().filter(header -> header.isNamed(name)).map(Header::value);
    }

    /// Returns true if a comma-separated header contains this token, as in `Connection: keep-alive, Upgrade`.
    public boolean lists(String name, String token) {
        return values(name).flatMap(value -> Arrays.stream(value.split(","))).anyMatch(item -> item.strip()
                .equalsIgnoreCase(token));
    }

    public Head withStartLine(String line) {
        return new Head(line, headers);
    }

    /// Replaces all headers of this name by one.
    public Head with(String name, String value) {
        var changed = new ArrayList<>(without(name).headers);
        changed.add(new Header(name, value));
        return new Head(startLine, changed);
    }

    public Head without(String... names) {
        return new Head(
                startLine,
                headers.stream()
                        .filter(header -> Arrays.stream(names).noneMatch(header::isNamed))
                        .toList());
    }

    public byte[] bytes() {
        var text = new StringBuilder(startLine).append("\r\n");
        headers.forEach(header ->
                text.append(header.name()).append(": ").append(header.value()).append("\r\n"));
        return text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private String word(int index) {
        String[] words = startLine.split(" ", 3);
        return index < words.length ? words[index] : "";
    }

    private static Header parse(String line) {
        int colon = line.indexOf(':');
        return colon < 0
                ? new Header(line.strip(), "")
                : new Header(
                        line.substring(0, colon).strip(),
                        line.substring(colon + 1).strip());
    }

    static Optional<String> readLine(InputStream in, int longest) throws IOException {
        var line = new ByteArrayOutputStream(80);
        int next = in.read();
        if (next < 0) {
            return Optional.empty();
        }
        for (; next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("closed inside a line");
            }
            if (line.size() >= longest) {
                throw new IOException("a line or head longer than " + MAX_HEAD_BYTES + " bytes");
            }
            line.write(next);
        }
        String text = line.toString(StandardCharsets.ISO_8859_1);
        return Optional.of(text.endsWith("\r") ? text.substring(0, text.length() - 1) : text);
    }
}
