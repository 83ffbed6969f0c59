package dev.vspherecloud.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.text.Secret;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CookiesTest {
    @Test
    void areSentBackUnchanged() {
        var cookies =
                cookies("session=\"6898e3\"; Path=/; HttpOnly; Secure; ", "route=1", "session=\"52c9\"; HttpOnly");

        assertThat(header(cookies)).contains("session=\"52c9\"; route=1");
    }

    @Test
    void areNotSentIfThereAreNone() {
        assertThat(header(Cookies.NONE)).isEmpty();
        assertThat(header(cookies("", "=x", "a b=c", "novalue"))).isEmpty();
    }

    @Test
    void haveAValueWithoutQuotes() {
        var cookies = cookies("session=\"6898e3\"; Path=/", "plain=52c9-a1", "half=\"x");

        assertThat(cookies.value("session")).contains(new Secret("6898e3"));
        assertThat(cookies.value("plain")).contains(new Secret("52c9-a1"));
        assertThat(cookies.value("half")).contains(new Secret("\"x"));
        assertThat(cookies.value("other")).isEmpty();
    }

    @Test
    void areHiddenInTexts() {
        assertThat(cookies("session=6898e3")).hasToString("***");
    }

    private static Cookies cookies(String... headers) {
        return Cookies.from(HttpHeaders.of(Map.of("Set-Cookie", List.of(headers)), (_, _) -> true));
    }

    private static Optional<String> header(Cookies cookies) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("https://server.example.com/"));
        return cookies.addTo(request).build().headers().firstValue("Cookie");
    }
}
