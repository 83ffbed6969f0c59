package dev.vspherecloud.ccm.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.MutatedConfig;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Reads configurations of many shapes with the mistakes that people make. Every message says where the problem
/// is, what was found and what to do, and shows no credential.
class MutatedFilesTest {
    /// The mistakes that give no message, each with the reason.
    private static final String HARMLESS = """
            kubeadm, with a Secret, COMMENT_CUT: the name of a Secret cannot contain "#", so the comment cuts nothing
            Cluster API, thumbprint and Secret, COMMENT_CUT: as above
            a server in global, WRONG_DEPTH: there is only one section
            a server in global, SPECIAL_CHARACTER: single quotes around the value change nothing in YAML
            OpenShift in INI, COMMENT_CUT: the name of a Secret cannot contain ";", so the comment cuts nothing
            the in-tree provider, SPECIAL_CHARACTER: no first character has a meaning in INI, except quotes and those of comments
            the in-tree provider, LIST_OR_TEXT: brackets have no meaning in a value of INI
            two vCenters in INI, SPECIAL_CHARACTER: as in the in-tree provider
            OpenShift in INI, WRONG_INDENTATION: INI ignores blanks and tabs at the beginning of a line
            OpenShift in INI, TAB: INI ignores blanks and tabs at the beginning of a line
            two vCenters in INI, WRONG_INDENTATION: INI ignores blanks and tabs at the beginning of a line
            two vCenters in INI, TAB: INI ignores blanks and tabs at the beginning of a line
            """;

    @Test
    void everyMessageNamesThePlaceTheFaultAndTheRemedy() {
        List<MutatedConfig> files = MutatedConfig.all(MutatedFilesTest.class);

        assertThat(files).hasSize(136);
        assertThat(files.stream().flatMap(file -> file.unclear(Reading.problems(file.text()).stream()).stream()))
                .isEmpty();
    }

    @Test
    void aMistakeWithoutAMessageIsHarmless() {
        assertThat(MutatedConfig.all(MutatedFilesTest.class).stream()
                        .filter(file -> Reading.problems(file.text()).isEmpty())
                        .map(MutatedConfig::name))
                .containsExactlyInAnyOrderElementsOf(MutatedConfig.names(HARMLESS));
    }
}
