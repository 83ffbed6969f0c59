package dev.vspherecloud.ccm.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProxyRuleTest {
    /// The first two columns are the keys of `global` and of the vCenter, the third is the environment.
    @ParameterizedTest(name = "global {0}, vCenter {1}, environment {2}: {3}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            -                              | -                     | -                            | straight
            -                              | -                     | HTTPS_PROXY=http://e:1       | e:1
            -                              | -                     | https_proxy=http://e:1       | e:1
            -                              | -                     | https_proxy=f HTTPS_PROXY=e  | e:80
            -                              | -                     | HTTP_PROXY=http://e:1        | straight
            -                              | -                     | HTTPS_PROXY=e NO_PROXY=vc    | straight
            -                              | -                     | HTTPS_PROXY=e no_proxy=vc    | straight
            -                              | -                     | HTTPS_PROXY=e NO_PROXY=vd    | e:80
            proxyUrl: g                    | -                     | HTTPS_PROXY=e                | g:80
            proxyUrl: g                    | -                     | NO_PROXY=vc                  | g:80
            proxyUrl: g                    | proxyUrl: v           | HTTPS_PROXY=e                | v:80
            proxyUrl: g, noProxy: vc       | -                     | -                            | straight
            proxyUrl: g, noProxy: vc       | proxyUrl: v           | -                            | v:80
            proxyUrl: g, noProxy: vc       | noProxy: vd           | -                            | g:80
            proxyUrl: g                    | noProxy: '*'          | -                            | straight
            -                              | noProxy: '*'          | HTTPS_PROXY=e                | straight
            noProxy: vc                    | -                     | HTTPS_PROXY=e                | straight
            noProxy: vd                    | -                     | HTTPS_PROXY=e NO_PROXY=vc    | e:80
            proxyUrl: ''                   | proxyUrl: ''          | HTTPS_PROXY=e                | e:80
            proxyUrl: g, noProxy: [va, vc] | -                     | -                            | straight
            """)
    void theNearestPlaceCounts(String global, String vcenter, String environment, String expected) {
        ConfigResult result = Reading.read(text("vc", global, vcenter), variables(environment));

        assertThat(proxy(result)).isEqualTo(expected);
        assertThat(Reading.lines(result)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.1.2.3", "'::1'", "localhost"})
    void theLocalHostIsReachedWithoutTheProxyOfTheEnvironment(String server) {
        Map<String, String> environment = Map.of("HTTPS_PROXY", "http://e:1");

        assertThat(proxy(Reading.read(text(server, "-", "-"), environment))).isEqualTo("straight");
        assertThat(proxy(Reading.read(text(server, "proxyUrl: g", "-"), environment)))
                .isEqualTo("g:80");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://u:hunter2@proxy:3128",
                "socks5://u:hunter2@proxy",
                "hunter2://proxy",
                "http://u:hunter2@",
                "http://u:hunter2@proxy:0",
                "http://u:hunter2@proxy:70000",
                "http://u:hunter2@proxy:hunter2",
                "http://u:hunter2%zz@proxy",
                "http://u:hunter2@pro xy",
                "http://u:hunter2@proxy/path",
                "http://u:hunter2/3@proxy",
                "http://u:hunter2@[pro:xy]"
            })
    void unsupportedUrlsAreErrorsThatDoNotQuoteThem(String url) {
        ConfigResult ofKey = Reading.read(text("vc", "proxyUrl: '" + url + "'", "-"));
        ConfigResult ofVariable = Reading.read(text("vc", "-", "-"), Map.of("HTTPS_PROXY", url));

        assertThat(Reading.lines(ofKey))
                .singleElement()
                .asString()
                .startsWith("E c.yaml:1:20: global.proxyUrl: found ")
                .contains("expected http://<host>:<port>")
                .doesNotContain("hunter2");
        assertThat(Reading.lines(ofVariable))
                .singleElement()
                .asString()
                .startsWith("E environment variable HTTPS_PROXY: found ")
                .doesNotContain("hunter2");
    }

    @Test
    void aProxyThatNoVcenterNeedsMayBeOfAnyKind() {
        assertThat(Reading.lines(
                        Reading.read(text("vc", "-", "noProxy: '*'"), Map.of("HTTPS_PROXY", "socks5://proxy"))))
                .isEmpty();
    }

    private static String text(String server, String global, String vcenter) {
        return "global: {%s}\nvcenter: {x: {server: %s, user: u, password: p, %s}}"
                .formatted(global.equals("-") ? "" : global, server, vcenter.equals("-") ? "" : vcenter);
    }

    private static Map<String, String> variables(String words) {
        var variables = new HashMap<String, String>();
        for (String word : words.equals("-") ? List.<String>of() : List.of(words.split(" "))) {
            variables.put(word.split("=")[0], word.split("=")[1]);
        }
        return variables;
    }

    private static String proxy(ConfigResult result) {
        String effective = EffectiveConfigText.of(result);
        return effective.contains(" proxy=") ? effective.replaceAll(".* proxy=", "") : "straight";
    }
}
