package dev.vspherecloud.testkit.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.wire.Content;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class VcenterRulesTest {
    private static final String OBJECTS =
            "<r><token>7</token>" + object("vm-1", "one") + object("vm-2", "two") + object("vm-3", "three") + "</r>";

    private final BackendServer server;
    private final FaultProxy proxy;
    private final HttpClient client;

    VcenterRulesTest() throws IOException {
        server = BackendServer.start();
        proxy = FaultProxy.inFrontOf(server.uri()).start();
        client = HttpClient.newBuilder()
                .sslContext(proxy.identity().clientContext())
                .build();
    }

    @AfterEach
    void stop() {
        client.shutdownNow();
        proxy.close();
        server.close();
    }

    @Test
    void aSearchFindsNothing() throws Exception {
        server.answering("/sdk", "<r><returnval type=\"VirtualMachine\">vm-1</returnval></r>");
        proxy.add(VcenterRules.searchesFindNothing());

        assertThat(soap("FindAllByUuid", "").body()).isEqualTo("<r></r>");
        assertThat(soap("CreateListView", "").body()).contains("vm-1");
    }

    @Test
    void noSuchVmFailsARead() throws Exception {
        server.answering("/sdk", OBJECTS);
        VcenterRules.noSuchVm("vm-1").forEach(proxy::add);

        var failed = soap("RetrievePropertiesEx", ref("vm-1"));

        assertThat(failed.statusCode()).isEqualTo(500);
        assertThat(failed.body()).contains("xsi:type=\"ManagedObjectNotFound\"", ref("vm-1"));
        assertThat(soap("RetrievePropertiesEx", ref("vm-2")).body()).isEqualTo(OBJECTS);
        assertThat(soap("RetrievePropertiesEx", ref("vm-11")).body()).isEqualTo(OBJECTS);
    }

    @Test
    void noSuchVmIsOmittedFromATolerantRead() throws Exception {
        server.answering("/sdk", OBJECTS);
        VcenterRules.noSuchVm("vm-1").forEach(proxy::add);

        var answer = soap(
                "RetrievePropertiesEx",
                ref("vm-1") + ref("vm-2") + "<reportMissingObjectsInResults>true</reportMissingObjectsInResults>");

        assertThat(answer.body()).doesNotContain("vm-1").contains("vm-2", "vm-3");
    }

    @Test
    void aCutPageDoesNotSayThatThereIsMore() throws Exception {
        server.answering("/sdk", OBJECTS);
        proxy.add(VcenterRules.pagesCutTo(2));

        assertThat(soap("RetrievePropertiesEx", "").body())
                .isEqualTo("<r>" + object("vm-1", "one") + object("vm-2", "two") + "</r>");
    }

    @Test
    void aStaleReadIsTheFirstOne() throws Exception {
        server.handling("/sdk", exchange -> {
            var body = Content.of("answer " + server.seen().size()).bytes();
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        });
        proxy.add(VcenterRules.staleReads("vm-1"));

        assertThat(soap("RetrievePropertiesEx", ref("vm-1")).body()).isEqualTo("answer 1");
        assertThat(soap("RetrievePropertiesEx", ref("vm-1")).body()).isEqualTo("answer 1");
        assertThat(soap("RetrievePropertiesEx", ref("vm-2")).body()).isEqualTo("answer 3");
    }

    @Test
    void onlyRestFails() throws Exception {
        server.answering("/sdk", "<r/>");
        server.answering("/api/cis/tagging/tag", "[]");
        proxy.add(VcenterRules.failRest());

        assertThat(get("/api/cis/tagging/tag").statusCode()).isEqualTo(503);
        assertThat(soap("CurrentTime", "").statusCode()).isEqualTo(200);
    }

    @Test
    void lookupsAreCountedByReferenceWithAnyResult() throws Exception {
        server.answering("/sdk", "<r/>");
        var referenceLookups = ReferenceLookups.at(proxy);
        VcenterRules.noSuchVm("vm-1").forEach(proxy::add);

        soap("RetrievePropertiesEx", ref("vm-1"));
        soap("RetrievePropertiesEx", ref("vm-1") + ref("vm-2"));
        soap("CreateListView", ref("vm-2"));

        assertThat(referenceLookups.await("vm-1", 2, Duration.ofSeconds(10))).isTrue();
        assertThat(referenceLookups.count("vm-2")).isEqualTo(1);
        assertThat(referenceLookups.await("vm-2", 2, Duration.ofMillis(10))).isFalse();
    }

    private HttpResponse<String> soap(String method, String parameters) throws IOException, InterruptedException {
        var body = "<e:Envelope xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\"><e:Body><" + method
                + " xmlns=\"urn:vim25\">" + parameters + "</" + method + "></e:Body></e:Envelope>";
        return client.send(
                HttpRequest.newBuilder(proxy.uri().resolve("/sdk"))
                        .header("Content-Type", "text/xml")
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(proxy.uri().resolve(path)).build(), BodyHandlers.ofString());
    }

    private static String ref(String vm) {
        return "<obj type=\"VirtualMachine\">" + vm + "</obj>";
    }

    private static String object(String vm, String name) {
        return "<objects>" + ref(vm) + "<propSet><name>name</name><val>" + name + "</val></propSet></objects>";
    }
}
