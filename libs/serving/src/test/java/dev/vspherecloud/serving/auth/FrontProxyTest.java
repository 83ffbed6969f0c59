package dev.vspherecloud.serving.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.time.ManualClock;
import dev.vspherecloud.testkit.wire.ServerIdentity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FrontProxyTest {
    private static final ServerIdentity ROOT =
            ServerIdentity.certificateAuthority("Proxy Root").generate();
    private static final ServerIdentity PROXY = proxy("front-proxy-client", ROOT);

    private final FrontProxy proxies = proxies(List.of("front-proxy-client"));

    @Test
    void aTrustedProxySetsTheUser() {
        Map<String, List<String>> headers = new HashMap<>(TestRequestAttributes.proxyHeaders("anna", "dev", "ops"));
        headers.put("x-remote-uid", List.of("42"));
        headers.put("x-remote-extra-acme.io%2fscopes", List.of("read", "write"));

        assertThat(proxies.authenticate(TestRequestAttributes.with(headers, PROXY)))
                .isEqualTo(new AuthenticationResult.Valid(new User(
                        "anna", "42", List.of("dev", "ops"), Map.of("acme.io/scopes", List.of("read", "write")))));
    }

    @Test
    void headersOfAnUntrustedClientAreIgnored() {
        assertThat(proxies.authenticate(
                        TestRequestAttributes.with(TestRequestAttributes.proxyHeaders("admin", "system:masters"))))
                .isEqualTo(new AuthenticationResult.Absent());
        var stranger = proxy(
                "front-proxy-client",
                ServerIdentity.certificateAuthority("Proxy Root").generate());
        assertThat(proxies.authenticate(TestRequestAttributes.with(
                        TestRequestAttributes.proxyHeaders("admin", "system:masters"), stranger)))
                .isEqualTo(new AuthenticationResult.Invalid(
                        "front proxy certificate: it is not signed by a trusted CA certificate"));
    }

    @Test
    void aProxyMustHaveAnAllowedName() {
        var other = proxy("other-proxy", ROOT);

        assertThat(proxies.authenticate(TestRequestAttributes.with(TestRequestAttributes.proxyHeaders("anna"), other)))
                .isEqualTo(new AuthenticationResult.Invalid("\"other-proxy\" is not an allowed name of a front proxy"));
        assertThat(proxies(List.of())
                        .authenticate(TestRequestAttributes.with(TestRequestAttributes.proxyHeaders("anna"), other)))
                .isInstanceOf(AuthenticationResult.Valid.class);
    }

    @Test
    void aProxyRequestWithoutAUserIsAbsent() {
        assertThat(proxies.authenticate(TestRequestAttributes.with(Map.of("x-remote-group", List.of("dev")), PROXY)))
                .isEqualTo(new AuthenticationResult.Absent());
    }

    private static FrontProxy proxies(List<String> names) {
        var trust = new FrontProxyTrust(new ClientCaBundle(TestRequestAttributes.certificates(ROOT)), headers(names));
        return new FrontProxy(() -> trust, ManualClock.started());
    }

    private static RequestHeaderSettings headers(List<String> names) {
        return new RequestHeaderSettings(
                Optional.empty(),
                names,
                List.of("X-Remote-User"),
                List.of("X-Remote-Uid"),
                List.of("X-Remote-Group"),
                List.of("X-Remote-Extra-"));
    }

    private static ServerIdentity proxy(String name, ServerIdentity root) {
        return ServerIdentity.forHosts(name)
                .commonName(name)
                .signedBy(root)
                .forClientsOnly()
                .generate();
    }
}
