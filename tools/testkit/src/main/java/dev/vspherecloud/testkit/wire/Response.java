package dev.vspherecloud.testkit.wire;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/// A whole response, for generated or rewritten responses.
public record Response(Head head, Content body) {
    /// Returns a response with a `Content-Length`.
    public static Response of(int status, String contentType, Content body) {
        var head =
                new Head("HTTP/1.1 " + status + " " + reason(status), List.of(new Header("Content-Type", contentType)));
        return new Response(head, Content.NONE).withBody(body);
    }

    public int status() {
        return head.status();
    }

    public Response withStatus(int status) {
        return new Response(head.withStartLine("HTTP/1.1 " + status + " " + reason(status)), body);
    }

    /// Returns the response with another body, and with the headers that depend on it.
    public Response withBody(Content changed) {
        return new Response(
                head.without("Transfer-Encoding").with("Content-Length", Integer.toString(changed.size())), changed);
    }

    public Response with(String header, String value) {
        return new Response(head.with(header, value), body);
    }

    public void writeTo(OutputStream out) throws IOException {
        out.write(head.bytes());
        body.writeTo(out);
        out.flush();
    }

    private static String reason(int status) {
        return switch (status) {
            case 200 -> "OK";
            case 201 -> "Created";
            case 204 -> "No Content";
            case 401 -> "Unauthorized";
            case 403 -> "Forbidden";
            case 404 -> "Not Found";
            case 409 -> "Conflict";
            case 410 -> "Gone";
            case 429 -> "Too Many Requests";
            case 500 -> "Internal Server Error";
            case 502 -> "Bad Gateway";
            case 503 -> "Service Unavailable";
            case 504 -> "Gateway Timeout";
            default -> "Status " + status;
        };
    }
}
