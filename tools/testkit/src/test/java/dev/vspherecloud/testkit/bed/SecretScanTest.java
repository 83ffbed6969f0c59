package dev.vspherecloud.testkit.bed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SecretScanTest {
    private static final String SECRET = "p&a\"s'<s>\\w o/rd+1";

    private final SecretScan scan = SecretScan.of(Map.of("password", SECRET));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "login as x with p&a\"s'<s>\\w o/rd+1!",
                "<password>p&amp;a\"s'&lt;s&gt;\\w o/rd+1</password>",
                "<x p='p&amp;a&quot;s&apos;&lt;s&gt;\\w o/rd+1'/>",
                "{\"p\":\"p&a\\\"s'<s>\\\\w o/rd+1\"}",
                "{\"p\":\"p&a\\\"s'<s>\\\\w o\\/rd+1\"}",
                "https://x?p=p%26a%22s%27%3Cs%3E%5Cw+o%2Frd%2B1",
                "https://x/p%26a%22s%27%3Cs%3E%5Cw%20o%2Frd%2B1",
                "found 'p&a\"s''<s>\\w o/rd+1'",
                "  password: p&a\"s'<s> ...",
                "[112, 38, 97, 34, 115, 39, 60, 115, 62, 92, 119, 32, 111, 47, 114, 100, 43, 49]",
            })
    void findsItInEveryForm(String line) {
        assertThat(scan.in("log", "nothing here\n" + line + "\n")).isNotEmpty().allSatisfy(leak -> {
            assertThat(leak.line()).isEqualTo(2);
            assertThat(leak.planted()).isEqualTo("password");
            assertThat(leak.toString()).doesNotContain(SECRET);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "u", "us", "use", "user:", "a@b.c:"})
    void findsItInBase64AtEveryOffset(String before) {
        byte[] bytes = (before + SECRET + "\n").getBytes(StandardCharsets.UTF_8);

        assertThat(scan.in("log", "Authorization: Basic " + Base64.getEncoder().encodeToString(bytes)))
                .isNotEmpty();
        assertThat(scan.in("log", Base64.getUrlEncoder().withoutPadding().encodeToString(bytes)))
                .isNotEmpty();
    }

    @Test
    void findsNothingInATextWithoutTheSecret() {
        assertThat(scan.in(Map.of("log", "user x was refused by vc-a", "events", "[]")))
                .isEmpty();
    }

    @Test
    void aShortSecretIsRejected() {
        assertThatThrownBy(() -> SecretScan.of(Map.of("pin", "1234")))
                .hasMessageContaining("pin")
                .hasMessageNotContaining("1234");
    }
}
