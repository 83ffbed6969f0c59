package dev.vspherecloud.config.vcenter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.text.Secret;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProxyTextsTest {
    @ParameterizedTest(name = "{0} covers {1}:{2}: {3}")
    @CsvSource(delimiter = '|', textBlock = """
            example.org          | example.org      | 443 | true
            example.org          | vc.example.org   | 443 | true
            EXAMPLE.org          | vc.Example.ORG   | 443 | true
            example.org          | badexample.org   | 443 | false
            .example.org         | vc.example.org   | 443 | true
            .example.org         | example.org      | 443 | false
            *.example.org        | vc.example.org   | 443 | true
            *.example.org        | example.org      | 443 | false
            a, b ,c              | b                | 443 | true
            example.org:443      | vc.example.org   | 443 | true
            example.org:8443     | vc.example.org   | 443 | false
            *                    | anything         | 443 | true
            10.0.0.1             | 10.0.0.1         | 443 | true
            10.0.0.1:443         | 10.0.0.1         | 443 | true
            10.0.0.1:8443        | 10.0.0.1         | 443 | false
            10.0.0.0/8           | 10.1.2.3         | 443 | true
            10.0.0.0/8           | 11.1.2.3         | 443 | false
            10.0.0.0/8           | vc.example.org   | 443 | false
            fd00::/8             | fd00::1          | 443 | true
            fd00::1              | fd00:0::1        | 443 | true
            [fd00::1]:443        | fd00::1          | 443 | true
            [fd00::1]:8443       | fd00::1          | 443 | false
            :443                 | vc               | 443 | false
            ,,                   | vc               | 443 | false
            """)
    void noProxyIsReadAsGoReadsIt(String noProxy, String server, int port, boolean expected) {
        assertThat(NoProxy.of(noProxy).matches(server, port)).isEqualTo(expected);
    }

    @Test
    void urlsMayHoldAUser() {
        assertThat(ProxyUrl.parse("http://EX%5Ccpi:p%40s+:s@[fd00::1]:3128/"))
                .isEqualTo(new ProxyUrl.Usable(
                        new ProxyConfig("fd00::1", 3128, Optional.of("EX\\cpi"), new Secret("p@s+:s"))));
        assertThat(ProxyUrl.parse("u:p@q@proxy"))
                .isEqualTo(new ProxyUrl.Usable(new ProxyConfig("proxy", 80, Optional.of("u"), new Secret("p@q"))));
    }
}
