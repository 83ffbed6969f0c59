package dev.vspherecloud.testkit.flood;

import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.Rule;
import dev.vspherecloud.testkit.script.VimXml;
import dev.vspherecloud.testkit.wire.Content;
import dev.vspherecloud.testkit.wire.Head;
import dev.vspherecloud.testkit.wire.Header;
import dev.vspherecloud.testkit.wire.Response;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;

/// An answer of vCenter that is small on the wire and fills the heap of a careless reader: up to just under
/// the limit of 16 MiB of text, of which each few bytes become an object.
///
/// @param name for the vCenter that gives it
/// @param call the end of the name of the call that it answers
public record WorstAnswer(String name, String call, Response response) {
    private static final int BYTES = (16 << 20) - (64 << 10);
    private static final String XML = "text/xml; charset=utf-8";
    private static final String JSON = "application/json";
    private static final String LOOK = "list-attached-tags-on-objects";

    /// Returns all of them.
    public static List<WorstAnswer> all() {
        return List.of(
                soap("empty-elements", "WaitForUpdatesEx", update(many(_ -> "<a/>"))),
                soap("many-names", "WaitForUpdatesEx", update(many(n -> "<a" + n + "/>"))),
                soap("deep", "WaitForUpdatesEx", update("<a>".repeat(200_000) + "</a>".repeat(200_000))),
                soap("many-objects", "WaitForUpdatesEx", update(many(WorstAnswer::gone))),
                soap(
                        "many-properties",
                        "WaitForUpdatesEx",
                        update(object(many(_ -> "<changeSet><name>name</name><op>assign</op></changeSet>")))),
                soap(
                        "many-nics",
                        "WaitForUpdatesEx",
                        update(
                                guestNet(
                                        many(
                                                _ ->
                                                        "<GuestNicInfo><connected>true</connected><deviceConfigId>1</deviceConfigId></GuestNicInfo>")))),
                soap(
                        "many-addresses",
                        "WaitForUpdatesEx",
                        update(guestNet(
                                "<GuestNicInfo>" + many(n -> "<ipAddress>" + n + "</ipAddress>") + "</GuestNicInfo>"))),
                soap(
                        "long-text",
                        "WaitForUpdatesEx",
                        update(object(property("name", "xsd:string", "x".repeat(BYTES))))),
                soap("many-attributes", "WaitForUpdatesEx", update("<a" + many(n -> " b" + n + "=\"\"") + "/>")),
                soap("long-attribute", "WaitForUpdatesEx", update("<a b=\"" + "x".repeat(BYTES) + "\"/>")),
                soap(
                        "many-missing",
                        "WaitForUpdatesEx",
                        update(object(many(_ -> "<missingSet><path>name</path></missingSet>")))),
                soap("blank", "WaitForUpdatesEx", update(" ".repeat(1 << 26))),
                soap("content", "RetrieveServiceContent", many(_ -> "<a/>")),
                soap(
                        "objects",
                        "RetrievePropertiesEx",
                        many(n -> "<objects><obj type=\"VirtualMachine\">vm-" + n + "</obj></objects>")),
                soap("pages", "RetrievePropertiesEx", "<token>1</token>" + many(_ -> "<objects/>")),
                soap("login", "Login", many(_ -> "<a/>")),
                fault("fault", "RetrievePropertiesEx", many(_ -> "<a/>")),
                fault("fault-text", "CreateFilter", "x".repeat(BYTES)),
                json("numbers", LOOK, "[" + "0,".repeat(BYTES / 2) + "0]"),
                json("arrays", LOOK, "[".repeat(200_000) + "]".repeat(200_000)),
                json("keys", LOOK, "{" + many(n -> "\"" + n + "\":0,") + "\"a\":0}"),
                json(
                        "tags",
                        LOOK,
                        "{\"value\":[{\"object_id\":{\"id\":\"a\",\"type\":\"b\"},\"tag_ids\":[" + many(_ -> "\"\",")
                                + "\"\"]}]}"),
                json("string", LOOK, "{\"value\":\"" + "x".repeat(BYTES) + "\"}"),
                json("session", "/session", "[" + "{},".repeat(BYTES / 3) + "{}]"),
                headers());
    }

