package dev.vspherecloud.ccm.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.config.CredentialSupply.Expectation;
import dev.vspherecloud.ccm.config.CredentialSupply.TransferResult;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CredentialSuppliesTest {
    /// Every build tests this number, the soak test tests all.
    private static final int SOME = 2_000;

    private static final int ALL = 10_000;
    private static final long SEED = 20260102;

    @TempDir
    private static Path directory;

    static Stream<CredentialSupply> supplies() {
        return CredentialSupplies.all(directory).stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("supplies")
    void credentialsArriveByteByByteOrAreRefusedWithAReason(CredentialSupply supply, TestReporter reporter) {
        transfer(SOME, supply, reporter);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("supplies")
    @Tag("soak")
    void tenThousandCredentialsArriveOrAreRefused(CredentialSupply supply, TestReporter reporter) {
        transfer(ALL, supply, reporter);
    }

    private static void transfer(int credentials, CredentialSupply supply, TestReporter reporter) {
        var random = new RandomCredentials(new SplittableRandom(SEED));
        Map<Expectation, Integer> counts = new EnumMap<>(Expectation.class);

        for (int i = 0; i < credentials; i++) {
            String user = random.next();
            String password = random.next();
            Expectation expected = supply.expectedFor(user, password);
            counts.merge(expected, 1, Integer::sum);
            if (expected != Expectation.INEXPRESSIBLE) {
                check(expected, user, password, supply.transfer().transfer(user, password));
            }
        }

        reporter.publishEntry(supply.name(), counts.toString());
        assertThat(counts.get(Expectation.ARRIVES)).as("%s", counts).isGreaterThan(credentials / 2);
    }

    private static void check(Expectation expected, String user, String password, TransferResult result) {
        if (expected == Expectation.ARRIVES) {
            assertThat(result).isEqualTo(new TransferResult.Arrived(user, password));
            return;
        }
        assertThat(result)
                .as("%s / %s", user, password)
                .isInstanceOfSatisfying(TransferResult.Refused.class, refused -> {
                    assertThat(refused.reason()).isNotBlank();
                    if (password.length() > 6 && !password.isBlank()) {
                        assertThat(refused.reason()).doesNotContain(password);
                    }
                });
    }
}
