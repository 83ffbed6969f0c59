package dev.vspherecloud.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.http.HttpException.Kind;
import dev.vspherecloud.text.Secret;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HttpExceptionTest {
    @Test
    void hidesTheLoginOfTheProxy() {
        var login = new Credentials("us", new Secret("hush-1"));
        var proxy = new HttpProxy("proxy.example.com", 3128, Optional.of(login));
        String authorization = proxy.authorization().orElseThrow();

        var e = HttpException.of(
                Optional.of(proxy), Kind.PROTOCOL, "not HTTP: hush-1, " + authorization, new IOException("hush-1"));

        assertThat(e).hasMessage("not HTTP: [hidden], Basic [hidden]").hasNoCause();
    }

    @Test
    void hasItsCauseIfNothingIsSecret() {
        var cause = new IOException("broken");

        assertThat(HttpException.notConnected(Optional.empty(), "no connection", cause))
                .hasMessage("no connection")
                .hasCause(cause);
    }
}
