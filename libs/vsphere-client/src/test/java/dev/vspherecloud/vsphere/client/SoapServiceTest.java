package dev.vspherecloud.vsphere.client;

import static dev.vspherecloud.vsphere.client.VcenterClientTest.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.testkit.wire.ScriptedServer;
import dev.vspherecloud.testkit.wire.ScriptedServer.Reply;
import dev.vspherecloud.testkit.wire.ScriptedServer.Request;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.client.soap.SoapEndpoint;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SoapServiceTest {
    private static final SoapEndpoint VSAN = SoapEndpoint.vsan("8.0.3.0");
    private static final MoRef VOLUMES = new MoRef("CnsVolumeManager", "cns-volume-manager");
    private static final MoRef PROFILES = new MoRef("PbmProfileProfileManager", "ProfileManager");

    @Test
    void sendsTheSessionCookieWithoutASecondLogin() {
        try (var server = ScriptedServer.start(Recorded.vcenter(_ -> volume("v-1")));
                var client = Recorded.client(server);
                var session = client.login(Recorded.CREDENTIALS)) {
            assertThat(volumes(session.service(VSAN))).isEqualTo("v-1");

            Request sent = server.requests().getLast();
            assertThat(sent.line()).isEqualTo("POST /vsanHealth HTTP/1.1");
            assertThat(sent.header("cookie")).isEqualTo(Recorded.SESSION_COOKIE);
            assertThat(sent.header("soapaction")).isEqualTo("urn:vsan/8.0.3.0");
            assertThat(sent.header("content-type")).isEqualTo("text/xml; charset=utf-8");
            assertThat(sent.header("user-agent")).isEqualTo("test/1");
            assertThat(sent.body())
                    .endsWith("<soapenv:Body><CnsQueryVolume xmlns=\"urn:vsan\"><_this type=\"CnsVolumeManager\">"
                            + "cns-volume-manager</_this><filter xsi:type=\"CnsQueryFilter\"></filter></CnsQueryVolume>"
                            + "</soapenv:Body></soapenv:Envelope>")
                    .doesNotContain("soapenv:Header");
            assertThat(logins(server)).isEqualTo(1);
        }
    }

    @Test
    void sendsTheSessionToPbmInTheSoapHeaderToo() {
        try (var server = ScriptedServer.start(Recorded.vcenter(_ -> profile("p-1")));
                var client = Recorded.client(server);
                var session = client.login(Recorded.CREDENTIALS)) {
            assertThat(profiles(session.service(SoapEndpoint.pbm()))).isEqualTo("p-1");

            Request sent = server.requests().getLast();
            assertThat(sent.line()).isEqualTo("POST /pbm HTTP/1.1");
            assertThat(sent.header("cookie")).isEqualTo(Recorded.SESSION_COOKIE);
            assertThat(sent.header("soapaction")).isEqualTo("urn:pbm");
            assertThat(sent.body())
                    .contains(
                            "<soapenv:Header><vcSessionCookie>6898e3c0</vcSessionCookie></soapenv:Header><soapenv:Body>"
                                    + "<PbmQueryProfile xmlns=\"urn:pbm\">");
            assertThat(logins(server)).isEqualTo(1);
        }
    }

    @Test
    void sendsTheIdOfAnOperationBesideTheSession() {
        try (var server = ScriptedServer.start(Recorded.vcenter(_ -> profile("p-1")));
                var client = Recorded.client(server);
                var session = client.login(Recorded.CREDENTIALS)) {
            SoapService policies = session.service(SoapEndpoint.pbm());

            policies.read(policies.request("PbmQueryProfile", PROFILES, _ -> {}).withOperationId("op-1"));

            assertThat(server.requests().getLast().body())
                    .contains("<soapenv:Header><vcSessionCookie>6898e3c0</vcSessionCookie>"
                            + "<operationID>op-1</operationID></soapenv:Header><soapenv:Body><PbmQueryProfile ");
        }
    }

    /// The simulator's `/pbm` sets a cookie that no other service accepts.
    @Test
    void aCookieThatTheOtherServiceSetsDoesNotReplaceTheSession() {
        Reply setting = ScriptedServer.http(
                200,
                "Content-Type: text/xml\r\nSet-Cookie: vmware_soap_session=other\r\n",
                answer("PbmQueryProfile", "urn:pbm", "<uniqueId>p-1</uniqueId>").getBytes(StandardCharsets.UTF_8));
        try (var server = ScriptedServer.start(Recorded.vcenter(_ -> setting));
                var client = Recorded.client(server);
                var session = client.login(Recorded.CREDENTIALS)) {
            SoapService policies = session.service(SoapEndpoint.pbm());
            profiles(policies);
            profiles(policies);

            assertThat(server.requests().getLast().header("cookie")).isEqualTo(Recorded.SESSION_COOKIE);
            assertThat(server.requests().getLast().body()).contains("<vcSessionCookie>6898e3c0</vcSessionCookie>");
        }
    }

    @Test
    void aLostSessionFailsWithTheSameKindAsOnVim25() {
        Reply lost = ScriptedServer.xml(500, Recorded.fault("NotAuthenticated", "", ""));
        try (var server = ScriptedServer.start(Recorded.vcenter(_ -> lost));
                var client = Recorded.client(server);
                var session = client.login(Recorded.CREDENTIALS)) {
            VcenterException there = failure(session::createListView);
            VcenterException here = failure(() -> volumes(session.service(VSAN)));

            assertThat(here.kind()).isEqualTo(there.kind()).isEqualTo(Kind.SESSION_LOST);
            assertThat(String.valueOf(here.getMessage()))
                    .isEqualTo(String.valueOf(there.getMessage()).replace("CreateListView", "CnsQueryVolume"));
            assertThat(failure(() -> profiles(session.service(SoapEndpoint.pbm())))
                            .kind())
                    .isEqualTo(Kind.SESSION_LOST);
            assertThat(logins(server)).isEqualTo(1);
        }
    }

    @Test
    void theSessionThatReplacesALostOneIsSentFromThenOn() {
        var made = new AtomicInteger();
        ScriptedServer.Script recorded =
                Recorded.vcenter(request -> request.body().contains("<vcSessionCookie>s1<")
                                || request.header("cookie").contains("\"s1\"")
                        ? ScriptedServer.xml(500, Recorded.fault("NotAuthenticated", "", ""))
                        : request.line().contains("/pbm") ? profile("p-1") : volume("v-1"));
        try (var server = ScriptedServer.start(request -> request.body().contains("<Login ")
                        ? ScriptedServer.http(
                                200,
                                "Content-Type: text/xml\r\nSet-Cookie: vmware_soap_session=\"s%d\"\r\n"
                                        .formatted(made.incrementAndGet()),
                                Recorded.LOGIN.getBytes(StandardCharsets.UTF_8))
                        : recorded.answer(request));
                var client = Recorded.client(server);
                var first = client.login(Recorded.CREDENTIALS)) {
            assertThat(failure(() -> volumes(first.service(VSAN))).kind()).isEqualTo(Kind.SESSION_LOST);
            assertThat(failure(() -> profiles(first.service(SoapEndpoint.pbm())))
                            .kind())
                    .isEqualTo(Kind.SESSION_LOST);
            try (var second = client.login(Recorded.CREDENTIALS)) {
                assertThat(volumes(second.service(VSAN))).isEqualTo("v-1");
                assertThat(profiles(second.service(SoapEndpoint.pbm()))).isEqualTo("p-1");
            }
            assertThat(made).hasValue(2);
        }
    }

    @Test
    void aCallEndsAtItsDeadline() {
        try (var server = ScriptedServer.start(Recorded.vcenter(_ -> ScriptedServer.neverAnswer()));
                var client = Recorded.client(server, Duration.ofSeconds(2));
                var session = client.login(Recorded.CREDENTIALS)) {
            SoapService volumes = session.service(VSAN);
            var query = volumes.request("CnsQueryVolume", VOLUMES, _ -> {});

            assertThat(failure(() -> volumes.call(query, Duration.ofMillis(500), Vim25Answers::readEmpty)))
                    .hasMessageContaining("CnsQueryVolume on vCenter vc-test (127.0.0.1:" + server.port()
                            + "): no complete response within 0.")
                    .returns(Kind.TIMEOUT, VcenterException::kind);
            assertThat(failure(() -> volumes.call(query, Vim25Answers::readEmpty)))
                    .hasMessageContaining("no complete response within ")
                    .returns(Kind.TIMEOUT, VcenterException::kind);
        }
    }

    @Test
    void answersHaveTheSameSizeLimitAsOnVim25() {
        String large = answer("CnsQueryVolume", "urn:vsan", "<x>" + "y".repeat(1 << 20) + "</x>");
        Reply sent = ScriptedServer.xml(200, large);
        byte[] packed = ScriptedServer.gzip(large.getBytes(StandardCharsets.UTF_8));
        Reply unpacked = ScriptedServer.http(200, "Content-Type: text/xml\r\nContent-Encoding: gzip\r\n", packed);
        for (Reply reply : List.of(sent, unpacked)) {
            try (var server = ScriptedServer.start(Recorded.vcenter(_ -> reply));
                    var client = Recorded.client(server);
                    var session = client.login(Recorded.CREDENTIALS)) {
                assertThat(failure(() -> volumes(session.service(VSAN))).kind()).isEqualTo(Kind.TOO_LARGE);
            }
        }
    }

    @Test
    void aFaultHasItsTypeAndItsText() {
        Reply fault =
                ScriptedServer.xml(500, Recorded.fault("CnsFault", "datastore is full", "<reason>no room</reason>"));
        try (var server = ScriptedServer.start(Recorded.vcenter(_ -> fault));
                var client = Recorded.client(server);
                var session = client.login(Recorded.CREDENTIALS)) {
            VcenterException e = failure(() -> volumes(session.service(VSAN)));

            assertThat(e.kind()).isEqualTo(Kind.FAULT);
            assertThat(e.faultType()).contains("CnsFault");
            assertThat(e)
                    .hasMessage("CnsQueryVolume on vCenter vc-test (127.0.0.1:" + server.port()
                            + "): fault CnsFault (datastore is full); look for this fault in the log of the vCenter");
        }
    }

    /// The kind is that of the fault itself: a cause may be about another object or session than those of the call.
    @Test
    void aFaultNamesItsCause() {
        Reply fault = ScriptedServer.xml(
                500,
                Recorded.fault(
                        "CnsFault",
                        "failed",
                        "<faultCause><fault xsi:type=\"NotAuthenticated\"/><localizedMessage>x</localizedMessage>"
                                + "</faultCause>"));
        try (var server = ScriptedServer.start(Recorded.vcenter(_ -> fault));
                var client = Recorded.client(server);
                var session = client.login(Recorded.CREDENTIALS)) {
            VcenterException e = failure(() -> volumes(session.service(VSAN)));

            assertThat(e.kind()).isEqualTo(Kind.FAULT);
            assertThat(e.faultType()).contains("CnsFault");
            assertThat(e.faultCauses()).containsExactly("NotAuthenticated");
            assertThat(e.asNotSent().faultCauses()).containsExactly("NotAuthenticated");
            assertThat(e).hasMessageContaining("fault CnsFault, caused by NotAuthenticated (failed)");
        }
    }

    @Test
    void aFailureHidesTheSessionEvenIfTheServerRepeatsIt() {
        Reply fault = ScriptedServer.xml(500, Recorded.fault("InvalidArgument", "bad session 6898e3c0", ""));
        try (var server = ScriptedServer.start(Recorded.vcenter(_ -> fault));
                var client = Recorded.client(server);
                var session = client.login(Recorded.CREDENTIALS)) {
            SoapService policies = session.service(SoapEndpoint.pbm());

            assertThat(failure(() -> profiles(policies)))
                    .hasMessageContaining("bad session [hidden]")
                    .hasMessageNotContaining("6898e3c0");
            assertThat(policies.request("PbmQueryProfile", PROFILES, _ -> {})).hasToString("PbmQueryProfile");
        }
    }

    @Test
    void theObserverIsNotifiedOfItsCalls() {
        var observed = new ArrayList<String>();
        VcenterObserver observer = (method, _, failure) ->
                observed.add(method + failure.map(kind -> " " + kind).orElse(""));
        try (var server = ScriptedServer.start(Recorded.vcenter(
                        request -> request.line().contains("/pbm") ? profile("p-1") : ScriptedServer.xml(503, "")));
                var client = new VcenterClient(
                        Recorded.endpoint(server, new TlsTrust.Insecure()), Timeouts.standard(), "test/1", observer);
                var session = client.login(Recorded.CREDENTIALS)) {
            profiles(session.service(SoapEndpoint.pbm()));
            assertThat(failure(() -> volumes(session.service(VSAN))).kind()).isEqualTo(Kind.BUSY);
        }

        assertThat(observed)
                .containsExactly(
                        "GET vimServiceVersions.xml",
                        "RetrieveServiceContent",
                        "Login",
                        "PbmQueryProfile",
                        "CnsQueryVolume BUSY",
                        "Logout");
    }

    @Test
    void aTextThatXmlCannotHoldIsNotSent() {
        try (var server = ScriptedServer.start(Recorded.vcenter(_ -> volume("v-1")));
                var client = Recorded.client(server);
                var session = client.login(Recorded.CREDENTIALS)) {
            int before = server.requests().size();
            SoapService volumes = session.service(VSAN);
            var request = volumes.request("CnsCreateVolume", VOLUMES, xml -> xml.leaf("name", "pvc\u0007"));

            VcenterException e = failure(() -> volumes.call(request, Vim25Answers::readEmpty));

            assertThat(e.kind()).isEqualTo(Kind.INVALID_PROPERTY);
            assertThat(server.requests()).hasSize(before);
        }
    }

    private static String volumes(SoapService service) {
        var request = service.request("CnsQueryVolume", VOLUMES, xml -> xml.open("filter", "xsi:type", "CnsQueryFilter")
                .close());
        return service.call(request, xml -> xml.content(_ -> {}));
    }

    private static String profiles(SoapService service) {
        var request = service.request("PbmQueryProfile", PROFILES, xml -> xml.open("resourceType")
                .leaf("resourceType", "STORAGE")
                .close());
        return service.call(request, xml -> xml.content(_ -> {}));
    }

    private static Reply volume(String id) {
        return ScriptedServer.xml(200, answer("CnsQueryVolume", "urn:vsan", id));
    }

    private static Reply profile(String id) {
        return ScriptedServer.xml(200, answer("PbmQueryProfile", "urn:pbm", id));
    }

    private static String answer(String method, String namespace, String inside) {
        return Recorded.envelope(
                "<%1$sResponse xmlns=\"%2$s\">%3$s</%1$sResponse>".formatted(method, namespace, inside));
    }

    private static long logins(ScriptedServer server) {
        return server.requests().stream()
                .filter(request -> request.body().contains("<Login "))
                .count();
    }
}
