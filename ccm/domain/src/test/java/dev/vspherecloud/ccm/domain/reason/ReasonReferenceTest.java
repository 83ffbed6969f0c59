package dev.vspherecloud.ccm.domain.reason;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Project;
import dev.vspherecloud.domain.reason.ReasonCode;
import org.junit.jupiter.api.Test;

class ReasonReferenceTest {
    private final String rendered =
            ReasonReference.render(Project.resource(ReasonReferenceTest.class, "reasons.template.md"));

    @Test
    void thePageIsWhatTheTableSays() {
        assertThat(Project.renewed(Project.path("docs/reference/reasons.md"), rendered))
                .as("renew it with `make docs`, and look at the difference")
                .hasContent(rendered);
    }

    @Test
    void everyReasonIsOnThePage() {
        for (ReasonCode code : NodeReason.table()) {
            assertThat(rendered).contains("\n### " + code.text() + "\n");
        }
    }

    @Test
    void everyPlaceOfTheTemplateIsFilled() {
        assertThat(rendered).doesNotContain("{", "}");
    }
}
