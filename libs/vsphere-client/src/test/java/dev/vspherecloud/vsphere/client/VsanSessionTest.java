package dev.vspherecloud.vsphere.client;

import static dev.vspherecloud.vsphere.client.VcenterClientTest.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.testkit.wire.ScriptedServer;
import dev.vspherecloud.testkit.wire.ScriptedServer.Reply;
import dev.vspherecloud.testkit.wire.ScriptedServer.Request;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.client.soap.SoapEndpoint;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests sessions that read the types of vSAN and CNS, and that other sessions send what they always sent.
class VsanSessionTest {
    private static final String VERSIONS =
            "<namespaces version=\"1.0\"><namespace><name>urn:vsan</name><version>vSAN 7.0U1</version></namespace></namespaces>";

    private static final String FINISHED_TASK = Recorded.envelope("""
            <WaitForUpdatesExResponse xmlns="urn:vim25"><returnval><version>2</version><filterSet>\
            <filter type="PropertyFilter">session[52]f</filter><objectSet><kind>modify</kind><obj type="Task">task-7</obj>\
            <changeSet><name>info.state</name><op>assign</op><val xsi:type="TaskInfoState">success</val></changeSet>\
            <changeSet><name>info.result</name><op>assign</op><val xmlns:v="urn:vsan" \
            xsi:type="v:CnsVolumeOperationBatchResult"><volumeResults xsi:type="v:CnsVolumeCreateResult"><volumeId>\
            <id>6ee2b7d5</id></volumeId><placementResults><datastore type="Datastore">datastore-11</datastore>\
            </placementResults></volumeResults></val></changeSet>\
            <changeSet><name>info.error</name><op>assign</op></changeSet>\
            </objectSet></filterSet></returnval></WaitForUpdatesExResponse>""");

    @Test
    void theCallsOfTheSessionNameTheVersionOfVsan() {
        try (var server = ScriptedServer.start(vcenter(ScriptedServer.xml(200, VERSIONS)));
                var client = client(server);
                var session = client.login(Recorded.CREDENTIALS)) {
            MoRef collector = new MoRef("PropertyCollector", "pc");
            session.waitForUpdates(collector, "1", Duration.ofSeconds(1), 10);

            Request sent = server.requests().getLast();
            assertThat(sent.line()).isEqualTo("POST /sdk HTTP/1.1");
            assertThat(sent.header("soapaction")).isEqualTo("urn:vsan/vSAN 7.0U1");
            assertThat(sent.body()).contains("<WaitForUpdatesEx xmlns=\"urn:vim25\">");
            assertThat(session.vsanEndpoint()).isEqualTo(SoapEndpoint.vsan("vSAN 7.0U1"));
            assertThat(login(server).header("soapaction")).isEqualTo("urn:vim25/6.7.3");
        }
    }

    @Test
    void theResultOfACnsTaskArrivesWithItsTypesAndFields() {
        try (var server = ScriptedServer.start(vcenter(ScriptedServer.xml(200, VERSIONS)));
                var client = client(server);
                var session = client.login(Recorded.CREDENTIALS)) {
            var collector = new MoRef("PropertyCollector", "pc");
            var _ = session.createFilter(
                    collector,
                    RetrieveQuery.ofObjects(
                            "Task", List.of("info.result", "info.error"), List.of(new MoRef("Task", "task-1"))));
            UpdateSet updates = session.waitForUpdates(collector, "1", Duration.ofSeconds(1), 10)
                    .orElseThrow();

            Map<String, PropertyValue> changes = updates.updates().getFirst().changes();
            PropertyValue result = changes.get("info.result");
            assertThat(result).isInstanceOfSatisfying(PropertyValue.Struct.class, batch -> {
                assertThat(batch.type()).isEqualTo("CnsVolumeOperationBatchResult");
                PropertyValue volume = batch.field("volumeResults").items().getFirst();
                assertThat(((PropertyValue.Struct) volume).type()).isEqualTo("CnsVolumeCreateResult");
                assertThat(volume.field("volumeId").field("id").text()).contains("6ee2b7d5");
                assertThat(volume.field("placementResults").field("datastore").ref())
                        .contains(new MoRef("Datastore", "datastore-11"));
            });
            assertThat(changes).containsEntry("info.error", new PropertyValue.Unset());
        }
    }

    @Test
    void aSessionForVim25SendsNothingElse() {
        try (var server = ScriptedServer.start(vcenter(ScriptedServer.xml(200, VERSIONS)));
                var client = Recorded.client(server);
                var session = client.login(Recorded.CREDENTIALS)) {
            session.waitForUpdates(new MoRef("PropertyCollector", "pc"), "1", Duration.ofSeconds(1), 10);

            assertThat(server.requests().getLast().header("soapaction")).isEqualTo("urn:vim25/6.7.3");
            assertThat(server.requests()).noneMatch(request -> request.line().contains("vsanServiceVersions"));
            assertThat(failure(session::vsanEndpoint).kind()).isEqualTo(Kind.UNSUPPORTED);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"<html>no</html>", "<namespaces/>", "nothing"})
    void withoutAVersionTheSessionWorksButForVolumes(String file) {
        for (Reply versions : List.of(ScriptedServer.xml(200, file), ScriptedServer.xml(404, file))) {
            try (var server = ScriptedServer.start(vcenter(versions));
                    var client = client(server);
                    var session = client.login(Recorded.CREDENTIALS)) {
                session.waitForUpdates(new MoRef("PropertyCollector", "pc"), "1", Duration.ofSeconds(1), 10);

                assertThat(server.requests().getLast().header("soapaction")).isEqualTo("urn:vim25/6.7.3");
                assertThat(failure(session::vsanEndpoint))
                        .hasMessageContaining("the server named no version of the vSAN API")
                        .returns(Kind.UNSUPPORTED, VcenterException::kind);
            }
        }
    }

    @Test
    void whileTheServiceStartsNoLoginIsSent() {
        try (var server = ScriptedServer.start(vcenter(ScriptedServer.xml(503, "")));
                var client = client(server)) {
            assertThat(failure(() -> client.login(Recorded.CREDENTIALS)).kind()).isEqualTo(Kind.BUSY);
            assertThat(server.requests()).noneMatch(request -> request.body().contains("<Login "));
        }
    }

    private static ScriptedServer.Script vcenter(Reply versions) {
        ScriptedServer.Script rest = Recorded.vcenter(_ -> ScriptedServer.xml(200, FINISHED_TASK));
        return request ->
                request.line().startsWith("GET /sdk/vsanServiceVersions.xml ") ? versions : rest.answer(request);
    }

    private static VcenterClient client(ScriptedServer server) {
        return new VcenterClient(
                Recorded.endpoint(server, new TlsTrust.Insecure()),
                Recorded.timeouts(Duration.ofSeconds(10)),
                "test/1",
                VcenterObserver.NONE,
                VcenterClient.SessionTypes.VIM25_AND_VSAN);
    }

    private static Request login(ScriptedServer server) {
        return server.requests().stream()
                .filter(request -> request.body().contains("<Login "))
                .findFirst()
                .orElseThrow();
    }
}
