package dev.vspherecloud.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SentCredentialsTest {
    private final SentCredentials sent = new SentCredentials("session-id");

    @ParameterizedTest
    @CsvSource({
        "Authorization, Basic dXNlcjpzM2NyZXQ=, dXNlcjpzM2NyZXQ=",
        "session-id, 6f1c-9a2b-33, 6f1c-9a2b-33",
        "Cookie, a=1; vmware_soap_session=\"6898e3c0\", 6898e3c0"
    })
    void aHeaderThatWasSentIsHidden(String name, String value, String secret) {
        sent.add(request(name, value));
        sent.add(request("A", "b"));

        assertThat(sent.redact("got <" + secret + ">")).isEqualTo("got <[hidden]>");
    }

    @Test
    void aPasswordInABodyIsHidden() {
        sent.add("s3cret-word");

        assertThat(sent.redact("got s3cret-word")).isEqualTo("got [hidden]");
    }

    /// Cookies such as `a=1` are no secret, and hiding each 1 would make messages useless.
    @Test
    void aShortValueIsKept() {
        sent.add(request("Cookie", "a=1"));

        assertThat(sent.redact("port 1")).isEqualTo("port 1");
    }

    @Test
    void theNumberOfRememberedTextsIsLimited() {
        for (int i = 1000; i < 1100; i++) {
            sent.add(request("session-id", "session-" + i));
        }

        assertThat(sent.redact("session-1000 session-1099")).isEqualTo("session-1000 [hidden]");
    }

    private static HttpRequest request(String header, String value) {
        return HttpRequest.newBuilder(URI.create("https://127.0.0.1/"))
                .header(header, value)
                .build();
    }
}
