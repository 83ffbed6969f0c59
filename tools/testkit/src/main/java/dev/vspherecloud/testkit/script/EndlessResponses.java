package dev.vspherecloud.testkit.script;

import dev.vspherecloud.testkit.proxy.CallName;
import dev.vspherecloud.testkit.wire.Content;
import dev.vspherecloud.testkit.wire.Response;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.LongFunction;
import java.util.zip.GZIPOutputStream;

/// Very large responses, generated while they are sent, so that this side needs no memory for them.
final class EndlessResponses {
    static final String SOME_OBJECTS = "<returnval>" + object(1) + object(2) + "</returnval>";
    private static final int BLOCK_BYTES = 64 * 1024;

    private EndlessResponses() {}

    static Reply objects(long bytes) {
        return body(bytes, "<returnval>", EndlessResponses::object, "</returnval>");
    }

    static Reply text(long bytes) {
        String block = "x".repeat(1024);
        return body(bytes, "<returnval>", _ -> block, "</returnval>");
    }

    static Reply attributes(int count) {
        return body(count * 8L, "<returnval", number -> " a" + (1_000_000 + number) % 10_000_000 + "=\"\"", "/>");
    }

    static Reply deep(int levels) {
        return (request, line) -> {
            String content = "<a>".repeat(levels) + "</a>".repeat(levels);
            line.send(Replies.soapResponse(CallName.of(request), content));
            return Reply.Next.KEEP;
        };
    }

    static Reply head(long bytes) {
        return (_, line) -> {
            line.send("HTTP/1.1 200 OK\r\n");
            String block = ("X-Filler: " + "x".repeat(1000) + "\r\n").repeat(64);
            for (long sent = 0; sent < bytes; sent += block.length()) {
                line.send(block);
            }
            line.send("Content-Length: 0\r\n\r\n");
            return Reply.Next.CLOSE;
        };
    }

    /// A response of a few hundred kilobytes that decompresses to this size.
    static Reply gzipBomb(long bytes) {
        return Reply.with(
                request -> Response.of(200, Replies.XML, Content.of(compressionBomb(CallName.of(request), bytes)))
                        .with("Content-Encoding", "gzip"));
    }

    /// A chunked response that repeats its middle part until it has this size.
    private static Reply body(long bytes, String before, LongFunction<String> piece, String after) {
        return (request, line) -> {
            String name = CallName.of(request);
            line.send("HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nTransfer-Encoding: chunked\r\n\r\n");
            line.send(chunk(VimXml.OPENING + "<" + name + "Response xmlns=\"urn:vim25\">" + before));
            long number = 0;
            for (long sent = 0; sent < bytes; ) {
                var block = new StringBuilder(BLOCK_BYTES + 1024);
                while (block.length() < BLOCK_BYTES && sent + block.length() < bytes) {
                    block.append(piece.apply(number++));
                }
                line.send(chunk(block.toString()));
                sent += block.length();
            }
            line.send(chunk(after + "</" + name + "Response>" + VimXml.CLOSING) + "0\r\n\r\n");
            return Reply.Next.KEEP;
        };
    }

    private static String chunk(String text) {
        return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
    }

    private static String object(long number) {
        return VimXml.object(
                "VirtualMachine",
                "vm-" + number,
                VimXml.text("name", "flood-" + number),
                VimXml.text("config.uuid", "42000000-0000-0000-0000-%012d".formatted(number)));
    }

    private static byte[] compressionBomb(String method, long bytes) {
        var packed = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(packed)) {
            out.write(ascii(VimXml.OPENING + "<" + method + "Response xmlns=\"urn:vim25\"><returnval>"));
            byte[] block = ascii(" ".repeat(BLOCK_BYTES));
            for (long written = 0; written < bytes; written += block.length) {
                out.write(block);
            }
            out.write(ascii("</returnval></" + method + "Response>" + VimXml.CLOSING));
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        }
        return packed.toByteArray();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
