package dev.vspherecloud.vsphere.client;

import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.testkit.wire.ScriptedServer;
import dev.vspherecloud.text.Secret;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/// Answers that were captured from a vCenter simulator, and methods to serve them.
final class Recorded {
    static final String ENV = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<soapenv:Envelope"
            + " xmlns:soapenc=\"http://schemas.xmlsoap.org/soap/encoding/\""
            + " xmlns:soapenv=\"http://schemas.xmlsoap.org/soap/envelope/\""
            + " xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\""
            + " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"><soapenv:Body>";
    static final String END = "</soapenv:Body></soapenv:Envelope>";

    static final String VERSIONS = """
            <?xml version="1.0" encoding="UTF-8" ?>
            <namespaces version="1.0"><namespace><name>urn:vim25</name><version>8.0.3.0</version>
            <priorVersions><version>8.0.2.0</version><version>6.7.3</version><version>6.7</version><version>6.5</version>
            </priorVersions></namespace></namespaces>""";

    static final String SERVICE_CONTENT = envelope("""
            <RetrieveServiceContentResponse xmlns="urn:vim25"><returnval><rootFolder type="Folder">group-d1</rootFolder>\
            <propertyCollector type="PropertyCollector">propertyCollector</propertyCollector>\
            <viewManager type="ViewManager">ViewManager</viewManager><about><name>VMware vCenter Server</name>\
            <fullName>VMware vCenter Server 6.5.0 build-5973321 (govmomi simulator)</fullName><vendor>VMware, Inc.</vendor>\
            <version>6.5.0</version><build>5973321</build><apiType>VirtualCenter</apiType><apiVersion>6.5</apiVersion>\
            <instanceUuid>b23fb785-e059-5295-b656-1ce619201f0c</instanceUuid></about>\
            <setting type="OptionManager">VpxSettings</setting><sessionManager type="SessionManager">SessionManager\
            </sessionManager><eventManager type="EventManager">EventManager</eventManager>\
            <taskManager type="TaskManager">TaskManager</taskManager>\
            <searchIndex type="SearchIndex">SearchIndex</searchIndex></returnval></RetrieveServiceContentResponse>""");

    static final String LOGIN = envelope("""
            <LoginResponse xmlns="urn:vim25"><returnval><key>5218cc19-d6fc-43cf-a8a1-648a9000e724</key>\
            <userName>user</userName><fullName>user</fullName><loginTime>2026-11-20T10:38:23.218671476Z</loginTime>\
            <lastActiveTime>2026-11-20T10:38:23.218675452Z</lastActiveTime><locale>en_US</locale>\
            <messageLocale>en_US</messageLocale><extensionSession>false</extensionSession><ipAddress>127.0.0.1</ipAddress>\
            <userAgent>curl/7.88.1</userAgent><callCount>1</callCount></returnval></LoginResponse>""");

    static final String SESSION_COOKIE = "vmware_soap_session=\"6898e3c0\"";

    static final Credentials CREDENTIALS = new Credentials("user", new Secret("s3cret-word"));

    private Recorded() {}

    static String envelope(String body) {
        return ENV + body + END;
    }

    /// Returns a fault as the simulator sends it.
    static String fault(String type, String text, String fields) {
        return envelope("""
                <soapenv:Fault><faultcode>ServerFaultCode</faultcode><faultstring>%s</faultstring><detail>\
                <%2$sFault xmlns="urn:vim25" xsi:type="%2$s">%3$s</%2$sFault></detail></soapenv:Fault>""".formatted(text, type, fields));
    }

    /// Lets a client connect, log in and create filters, and passes every other SOAP call to the script.
    static ScriptedServer.Script vcenter(ScriptedServer.Script then) {
        return request -> {
            if (request.line().startsWith("GET /sdk/vimServiceVersions.xml ")) {
                return ScriptedServer.xml(200, VERSIONS);
            }
            if (request.body().contains("<RetrieveServiceContent ")) {
                return ScriptedServer.xml(200, SERVICE_CONTENT);
            }
            if (request.body().contains("<Login ")) {
                return ScriptedServer.http(
                        200,
                        "Content-Type: text/xml\r\nSet-Cookie: " + SESSION_COOKIE + "; Path=/; HttpOnly; Secure; \r\n",
                        LOGIN.getBytes(StandardCharsets.UTF_8));
            }
            if (request.body().contains("<CreateFilter ")) {
                return ScriptedServer.xml(
                        200,
                        envelope("<CreateFilterResponse xmlns=\"urn:vim25\"><returnval type=\"PropertyFilter\">"
                                + "session[52]1</returnval></CreateFilterResponse>"));
            }
            if (request.body().contains("<Logout ")) {
                return ScriptedServer.xml(200, envelope("<LogoutResponse xmlns=\"urn:vim25\"></LogoutResponse>"));
            }
            return then.answer(request);
        };
    }

    /// Returns timeouts that are short enough for a test that waits for one, and long enough for a busy machine.
    static Timeouts timeouts(Duration call) {
        return new Timeouts(Duration.ofSeconds(5), call, Duration.ofSeconds(20), call, call);
    }

    static VcenterClient client(ScriptedServer server) {
        return client(server, Duration.ofSeconds(10));
    }

    static VcenterClient client(ScriptedServer server, Duration call) {
        return new VcenterClient(
                endpoint(server, new TlsTrust.Insecure()), timeouts(call), "test/1", VcenterObserver.NONE, 1 << 20);
    }

    static VcenterEndpoint endpoint(ScriptedServer server, TlsTrust trust) {
        return new VcenterEndpoint("vc-test", server.address(), server.port(), trust, Optional.empty());
    }
}
