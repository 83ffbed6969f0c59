package dev.vspherecloud.vsphere.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.testkit.wire.ScriptedServer;
import dev.vspherecloud.testkit.wire.ScriptedServer.Reply;
import dev.vspherecloud.testkit.wire.ScriptedServer.Script;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests that an answer counts by the heap that it takes. Each answer here is within the limit of bytes, small on
/// the wire, and takes many times the heap of the program as objects.
class HeapLimitTest {
    private static final int ALMOST_16_MEBI = (16 << 20) - 10_000;
    private static final MoRef VM = new MoRef("VirtualMachine", "vm-1");
    private static final RetrieveQuery NAMES = RetrieveQuery.ofObjects("VirtualMachine", List.of("name"), List.of(VM));
    private static final String ELEMENTS = repeated("<a/>");

    @Test
    void manyElementsOfAPropertyAreTooLarge() {
        Script script = Recorded.vcenter(request -> request.body().contains("<RetrievePropertiesEx ")
                ? xml(
                        "<RetrievePropertiesExResponse xmlns=\"urn:vim25\"><returnval><objects><obj type=\"VirtualMachine\">"
                                + "vm-1</obj><propSet><name>name</name><val>" + ELEMENTS
                                + "</val></propSet></objects></returnval></RetrievePropertiesExResponse>")
                : view());
        try (var server = ScriptedServer.start(script);
                var client = client(server);
                var session = client.login(Recorded.CREDENTIALS)) {
            for (int i = 0; i < 3; i++) {
                VcenterException e = VcenterClientTest.failure(() -> session.retrieve(NAMES));

                assertThat(e.kind()).isEqualTo(Kind.TOO_LARGE);
                assertThat(e)
                        .hasMessageContaining("on vCenter vc-test")
                        .hasMessageContaining("KiB of memory, the limit for one response");
            }
            assertThat(session.createListView().type()).isEqualTo("ListView");
        }
    }

    @Test
    void anUpdateThatIsTooLargeNamesItsObject() {
        Script script = Recorded.vcenter(
                _ -> xml("<WaitForUpdatesExResponse xmlns=\"urn:vim25\"><returnval><version>1</version><filterSet>"
                        + "<filter type=\"PropertyFilter\">session[1]9</filter><objectSet><kind>enter</kind>"
                        + "<obj type=\"VirtualMachine\">vm-1</obj><changeSet><name>name</name><op>assign</op><val>"
                        + ELEMENTS + "</val></changeSet></objectSet></filterSet></returnval>"
                        + "</WaitForUpdatesExResponse>"));
        try (var server = ScriptedServer.start(script);
                var client = client(server);
                var session = client.login(Recorded.CREDENTIALS)) {
            var collector = new MoRef("PropertyCollector", "session[1]2");
            var _ = session.createFilter(collector, NAMES);

            VcenterException e =
                    VcenterClientTest.failure(() -> session.waitForUpdates(collector, "", Duration.ofSeconds(1), 10));

            assertThat(e.kind()).isEqualTo(Kind.TOO_LARGE);
            assertThat(e.object()).contains(VM);
            assertThat(e).hasMessageContaining("VirtualMachine:vm-1");
        }
    }

    @Test
    void manyJsonValuesAreTooLarge() {
        Script script = request -> request.line().contains("/session ")
                ? ScriptedServer.json(201, "\"id-1\"")
                : gzip("application/json", "[" + repeated("0,") + "0]");
        try (var server = ScriptedServer.start(script);
                var client = client(server);
                var session = client.openTaggingSession(Recorded.CREDENTIALS)) {
            VcenterException e = VcenterClientTest.failure(() -> session.tag("urn:t"));

            assertThat(e.kind()).isEqualTo(Kind.TOO_LARGE);
            assertThat(e).hasMessageContaining("KiB of memory, the limit for one response");
        }
    }

    private static String repeated(String item) {
        return item.repeat(ALMOST_16_MEBI / item.length());
    }

    private static Reply view() {
        return ScriptedServer.xml(
                200,
                Recorded.envelope("<CreateListViewResponse xmlns=\"urn:vim25\"><returnval type=\"ListView\">"
                        + "session[1]3</returnval></CreateListViewResponse>"));
    }

    private static Reply xml(String body) {
        return gzip("text/xml", Recorded.envelope(body));
    }

    private static Reply gzip(String type, String body) {
        return ScriptedServer.http(
                200,
                "Content-Type: " + type + "\r\nContent-Encoding: gzip\r\n",
                ScriptedServer.gzip(body.getBytes(StandardCharsets.UTF_8)));
    }

    /// Returns a client with the limits of the program.
    private static VcenterClient client(ScriptedServer server) {
        return new VcenterClient(
                Recorded.endpoint(server, new TlsTrust.Insecure()),
                Recorded.timeouts(Duration.ofSeconds(30)),
                "test/1",
                VcenterObserver.NONE);
    }
}
