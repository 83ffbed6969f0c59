package dev.vspherecloud.testkit.script;

import static dev.vspherecloud.testkit.script.HostileAnswer.End.DEADLINE;
import static dev.vspherecloud.testkit.script.HostileAnswer.End.ITSELF;
import static dev.vspherecloud.testkit.script.HostileAnswer.End.LIMIT;

import dev.vspherecloud.testkit.proxy.CallName;
import dev.vspherecloud.testkit.proxy.SoapFaults;
import dev.vspherecloud.testkit.wire.Content;
import dev.vspherecloud.testkit.wire.Request;
import dev.vspherecloud.testkit.wire.Response;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/// The table of hostile responses. For each, a client must return a typed error, in bounded time and memory. For
/// parameterised tests:
///
/// ```java
/// static List<HostileAnswer> hostile() { return HostileAnswers.all(); }
///
/// @ParameterizedTest @MethodSource("hostile")
/// void endsAsATypedError(HostileAnswer answer) {
///     vcenter.on("RetrievePropertiesEx", answer.reply());
///     …
/// }
/// ```
///
/// They suit any SOAP method whose response must not be empty. Those with objects have the form of a response to
/// `RetrievePropertiesEx`.
public final class HostileAnswers {
    private static final String BILLION_LAUGHS = """
            <?xml version="1.0"?>
            <!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
            <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;">
            <!ENTITY e "&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;"><!ENTITY f "&e;&e;&e;&e;&e;&e;&e;&e;&e;&e;">
            <!ENTITY g "&f;&f;&f;&f;&f;&f;&f;&f;&f;&f;"><!ENTITY h "&g;&g;&g;&g;&g;&g;&g;&g;&g;&g;">]>
            <Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body><X xmlns="urn:vim25">&h;</X></Body></Envelope>
            """;
    private static final String OUTSIDE_ENTITY = """
            <?xml version="1.0"?>
            <!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]>
            <Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body><X xmlns="urn:vim25">&a;</X></Body></Envelope>
            """;
    private static final long MEBI = 1024 * 1024;

    private HostileAnswers() {}

    /// Returns all of them.
    public static List<HostileAnswer> all() {
        return List.of(
                new HostileAnswer("an HTML page with status 200", ITSELF, page(200, HtmlPages.LOGIN)),
                new HostileAnswer("an HTML page with status 503", ITSELF, Replies.unavailable()),
                new HostileAnswer("a redirect to nowhere", ITSELF, redirect()),
                new HostileAnswer("an empty body with status 200", ITSELF, page(200, "")),
                new HostileAnswer("an empty body with status 500", ITSELF, page(500, "")),
                new HostileAnswer("JSON with status 200", ITSELF, Replies.json(200, "{\"value\":[]}")),
                new HostileAnswer("XML that is not SOAP", ITSELF, xml(_ -> "<hello/>")),
                new HostileAnswer("an envelope without a body", ITSELF, xml(_ -> envelopeOf(""))),
                new HostileAnswer("an empty SOAP body", ITSELF, xml(_ -> VimXml.envelope(""))),
                new HostileAnswer("the answer to another method", ITSELF, xml(_ -> wrongMethod())),
                new HostileAnswer("a fault without detail", ITSELF, faultWithoutDetail()),
                new HostileAnswer("a fault of an unknown type", ITSELF, Replies.fault("FrobnicationFailed", "no")),
                new HostileAnswer("a fault with status 200", ITSELF, faultWithStatus200()),
                new HostileAnswer("XML that breaks off", ITSELF, xml(whole -> whole.substring(0, whole.length() / 2))),
                new HostileAnswer("XML with crossed tags", ITSELF, xml(_ -> VimXml.envelope("<a><b></a></b>"))),
                new HostileAnswer("XML with two roots", ITSELF, xml(whole -> whole + "<again/>")),
                new HostileAnswer("XML with an undeclared prefix", ITSELF, xml(_ -> VimXml.envelope("<x:y/>"))),
                new HostileAnswer(
                        "XML with a character it forbids", ITSELF, xml(_ -> VimXml.envelope("<a>\u0001</a>"))),
                new HostileAnswer("bytes that are not UTF-8", ITSELF, notUtf8()),
                new HostileAnswer("a DOCTYPE", ITSELF, xml(whole -> whole.replace("?>\n", "?>\n<!DOCTYPE x>\n"))),
                new HostileAnswer("an entity bomb", ITSELF, xml(_ -> BILLION_LAUGHS)),
                new HostileAnswer("an entity that reads a file", ITSELF, xml(_ -> OUTSIDE_ENTITY)),
                new HostileAnswer("elements 200,000 deep", ITSELF, EndlessResponses.deep(200_000)),
                new HostileAnswer("an element with 200,000 attributes", ITSELF, EndlessResponses.attributes(200_000)),
                new HostileAnswer("100 MB of objects", ITSELF, EndlessResponses.objects(100 * MEBI)),
                new HostileAnswer("100 MB of text in one element", ITSELF, EndlessResponses.text(100 * MEBI)),
                new HostileAnswer("200 MB in a small gzip", ITSELF, EndlessResponses.gzipBomb(200 * MEBI)),
                new HostileAnswer("gzip that is none", ITSELF, falseGzip()),
                new HostileAnswer("no answer, connection closed", ITSELF, Replies.raw("")),
                new HostileAnswer("no answer, connection reset", ITSELF, Replies.reset()),
                new HostileAnswer("half a head", ITSELF, Replies.raw("HTTP/1.1 200 OK\r\nContent-Ty")),
                new HostileAnswer("another protocol", ITSELF, Replies.raw("SSH-2.0-OpenSSH_9.6\r\n")),
                new HostileAnswer("a reset in the middle of the body", ITSELF, resetInBody()),
                new HostileAnswer("a body shorter than its length", ITSELF, length("4096")),
                new HostileAnswer("a body longer than its length", ITSELF, length("64")),
                new HostileAnswer("a length that is no number", ITSELF, length("many")),
                new HostileAnswer("a chunk size that is no number", ITSELF, badChunk()),
                new HostileAnswer("chunks without an end", ITSELF, chunksWithoutEnd()),
                new HostileAnswer("a head of 64 MB", ITSELF, EndlessResponses.head(64 * MEBI)),
                new HostileAnswer("never an answer", DEADLINE, Replies.hang()),
                new HostileAnswer("a head and then nothing", DEADLINE, headThenNothing()),
                new HostileAnswer("a body that stops in the middle", DEADLINE, stopsInBody()),
                new HostileAnswer("a byte every 100 ms", DEADLINE, dripping()),
                new HostileAnswer("one interim answer after the other", DEADLINE, interim()),
                new HostileAnswer("a body without an end", LIMIT, EndlessResponses.objects(Long.MAX_VALUE)));
    }

