package dev.vspherecloud.domain.ip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests which ranges [Subnet] accepts. The expected results are those of Go 1.26, net.ParseCIDR.
class SubnetTest {
    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.0.0.0/8",
        "10.20.1.1/16, 10.20.0.0/16",
        "0.0.0.0/0, 0.0.0.0/0",
        "1.2.3.4/32, 1.2.3.4/32",
        "1.2.3.4/032, 1.2.3.4/32",
        "10.0.0.0/08, 10.0.0.0/8",
        "255.255.255.255/1, 128.0.0.0/1",
        "::/0, ::/0",
        "::/00, ::/0",
        "FD00::/8, fd00::/8",
        "fd00::/128, fd00::/128",
        "fd20:1:2:3:4:5:6:7/47, fd20:1:2::/47",
        "0001::/64, 1::/64",
        "1:2:3:4:5:6:7::/64, 1:2:3:4::/64",
        "1:2:3:4:5:6:7:8/128, 1:2:3:4:5:6:7:8/128",
        "1:2:3:4:5:6:1.2.3.4/128, 1:2:3:4:5:6:102:304/128",
        "::1.2.3.4/100, ::/100",
        "64:ff9b::10.0.0.0/100, 64:ff9b::/100",
        "1:0:0:2:0:0:0:3/128, 1:0:0:2::3/128",
        "1:0:0:2:3:0:0:4/128, 1::2:3:0:0:4/128",
        "1:0:2:0:3:0:4:0/128, 1:0:2:0:3:0:4:0/128",
    })
    void readsARangeAndDropsTheBitsBehindThePrefix(String text, String expected) {
        assertThat(subnet(text)).hasToString(expected);
        assertThat(subnet(expected)).isEqualTo(subnet(text)).hasSameHashCodeAs(subnet(text));
    }

    @ParameterizedTest
    @CsvSource({
        "::ffff:10.0.0.0/104, 10.0.0.0/8",
        "::ffff:a00:0/104, 10.0.0.0/8",
        "0:0:0:0:0:FFFF:10.0.0.0/104, 10.0.0.0/8",
        "::ffff:10.0.0.0/96, 0.0.0.0/0",
        "::ffff:10.0.0.1/128, 10.0.0.1/32",
        "::ffff:255.255.255.255/100, 240.0.0.0/4",
        "::ffff:10.0.0.0/95, ::fffe:0:0/95",
        "::ffff:10.0.0.0/88, ::ff00:0:0/88",
        "::ffff:10.0.0.0/24, ::/24",
        "::ffff:10.0.0.0/0, ::/0",
        "::ffff:0:10.0.0.0/104, ::ffff:0:a00:0/104",
        "::fffe:10.0.0.0/104, ::fffe:a00:0/104",
    })
    void readsARangeOfIpv4ThatIsWrittenAsIpv6(String text, String expected) {
        assertThat(subnet(text)).hasToString(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/",
                "/8",
                "10.0.0.0",
                "10.0.0.0/",
                "10.0.0.0/33",
                "10.0.0.0/8/8",
                " 10.0.0.0/8",
                "10.0.0.0/8 ",
                "10.0.0.0/8,",
                "10.0.0.0/+8",
                "10.0.0.0/-8",
                "10.0.0.0/x",
                "10.0.0.0/1234567890123",
                "10.0.0/8",
                "10/8",
                "10.0.0.0.0/8",
                "10.0.0.256/8",
                "1.2.3.4./8",
                "010.0.0.1/8",
                "10.00.0.0/8",
                "0xa.0.0.0/8",
                "167772160/8",
                "10.0.0.0/255.0.0.0",
                "fd00::/129",
                "fd00::1",
                "fe80::1%eth0/64",
                "fe80::1%1/64",
                "[fd00::]/64",
                "1::2::3/64",
                "1:2:3:4:5:6:7:8:9/64",
                "1:2:3:4:5:6:7/64",
                "1::2:3:4:5:6:7:8/64",
                "12345::/64",
                "00001::/64",
                "g::/64",
                "::1.2.3/64",
                "::1.2.3.4.5/64",
                "::1.2.3.4:5/64",
                "::ffff:010.0.0.0/104",
                "::ffff:1.2.3.256/104",
                ":/64",
                ":::/64",
                "::1:/64",
                ":1::/64",
                "٣.0.0.0/8",
                "3.0.0.0/٨"
            })
    void takesNothingElseForARange(String text) {
        assertThat(Subnet.parse(text)).isEqualTo(Optional.empty());
    }

    @Test
    void aVeryLongTextIsNoRangeEither() {
        assertThat(Subnet.parse(":".repeat(1_000_000) + "/8")).isEmpty();
        assertThat(Subnet.parse("10.0.0.0/" + "0".repeat(1_000_000) + "8")).contains(subnet("10.0.0.0/8"));
    }

    @ParameterizedTest
    @CsvSource({
        "10.1.0.0/16, 10.1.255.255, true",
        "10.1.0.0/16, 10.2.0.0, false",
        "10.1.0.5/32, 10.1.0.5, true",
        "10.1.0.5/32, 10.1.0.4, false",
        "10.1.0.4/31, 10.1.0.5, true",
        "0.0.0.0/0, 255.255.255.255, true",
        "0.0.0.0/0, ::1, false",
        "::/0, fd00::1, true",
        "::/0, 10.1.0.5, false",
        "::/0, ::ffff:10.1.0.5, false",
        "10.0.0.0/8, ::ffff:10.1.0.5, true",
        "::ffff:10.0.0.0/104, 10.1.0.5, true",
        "fd00::/7, fc00::1, true",
        "fd00::/8, fc00::1, false",
        "fd00::/63, fd00:0:0:1::1, true",
        "fd00::/64, fd00:0:0:1::1, false",
    })
    void holdsTheAddressesOfItsFamilyThatShareItsPrefix(String text, String ip, boolean expected) {
        assertThat(subnet(text).contains(InetAddress.ofLiteral(ip))).isEqualTo(expected);
    }

    @Test
    void anInvalidRangeIsRefused() {
        InetAddress ip = InetAddress.ofLiteral("10.0.0.0");

        assertThatThrownBy(() -> new Subnet(ip, 33)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Subnet(ip, -1)).isInstanceOf(IllegalArgumentException.class);
    }

    private static Subnet subnet(String text) {
        return Subnet.parse(text).orElseThrow();
    }
}
