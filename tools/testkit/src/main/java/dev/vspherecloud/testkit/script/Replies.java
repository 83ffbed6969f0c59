package dev.vspherecloud.testkit.script;

import dev.vspherecloud.testkit.proxy.CallName;
import dev.vspherecloud.testkit.proxy.SoapFaults;
import dev.vspherecloud.testkit.wire.Content;
import dev.vspherecloud.testkit.wire.Response;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;

/// Replies for use in many scripts.
public final class Replies {
    static final String XML = "text/xml; charset=utf-8";
    private static final int TRICKLE_BYTES = 16;

    private Replies() {}

    /// Returns the response to any method with this content: `<returnval>…</returnval>`, or nothing.
    public static Reply soap(String content) {
        return Reply.with(request -> soapResponse(CallName.of(request), content));
    }

    /// A vim25 fault without fields.
    public static Reply fault(String type, String message) {
        return fault(type, message, "");
    }

    /// @param fields XML of the fault's own fields
    public static Reply fault(String type, String message, String fields) {
        return Reply.of(Response.of(500, XML, Content.of(SoapFaults.envelope(type, message, fields))));
    }

    /// vCenter's `NoPermission`, with the object and the missing privilege.
    public static Reply noPermission(String objectType, String object, String privilege) {
        return fault(
                "NoPermission",
                "Permission to perform this operation was denied.",
                VimXml.reference("object", objectType, object) + "<privilegeId>" + privilege + "</privilegeId>");
    }

    public static Reply json(int status, String body) {
        return Reply.of(Response.of(status, "application/json", Content.of(body)));
    }

    /// The response of vCenter's front end while the service behind it starts.
    public static Reply unavailable() {
        return Reply.of(Response.of(503, "text/html", Content.of(HtmlPages.UNAVAILABLE)));
    }

    /// A gzip-compressed response, as vCenter 8.0.3 sends it to clients that accept gzip.
    public static Reply gzipped(String content) {
        return Reply.with(request -> {
            Response plain = soapResponse(CallName.of(request), content);
            return plain.withBody(Content.of(gzip(plain.body().bytes()))).with("Content-Encoding", "gzip");
        });
    }

    /// The same response, sent a few bytes at a time.
    public static Reply trickled(String content, Duration pause) {
        return (request, line) -> {
            Response answer = soapResponse(CallName.of(request), content);
            line.send(answer.head().bytes());
            byte[] body = answer.body().bytes();
            for (int done = 0; done < body.length; done += TRICKLE_BYTES) {
                line.send(Arrays.copyOfRange(body, done, Math.min(body.length, done + TRICKLE_BYTES)));
                line.pause(pause);
            }
            return Reply.Next.KEEP;
        };
    }

    /// Never responds; ends when the client leaves.
    public static Reply hang() {
        return (_, line) -> {
            line.hang();
            return Reply.Next.CLOSE;
        };
    }

    /// Ends the connection with a TCP reset.
    public static Reply reset() {
        return (_, line) -> {
            line.reset();
            return Reply.Next.CLOSE;
        };
    }

    /// Sends these bytes and closes.
    public static Reply raw(String bytes) {
        return (_, line) -> {
            line.send(bytes);
            return Reply.Next.CLOSE;
        };
    }

    static Response soapResponse(String method, String content) {
        String answer = "<" + method + "Response xmlns=\"urn:vim25\">" + content + "</" + method + "Response>";
        return Response.of(200, XML, Content.of(VimXml.envelope(answer)));
    }

    private static byte[] gzip(byte[] plain) {
        var packed = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(packed)) {
            out.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        }
        return packed.toByteArray();
    }
}
