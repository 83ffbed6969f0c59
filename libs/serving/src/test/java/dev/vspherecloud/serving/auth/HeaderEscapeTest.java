package dev.vspherecloud.serving.auth;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeaderEscapeTest {
    @ParameterizedTest
    @CsvSource({
        "scopes, scopes",
        "acme.io%2fscopes, acme.io/scopes",
        "a%2Fb%25c, a/b%c",
        "caf%c3%a9, café",
        "100%, 100%",
        "a+b%2fc, a+b/c",
        "a%2gb, a%2gb",
        "a%2, a%2",
    })
    void unescapesOnlyValidEscapes(String escaped, String text) {
        assertThat(FrontProxyTrust.unescaped(escaped)).isEqualTo(text);
    }
}
