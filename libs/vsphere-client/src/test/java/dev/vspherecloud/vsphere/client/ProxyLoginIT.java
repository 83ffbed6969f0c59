package dev.vspherecloud.vsphere.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.proxy.ConnectProxy;
import dev.vspherecloud.testkit.servers.ProgramRun;
import dev.vspherecloud.testkit.wire.ScriptedServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Tests that a proxy that requires a password receives only this password, and no other server receives it.
class ProxyLoginIT {
    private static final String BASIC = "dXM6d8O2cmQtMQ==";
    private static final String VCENTER_LOGIN = "dXNlcjpzM2NyZXQtd29yZA==";

    private final ScriptedServer.Script vcenter = Recorded.vcenter(_ -> ScriptedServer.json(200, "{}"));
    private final ScriptedServer server = ScriptedServer.start(request ->
            request.line().startsWith("POST /api") ? ScriptedServer.json(201, "\"id-1\"") : vcenter.answer(request));
    private final ConnectProxy proxy = ConnectProxy.start()
            .route("vc.example.com:443", server.port())
            .requireLogin("us", TunnellingProgram.PASSWORD);

    @AfterEach
    void stop() {
        proxy.close();
        server.close();
    }

    @Test
    void theProxyReceivesOnlyItsOwnPassword() throws Exception {
        assertThat(run("right", "permitted")).isEqualTo("SOAP works\nREST works\n");

        assertThat(proxy.requests()).isNotEmpty().allSatisfy(request -> {
            assertThat(request.value("Proxy-Authorization")).contains("Basic " + BASIC);
            assertThat(new String(request.bytes(), StandardCharsets.ISO_8859_1))
                    .doesNotContain(VCENTER_LOGIN, "s3cret-word", "Cookie", "\r\nAuthorization", "vmware");
        });
    }

    @Test
    void theServerDoesNotReceiveThePasswordOfTheProxy() throws Exception {
        run("right", "permitted");

        assertThat(server.requests()).hasSizeGreaterThan(4).allSatisfy(request -> assertThat(
                        request.head() + request.body())
                .doesNotContainIgnoringCase("proxy-")
                .doesNotContain(BASIC, TunnellingProgram.PASSWORD));
        assertThat(server.requests()).anySatisfy(request -> assertThat(request.header("authorization"))
                .isEqualTo("Basic " + VCENTER_LOGIN));
    }

    @Test
    void aRefusedPasswordIsReportedButNotShown() throws Exception {
        assertThat(run("wrong", "permitted"))
                .contains("on vCenter vc-test (vc.example.com:443) through the proxy 127.0.0.1:" + proxy.port()
                        + ": the proxy does not accept the configured user and password (HTTP 407); correct")
                .doesNotContain("wrong-1");
        assertThat(proxy.requests()).hasSize(2);
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void aPasswordThatTheProxyRepeatsIsNotInTheMessage() throws Exception {
        proxy.answerWith("Basic " + BASIC + " us:" + TunnellingProgram.PASSWORD + " is no HTTP\r\n\r\n");

        assertThat(run("right", "permitted"))
                .contains("the response of the proxy or of the server is not HTTP; ")
                .doesNotContain(BASIC, "rd-1");
    }

    /// Without this check, Java would omit the password, and the proxy would report a wrong password.
    @Test
    void withoutPermitLoginsTheFailureNamesTheMissingCall() throws Exception {
        assertThat(run("right", "forgotten")).contains("HttpProxy.permitLogins() was not called");
        assertThat(proxy.requests()).isEmpty();
    }

    private String run(String password, String permission) {
        var program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-Dslf4j.internal.verbosity=ERROR",
                        "-Dstdout.encoding=UTF-8",
                        "-cp",
                        System.getProperty("java.class.path"),
                        TunnellingProgram.class.getName(),
                        Integer.toString(proxy.port()),
                        password,
                        permission)
                .redirectErrorStream(true);
        return ProgramRun.of(program).output();
    }
}
