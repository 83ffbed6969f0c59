package dev.vspherecloud.csi.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.config.ConfigKey;
import dev.vspherecloud.config.VcenterKey;
import dev.vspherecloud.conformance.Project;
import dev.vspherecloud.csi.config.process.ProcessVariable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CsiConfigReferenceTest {
    private final String rendered =
            CsiConfigReference.render(Project.resource(CsiConfigReferenceTest.class, "csi-configuration.template.md"));

    @Test
    void thePageIsWhatTheTableSays() {
        assertThat(Project.renewed(Project.path("docs/reference/csi-configuration.md"), rendered))
                .as("renew it with `make docs`, and look at the difference")
                .hasContent(rendered);
    }

    @Test
    void everyKeyIsOnThePage() {
        for (ConfigKey key : CsiConfigTable.TABLE.keys()) {
            assertThat(rendered.contains("`" + key.ini() + "`"))
                    .as(key.ini())
                    .isEqualTo(key != VcenterKey.ENVIRONMENT_OVERRIDES);
        }
        assertThat(rendered.replaceAll("(?s)```.*?```", "")).doesNotContain("{", "}");
    }

    @ParameterizedTest
    @EnumSource
    void everyVariableIsOnThePage(ProcessVariable variable) {
        assertThat(rendered).contains("| `" + variable.name() + "` |");
    }
}