    private static Reply page(int status, String html) {
        return Reply.of(Response.of(status, "text/html", Content.of(html)));
    }

    private static Reply redirect() {
        return Reply.of(Response.of(302, "text/plain", Content.NONE).with("Location", "https://127.0.0.1:1/sdk"));
    }

    /// Makes a wrong response by changing the text of the right one.
    private static Reply xml(UnaryOperator<String> spoil) {
        return Reply.with(request -> Response.of(200, Replies.XML, Content.of(spoil.apply(rightAnswer(request)))));
    }

    private static String rightAnswer(Request request) {
        return Replies.soapResponse(CallName.of(request), EndlessResponses.SOME_OBJECTS)
                .body()
                .text();
    }

    private static String envelopeOf(String content) {
        return "<e:Envelope xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\">" + content + "</e:Envelope>";
    }

    private static String wrongMethod() {
        return VimXml.envelope("<FrobnicateResponse xmlns=\"urn:vim25\"><returnval>1</returnval></FrobnicateResponse>");
    }

    private static Reply faultWithoutDetail() {
        String fault =
                "<soapenv:Fault><faultcode>ServerFaultCode</faultcode><faultstring>no</faultstring></soapenv:Fault>";
        return Reply.of(Response.of(500, Replies.XML, Content.of(VimXml.envelope(fault))));
    }

    private static Reply faultWithStatus200() {
        return xml(_ -> SoapFaults.envelope("NotAuthenticated", "The session is not authenticated.", ""));
    }

    private static Reply notUtf8() {
        return Reply.with(request -> Response.of(
                200,
                Replies.XML,
                Content.of(rightAnswer(request).replace("vm-1", "vm-\u00fc").getBytes(StandardCharsets.ISO_8859_1))));
    }

    private static Reply falseGzip() {
        return Reply.with(request ->
                Response.of(200, Replies.XML, Content.of(rightAnswer(request))).with("Content-Encoding", "gzip"));
    }

    private static Reply length(String length) {
        return (request, line) -> {
            line.send(head("Content-Length: " + length));
            line.send(rightAnswer(request));
            return Reply.Next.CLOSE;
        };
    }

    private static Reply badChunk() {
        return (_, line) -> {
            line.send(head("Transfer-Encoding: chunked") + "xyz\r\n<a/>\r\n0\r\n\r\n");
            return Reply.Next.CLOSE;
        };
    }

    private static Reply chunksWithoutEnd() {
        return (_, line) -> {
            line.send(head("Transfer-Encoding: chunked") + "4\r\n<a/>\r\n");
            return Reply.Next.CLOSE;
        };
    }

    private static Reply resetInBody() {
        return (request, line) -> {
            sendHalf(request, line);
            line.reset();
            return Reply.Next.CLOSE;
        };
    }

    private static Reply stopsInBody() {
        return (request, line) -> {
            sendHalf(request, line);
            line.hang();
            return Reply.Next.CLOSE;
        };
    }

    private static void sendHalf(Request request, ResponseChannel line) throws IOException {
        String whole = rightAnswer(request);
        line.send(head("Content-Length: " + whole.length()) + whole.substring(0, whole.length() / 2));
    }

    private static Reply headThenNothing() {
        return (_, line) -> {
            line.send(head("Content-Length: 1000"));
            line.hang();
            return Reply.Next.CLOSE;
        };
    }

    private static Reply dripping() {
        return (_, line) -> {
            line.send(head("Connection: close") + VimXml.OPENING);
            while (true) {
                line.send(" ");
                line.pause(Duration.ofMillis(100));
            }
        };
    }

    private static Reply interim() {
        return (_, line) -> {
            while (true) {
                line.send("HTTP/1.1 103 Early Hints\r\n\r\n");
                line.pause(Duration.ofMillis(20));
            }
        };
    }

    private static String head(String header) {
        return "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n" + header + "\r\n\r\n";
    }
}
