package dev.vspherecloud.ccm.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.config.ConfigKey;
import dev.vspherecloud.config.KeyTable;
import dev.vspherecloud.config.KeyVariable;
import dev.vspherecloud.config.Section;
import dev.vspherecloud.config.Suggestion;
import dev.vspherecloud.config.VcenterKey;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ConfigKeyTest {
    private static final KeyTable TABLE = CloudConfigTable.TABLE;

    static List<ConfigKey> hasOneNameInTwoSpellings() {
        return TABLE.keys();
    }

    @ParameterizedTest
    @MethodSource
    void hasOneNameInTwoSpellings(ConfigKey key) {
        assertThat(key.ini()).matches("[a-z]+(-[a-z]+)*");
        assertThat(key.ini().replace("-", "")).isEqualTo(key.yaml().toLowerCase(Locale.ROOT));
        assertThat(key.description()).endsWith(".");
    }

    static List<Section> sectionsHaveNoNameTwice() {
        return TABLE.sections();
    }

    @ParameterizedTest
    @MethodSource
    void sectionsHaveNoNameTwice(Section section) {
        assertThat(TABLE.in(section)).isNotEmpty().extracting(ConfigKey::yaml).doesNotHaveDuplicates();
        assertThat(section.ini()).isNotBlank();
    }

    @Test
    void noVariableIsDefinedTwice() {
        assertThat(TABLE.keys().stream().flatMap(key -> key.variable().stream()).map(KeyVariable::name))
                .hasSize(20)
                .allMatch(name -> name.startsWith("VSPHERE_"))
                .doesNotHaveDuplicates();
        assertThat(TABLE.keys().stream()
                        .flatMap(key -> key.indexedVariable().stream())
                        .map(KeyVariable::name))
                .hasSize(12)
                .doesNotHaveDuplicates();
    }

    @Test
    void aDeprecatedKeyNamesItsReplacement() {
        assertThat(TABLE.keys().stream().filter(key -> key.successor().isPresent()))
                .containsExactly(
                        VcenterKey.GLOBAL_SERVER,
                        CloudConfigKey.SOAP_ROUNDTRIP_COUNT,
                        CloudConfigKey.API_DISABLE,
                        CloudConfigKey.API_BINDING);
    }

    @ParameterizedTest
    @CsvSource({"ca-file,caFile", "CAFILE,caFile", "prot,port", "usr,user", "zone,", "xyz,", "s,"})
    void suggestionsAreNearOrNone(String typed, String expected) {
        assertThat(Suggestion.nearest(
                        typed,
                        TABLE.in(Section.GLOBAL).stream().map(ConfigKey::yaml).toList()))
                .isEqualTo(Optional.ofNullable(expected));
    }
}
