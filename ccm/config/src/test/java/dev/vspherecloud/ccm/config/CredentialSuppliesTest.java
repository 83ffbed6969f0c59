package dev.vspherecloud.ccm.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.config.CredentialSupply.Arrival;
import dev.vspherecloud.ccm.config.CredentialSupply.Fate;
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

    static Stream<CredentialSupply> carriers() {
        return CredentialSupplies.all(directory).stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("carriers")
    void credentialsArriveByteByByteOrAreRefusedWithAReason(CredentialSupply carrier, TestReporter reporter) {
        carry(SOME, carrier, reporter);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("carriers")
    @Tag("soak")
    void tenThousandDo(CredentialSupply carrier, TestReporter reporter) {
        carry(ALL, carrier, reporter);
    }

    private static void carry(int credentials, CredentialSupply carrier, TestReporter reporter) {
        var random = new RandomCredentials(new SplittableRandom(SEED));
        Map<Fate, Integer> counts = new EnumMap<>(Fate.class);

        for (int i = 0; i < credentials; i++) {
            String user = random.next();
            String password = random.next();
            Fate fate = carrier.fateOf(user, password);
            counts.merge(fate, 1, Integer::sum);
            if (fate != Fate.INEXPRESSIBLE) {
                check(fate, user, password, carrier.trip().carry(user, password));
            }
        }

        reporter.publishEntry(carrier.name(), counts.toString());
        assertThat(counts.get(Fate.HOLDS)).as("%s", counts).isGreaterThan(credentials / 2);
    }

    private static void check(Fate fate, String user, String password, Arrival arrival) {
        if (fate == Fate.HOLDS) {
            assertThat(arrival).isEqualTo(new Arrival.Carried(user, password));
            return;
        }
        assertThat(arrival).as("%s / %s", user, password).isInstanceOfSatisfying(Arrival.Refused.class, refused -> {
            assertThat(refused.reason()).isNotBlank();
            if (password.length() > 6 && !password.isBlank()) {
                assertThat(refused.reason()).doesNotContain(password);
            }
        });
    }
}
