package dev.vspherecloud.config;

import static org.assertj.core.api.Assertions.assertThat;

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
    void everyOneLetterMistakeFindsItsKeyAgain() {
        for (ConfigKey key : ConfigKey.values()) {
            for (int i = 0; i < key.yaml().length(); i++) {
                String typed = key.yaml().substring(0, i) + "q" + key.yaml().substring(i + 1);
                for (Section section : Section.values()) {
                    if (key.isIn(section)) {
                        assertThat(Suggestion.nearest(
                                        typed,
                                        ConfigKey.in(section).stream()
                                                .map(ConfigKey::yaml)
                                                .toList()))
                                .as(typed)
                                .contains(key.yaml());
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"ca-file,caFile", "CAFILE,caFile", "prot,port", "usr,user", "xyz,", "s,"})
    void suggestionsAreNearOrNone(String typed, String expected) {
        assertThat(Suggestion.nearest(
                        typed,
                        ConfigKey.in(Section.GLOBAL).stream()
                                .map(ConfigKey::yaml)
                                .toList()))
                .isEqualTo(Optional.ofNullable(expected));
    }
}
