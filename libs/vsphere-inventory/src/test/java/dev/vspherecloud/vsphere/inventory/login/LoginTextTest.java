package dev.vspherecloud.vsphere.inventory.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.vsphere.inventory.login.LoginRecord.Attempt;
import dev.vspherecloud.vsphere.inventory.login.LoginRecord.Cooldown;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LoginTextTest {
    private static final LoginRecord FRESH = LoginRecord.empty("ccm@vsphere.local", "00");
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final LoginRecord FULL = new LoginRecord(
            "ccm@vsphere.local",
            "5f0c7a91d2e84b36",
            List.of(
                    new Attempt(
                            new LoginTarget("vc-a.example.com:443", LoginProtocol.SOAP),
                            NOON,
                            Attempt.State.REFUSED,
                            0xa7,
                            "Secret kube-system/vcenter",
                            "4711"),
                    new Attempt(
                            new LoginTarget("vc-b:443", LoginProtocol.REST),
                            NOON.plusMillis(1),
                            Attempt.State.PENDING,
                            0,
                            "a file",
                            "")),
            List.of(new Cooldown(
                    new LoginTarget("vc-a.example.com:443", LoginProtocol.SOAP), 0xa7, 1, NOON, NOON.plusSeconds(312))),
            Map.of("vc-b:443", 0x3c));

    @Test
    void hasAReadableFormat() {
        assertThat(FULL.text()).isEqualTo("""
                v1
                user ccm@vsphere.local
                salt 5f0c7a91d2e84b36
                attempt 2026-01-01T12:00:00Z refused soap vc-a.example.com:443 a7 4711 Secret kube-system/vcenter
                attempt 2026-01-01T12:00:00.001Z pending rest vc-b:443 00 - a file
                rest 2026-01-01T12:00:00Z 2026-01-01T12:05:12Z soap vc-a.example.com:443 a7 1
                accepted vc-b:443 3c
                """);
    }

    @Test
    void aWrittenRecordIsReadBack() {
        assertThat(LoginRecord.parse(FULL.text(), FRESH)).isEqualTo(FULL);
        assertThat(LoginRecord.parse(FRESH.text(), LoginRecord.empty("", ""))).isEqualTo(FRESH);
    }

    @Test
    void linesThatCannotBeReadAreLeftOut() {
        String odd = """
                v2
                colour blue
                attempt
                attempt yesterday refused soap vc-a:443 a7 1 somewhere
                attempt 2026-01-01T12:00:00Z shrugged soap vc-a:443 a7 1 somewhere
                rest 2026-01-01T12:00:00Z 2026-01-01T12:05:12Z soap vc-a:443 zz 1
                attempt +1000000000-12-31T23:59:59Z refused soap vc-a:443 a7 1 somewhere
                rest 2026-01-01T12:00:00Z +1000000000-12-31T23:59:59Z soap vc-a:443 a7 1
                rest -1000000000-01-01T00:00:00Z 2026-01-01T12:05:12Z soap vc-a:443 a7 1
                user
                salt

                accepted vc-b:443 3c
                """;

        assertThat(LoginRecord.parse(odd, FRESH))
                .isEqualTo(new LoginRecord("ccm@vsphere.local", "00", List.of(), List.of(), Map.of("vc-b:443", 0x3c)));
    }

    @Test
    void longTextsAreReadUpToALimit() {
        String attempt = "attempt 2026-01-01T12:00:00Z refused soap vc-a:443 a7 1 somewhere\n";

        assertThat(LoginRecord.parse(attempt.repeat(20_000), FRESH).attempts()).hasSize(10_000);
        assertThat(LoginRecord.parse("user " + "x".repeat(200_000), FRESH)).isEqualTo(FRESH);
        assertThat(LoginRecord.parse(
                                "rest 2026-01-01T12:00:00Z 2026-01-01T12:05:12Z soap vc-a:443 a7 -2147483648", FRESH)
                        .cooldowns())
                .extracting(Cooldown::refusals)
                .containsExactly(0);
    }

    @Test
    void anOriginWithLineBreaksDoesNotBreakTheLines() {
        var odd = new Attempt(
                new LoginTarget("vc-a:443", LoginProtocol.SOAP),
                NOON,
                Attempt.State.REFUSED,
                1,
                "Secret\nuser other",
                "1\n2 3");
        var record = new LoginRecord("ccm", "00", List.of(odd), List.of(), Map.of());

        LoginRecord read = LoginRecord.parse(record.text(), FRESH);

        assertThat(read.user()).isEqualTo("ccm");
        assertThat(read.attempts().getFirst().origin()).isEqualTo("Secret user other");
        assertThat(read.attempts().getFirst().revision()).isEqualTo("1_2_3");
    }
}
