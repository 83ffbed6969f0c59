package dev.vspherecloud.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ConfigKeyTest {
    @ParameterizedTest
    @EnumSource
    void hasOneNameInTwoSpellings(ConfigKey key) {
        assertThat(key.ini()).matches("[a-z]+(-[a-z]+)*");
        assertThat(key.ini().replace("-", "")).isEqualTo(key.yaml().toLowerCase(Locale.ROOT));
        assertThat(key.meaning()).endsWith(".");
    }

    @ParameterizedTest
    @EnumSource
    void sectionsHaveNoNameTwice(Section section) {
        assertThat(ConfigKey.in(section))
                .isNotEmpty()
                .extracting(ConfigKey::yaml)
                .doesNotHaveDuplicates();
        assertThat(section.ini()).isNotBlank();
    }

    @Test
    void noVariableIsThereTwice() {
        assertThat(Arrays.stream(ConfigKey.values())
                        .flatMap(key -> key.variable().stream())
                        .map(KeyVariable::name))
                .hasSize(20)
                .allMatch(name -> name.startsWith("VSPHERE_"))
                .doesNotHaveDuplicates();
        assertThat(Arrays.stream(ConfigKey.values())
                        .flatMap(key -> key.indexedVariable().stream())
                        .map(KeyVariable::name))
                .hasSize(12)
                .doesNotHaveDuplicates();
    }

    @Test
    void whatIsOnItsWayOutSaysWhatComesInstead() {
        assertThat(Arrays.stream(ConfigKey.values())
                        .filter(key -> key.successor().isPresent()))
                .containsExactly(
                        ConfigKey.GLOBAL_SERVER,
                        ConfigKey.SOAP_ROUNDTRIP_COUNT,
                        ConfigKey.API_DISABLE,
                        ConfigKey.API_BINDING);
    }

    @ParameterizedTest
    @CsvSource({"ca-file,caFile", "CAFILE,caFile", "prot,port", "usr,user", "zone,", "xyz,", "s,"})
    void suggestionsAreNearOrNone(String typed, String expected) {
        assertThat(Suggestion.nearest(
                        typed,
                        ConfigKey.in(Section.GLOBAL).stream()
                                .map(ConfigKey::yaml)
                                .toList()))
                .isEqualTo(Optional.ofNullable(expected));
    }
}