    /// Returns those of a vCenter about volumes.
    public static List<WorstAnswer> ofVolumes() {
        return List.of(
                soap("elements-of-a-list", "CnsQueryAllVolume", many(_ -> "<a/>")),
                soap("volumes", "CnsQueryAllVolume", many(_ -> "<volumes/>")),
                soap(
                        "labels",
                        "CnsQueryAllVolume",
                        "<volumes><volumeId><id>a</id></volumeId><metadata><entityMetadata>"
                                + many(n -> "<labels><key>" + n + "</key></labels>")
                                + "</entityMetadata></metadata></volumes>"),
                soap("elements-of-a-task", "CnsCreateVolume", many(_ -> "<a/>")),
                soap("task", "CnsCreateVolume", "x".repeat(BYTES)),
                fault("fault-of-a-task", "CnsCreateVolume", many(_ -> "<a/>")),
                soap("changes", "WaitForUpdatesEx", update(many(WorstAnswer::gone))));
    }

    /// The rule with which a vCenter always gives this answer.
    public Rule rule() {
        return Rule.when(name, (called, _) -> called.endsWith(call)).then(Fault.answer(response));
    }

    /// Returns true if the client cannot know whether its password was checked, so that it waits for minutes.
    public boolean isOfLogin() {
        return call.equals("Login") || call.equals("/session");
    }

    private static WorstAnswer soap(String name, String call, String content) {
        return new WorstAnswer(name, call, gzipped(200, XML, envelope(call, "<returnval>" + content + "</returnval>")));
    }

    private static WorstAnswer fault(String name, String call, String content) {
        String fault = "<soapenv:Fault><faultcode>ServerFaultCode</faultcode><faultstring>" + content
                + "</faultstring></soapenv:Fault>";
        return new WorstAnswer(name, call, gzipped(500, XML, VimXml.envelope(fault)));
    }

    private static WorstAnswer json(String name, String call, String text) {
        return new WorstAnswer(name, call, gzipped(200, JSON, text));
    }

    private static WorstAnswer headers() {
        List<Header> cookies = IntStream.range(0, 200_000)
                .mapToObj(n -> new Header("Set-Cookie", "a" + n + "=" + n))
                .toList();
        return new WorstAnswer(
                "headers", "WaitForUpdatesEx", new Response(new Head("HTTP/1.1 200 OK", cookies), Content.NONE));
    }

    private static String envelope(String call, String content) {
        return VimXml.envelope("<" + call + "Response xmlns=\"urn:vim25\">" + content + "</" + call + "Response>");
    }

    private static String update(String content) {
        return "<version>9</version><filterSet><filter type=\"PropertyFilter\">f-1</filter>" + content + "</filterSet>";
    }

    private static String gone(int n) {
        return VimXml.leave("VirtualMachine", "vm-" + n);
    }

    private static String object(String content) {
        return "<objectSet><kind>modify</kind><obj type=\"VirtualMachine\">vm-1</obj>" + content + "</objectSet>";
    }

    private static String guestNet(String content) {
        return object(property("guest.net", "ArrayOfGuestNicInfo", content));
    }

    private static String property(String path, String type, String content) {
        return "<changeSet><name>" + path + "</name><op>assign</op><val xsi:type=\"" + type + "\">" + content
                + "</val></changeSet>";
    }

    private static String many(IntFunction<String> piece) {
        var text = new StringBuilder(BYTES);
        for (int n = 0; text.length() < BYTES - 100; n++) {
            text.append(piece.apply(n));
        }
        return text.toString();
    }

    private static Response gzipped(int status, String type, String text) {
        var packed = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(packed)) {
            out.write(text.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        }
        return Response.of(status, type, Content.of(packed.toByteArray())).with("Content-Encoding", "gzip");
    }

    @Override
    public String toString() {
        return name;
    }
}
