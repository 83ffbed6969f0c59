package dev.vspherecloud.domain.ip;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests which texts each parser accepts.
class IpAddressParserTest {
    @ParameterizedTest
    @CsvSource({
        "10.0.0.1,                 10.0.0.1",
        "0.0.0.0,                  0.0.0.0",
        "255.255.255.255,          255.255.255.255",
        "::,                       ::",
        "::1,                      ::1",
        "fd00::1,                  fd00::1",
        "FD00::A,                  fd00::a",
        "fd00:0:0:0:0:0:0:1,       fd00::1",
        "fd00::0001,               fd00::1",
        "1:2:3:4:5:6:7::,          1:2:3:4:5:6:7:0",
        "::ffff:10.0.0.1,          10.0.0.1",
        "::ffff:0a00:1,            10.0.0.1",
        "::10.0.0.1,               ::a00:1",
        "64:ff9b::10.0.0.1,        64:ff9b::a00:1",
    })
    void bothParsersReadUsualSpellings(String text, String ip) {
        assertThat(IpAddressParser.STRICT.parse(text)).isEqualTo(address(ip));
        assertThat(IpAddressParser.SLOPPY.parse(text)).isEqualTo(address(ip));
    }

    @ParameterizedTest
    @CsvSource({
        "010.0.0.1,                10.0.0.1",
        "10.0.0.01,                10.0.0.1",
        "08.0.0.1,                 8.0.0.1",
        "0010.0.0.1,               10.0.0.1",
        "00.0.0.0,                 0.0.0.0",
        "::ffff:010.0.0.1,         10.0.0.1",
        "fd00::00001,              fd00::1",
        "00fd00::1,                fd00::1",
    })
    void onlyTheSloppyParserReadsLeadingZeros(String text, String ip) {
        assertThat(IpAddressParser.STRICT.parse(text)).isEmpty();
        assertThat(IpAddressParser.SLOPPY.parse(text)).isEqualTo(address(ip));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "host",
                "localhost",
                "1",
                "10.1",
                "10.0.1",
                "0x0a.0.0.1",
                "256.0.0.1",
                "0256.0.0.1",
                "10.0.0.1.",
                "10.0.0.1.2",
                " 10.0.0.1",
                "10.0.0.1 ",
                "10.0.0.1\n",
                "10.0.0.1/24",
                "10.0.0.1:80",
                "10.0.0.1%1",
                "\uff11.0.0.1",
                ":",
                "[fd00::1]",
                "fd00::1]",
                "fe80::1%1",
                "fe80::1%eth0",
                "fd00::1/64",
                "fd00::\uff11",
                "fd00:::1",
                "fd00::g",
                "12345::",
                "1:2:3:4:5:6:7:",
                "1:2:3:4:5:6:7:8:9",
                "::1:2:3:4:5:6:7:8",
                "::ffff:10.1",
                "00:50:56:01:02:03",
            })
    void allElseIsNoAddress(String text) {
        assertThat(IpAddressParser.STRICT.parse(text)).isEmpty();
        assertThat(IpAddressParser.SLOPPY.parse(text)).isEmpty();
    }

    private static Optional<InetAddress> address(String text) {
        return Optional.of(InetAddress.ofLiteral(text));
    }
}
