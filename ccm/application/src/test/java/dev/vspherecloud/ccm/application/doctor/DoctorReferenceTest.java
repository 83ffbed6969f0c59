package dev.vspherecloud.ccm.application.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.application.page.DoctorBlocksTest;
import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.conformance.Project;
import dev.vspherecloud.domain.reason.ReasonCode;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DoctorReferenceTest {
    /// The reasons that only a provider can find that watches over time, writes or deletes.
    private static final Set<String> ONLY_OVER_TIME = Set.of(
            "WriteRefused",
            "AbsenceUnproven",
            "VmNeverSeen",
            "VmHomeUnreadable",
            "EventsUnreadable",
            "RecordedEventMissing",
            "RecordedVcenterUnknown",
            "KubeletUnreadable",
            "DeletionOff",
            "DeletionPaused",
            "NodeKept",
            "DeletingNodeFailed",
            "MassDisappearance",
            "VcenterRestored",
            "VcenterReplaced");

    @Test
    void thePageIsWhatTheTableSays() {
        String rendered = DoctorReference.render(
                Project.resource(DoctorReferenceTest.class, "doctor.template.md"), DoctorBlocksTest.json());

        assertThat(Project.renewed(Project.path("docs/reference/doctor.md"), rendered))
                .as("renew it with `make docs`, and look at the difference")
                .hasContent(rendered);
    }

    @Test
    void everyReasonIsAFindingOrNeedsTime() {
        List<String> others = NodeReason.table().stream()
                .filter(reason -> FindingCode.of(reason).isEmpty())
                .map(ReasonCode::text)
                .toList();

        assertThat(others).containsExactlyInAnyOrderElementsOf(ONLY_OVER_TIME);
    }

    @Test
    void everyFindingSaysWhatToDo() {
        assertThat(Arrays.stream(FindingCode.values()).map(FindingCode::text)).doesNotHaveDuplicates();
        assertThat(FindingCode.values()).allSatisfy(code -> {
            assertThat(code.title()).isNotBlank().doesNotEndWith(".");
            assertThat(code.description()).endsWith(".");
            assertThat(code.remedy()).endsWith(".");
        });
    }
}
