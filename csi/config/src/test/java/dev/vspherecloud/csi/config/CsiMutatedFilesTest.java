package dev.vspherecloud.csi.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.MutatedConfig;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Reads configurations of many shapes with the mistakes that people make, as `MutatedFilesTest` of the cloud
/// controller manager does.
class CsiMutatedFilesTest {
    /// The mistakes that give no message, each with the reason.
    private static final String HARMLESS = """
            several vCenters, NUMBER_FORM: a leading zero has no meaning in INI
            the documented file, LIST_OR_TEXT: brackets have no meaning in a value of INI
            the documented file, WRONG_INDENTATION: INI ignores blanks and tabs at the beginning of a line
            the documented file, TAB: INI ignores blanks and tabs at the beginning of a line
            with topology, SPECIAL_CHARACTER: no first character has a meaning in INI, except quotes and those of comments
            with topology, LIST_OR_TEXT: brackets have no meaning in a value of INI
            with topology, WRONG_INDENTATION: INI ignores blanks and tabs at the beginning of a line
            with topology, TAB: INI ignores blanks and tabs at the beginning of a line
            the older pair of labels, SPECIAL_CHARACTER: no first character has a meaning in INI, except quotes and those of comments
            the older pair of labels, LIST_OR_TEXT: brackets have no meaning in a value of INI
            several vCenters, WRONG_INDENTATION: INI ignores blanks and tabs at the beginning of a line
            several vCenters, TAB: INI ignores blanks and tabs at the beginning of a line
            several vCenters, SPECIAL_CHARACTER: no first character has a meaning in INI, except quotes and those of comments
            file volumes, LIST_OR_TEXT: brackets have no meaning in a value of INI
            file volumes, WRONG_INDENTATION: INI ignores blanks and tabs at the beginning of a line
            file volumes, TAB: INI ignores blanks and tabs at the beginning of a line
            snapshots, SPECIAL_CHARACTER: no first character has a meaning in INI, except quotes and those of comments
            snapshots, LIST_OR_TEXT: brackets have no meaning in a value of INI
            snapshots, WRONG_INDENTATION: INI ignores blanks and tabs at the beginning of a line
            with the sections of a cloud controller manager, TAB: INI ignores blanks and tabs at the beginning of a line
            with the sections of a cloud controller manager, LIST_OR_TEXT: brackets have no meaning in a value of INI
            """;

    @Test
    void everyMessageNamesThePlaceTheFaultAndTheRemedy() {
        List<MutatedConfig> files = MutatedConfig.all(CsiMutatedFilesTest.class);

        assertThat(files).hasSize(64);
        assertThat(files.stream().flatMap(file -> file.unclear(problems(file).stream()).stream()))
                .isEmpty();
    }

    @Test
    void aMistakeWithoutAMessageIsHarmless() {
        assertThat(MutatedConfig.all(CsiMutatedFilesTest.class).stream()
                        .filter(file -> problems(file).isEmpty())
                        .map(MutatedConfig::name))
                .containsExactlyInAnyOrderElementsOf(MutatedConfig.names(HARMLESS));
    }

    private static List<String> problems(MutatedConfig file) {
        return CsiReading.problems(CsiReading.read(file.text()));
    }
}
