package dev.vspherecloud.domain.label;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Conforms;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabelValueTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            esx-07.example.net        | esx-07.example.net
            Cluster_1                 | Cluster_1
            10.0.0.7                  | 10.0.0.7
            fd00::7                   | fd00-7
            Berlin / Rack 7 (new)     | Berlin-Rack-7-new
            ` -_a b_- `               | a-b
            a - b                     | a---b
            München                   | M-nchen-9d81bc4d
            生産-01                    | 01-a7b2d08a
            生産                       | 000ea3e4
            ///                       |
            ``                        |
            😀                         |
            """)
    @Conforms("J06")
    void makesAValueOfAName(String name, String expected) {
        assertThat(LabelValue.of(name)).isEqualTo(Optional.ofNullable(expected));
    }

    @Test
    void longNamesGetDifferentValues() {
        String long63 = "x".repeat(63);
        String long64 = "x".repeat(64);

        assertThat(LabelValue.of(long63)).contains(long63);
        assertThat(LabelValue.of(long64 + "1")).get().asString().hasSize(63).startsWith("x".repeat(54) + "-");
        assertThat(LabelValue.of(long64 + "1")).isNotEqualTo(LabelValue.of(long64 + "2"));
    }

    @Test
    void everyNameBecomesAValidValue() {
        var random = new Random(5);
        for (int i = 0; i < 20_000; i++) {
            String name = random.ints(random.nextInt(90), 0x20, random.nextBoolean() ? 0x7f : 0x2ff)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();

            assertThat(LabelValue.of(name).filter(value -> !LabelSyntax.isValue(value)))
                    .as(name)
                    .isEmpty();
        }
    }
}
