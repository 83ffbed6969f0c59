package dev.vspherecloud.vsphere.inventory.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.text.Secret;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PasswordCheckTest {
    @Test
    void aChecksumHasEightBits() {
        var checks = IntStream.range(0, 10_000)
                .mapToObj(i -> LoginRecord.checksum(new Secret("password " + i), "salt"))
                .collect(Collectors.groupingBy(check -> check, Collectors.counting()));

        assertThat(checks).hasSize(LoginRecord.CHECKSUMS);
        assertThat(checks.keySet()).allMatch(check -> check >= 0 && check < LoginRecord.CHECKSUMS);
    }

    @Test
    void theChecksumDependsOnTheSalt() {
        var checks = IntStream.range(0, 1000)
                .mapToObj(i -> LoginRecord.checksum(new Secret("the same"), "salt " + i))
                .collect(Collectors.toSet());

        assertThat(checks).hasSizeGreaterThan(200);
    }
}
