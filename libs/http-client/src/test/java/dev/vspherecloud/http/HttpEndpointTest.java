package dev.vspherecloud.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpEndpointTest {
    @ParameterizedTest
    @CsvSource({
        "vc.example.com, https://vc.example.com:8443/sdk",
        "10.0.0.1, https://10.0.0.1:8443/sdk",
        "::1, https://[::1]:8443/sdk",
        "[fd00::1], https://[fd00::1]:8443/sdk"
    })
    void anEndpointFormsTheUri(String host, String uri) {
        assertThat(new HttpEndpoint(host, 8443, new TlsTrust.SystemRoots(), Optional.empty()).uri("/sdk"))
                .hasToString(uri);
    }
}
