package dev.vspherecloud.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoDurationTest {
    @ParameterizedTest
    @CsvSource({
        "0,         PT0S",
        "5s,        PT5S",
        "1m30s,     PT1M30S",
        "12h0m0s,   PT12H",
        "1.5h,      PT1H30M",
        ".5s,       PT0.5S",
        "1.s,       PT1S",
        "-2s,       PT-2S",
        "+2s,       PT2S",
        "250ms,     PT0.25S",
        "1us,       PT0.000001S",
        "1µs,       PT0.000001S",
        "1ns,       PT0.000000001S",
        "1s1s,      PT2S",
        "0.0000000019s, PT0.000000001S"
    })
    void readsWhatGoReads(String text, Duration expected) {
        assertThat(GoDuration.parse(text)).contains(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "PT0S,             0s",
        "PT10M,            10m",
        "PT1H30M,          1h30m",
        "PT36H,            36h",
        "PT2.5S,           2.5s",
        "PT0.000000001S,   0.000000001s",
        "PT-1M-30S,        -1m30s",
        "PT1H1M1.01S,      1h1m1.01s"
    })
    void writesWhatItReads(Duration duration, String expected) {
        assertThat(GoDuration.text(duration)).isEqualTo(expected);
        assertThat(GoDuration.parse(expected)).contains(duration);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "5", "s", ".s", "-", "1d", "1 s", "1s ", "--1s", "1h-1m", "9999999999h", "1e3s", "PT1S", "١s"
            })
    void refusesWhatGoRefuses(String text) {
        assertThat(GoDuration.parse(text)).isEmpty();
    }
}
