package dev.vspherecloud.ccm.application.flag;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Project;
import org.junit.jupiter.api.Test;

class FlagReferenceTest {
    @Test
    void thePageIsWhatTheTablesSay() {
        String rendered = FlagReference.render(Project.resource(FlagReferenceTest.class, "flags.template.md"));
        assertThat(Project.renewed(Project.path("docs/reference/flags.md"), rendered))
                .as("renew it with `make docs`, and look at the difference")
                .hasContent(rendered);
        assertThat(rendered).doesNotContain("{");
    }
}
