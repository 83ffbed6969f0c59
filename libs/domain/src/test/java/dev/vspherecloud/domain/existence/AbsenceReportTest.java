package dev.vspherecloud.domain.existence;

import static dev.vspherecloud.domain.existence.Reports.report;
import static dev.vspherecloud.domain.existence.Reports.words;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.Fixtures;
import dev.vspherecloud.domain.vm.Vm;
import java.util.List;
import org.junit.jupiter.api.Test;

class AbsenceReportTest {
    private static final Vm VM = Fixtures.vm();
    private static final String MOREF = VM.identity().ref().moref();

    @Test
    void withoutAVmItsVcenterHasNothing() {
        AbsenceReport found =
                with(new SearchAnswer.Hit(VM.vcenter(), List.of(MOREF)), new SearchAnswer.Nothing("vc-z"));

        AbsenceReport without = found.without(VM);

        assertThat(without).isEqualTo(with(new SearchAnswer.Nothing(VM.vcenter()), new SearchAnswer.Nothing("vc-z")));
    }

    @Test
    void anotherVmThatWasFoundStays() {
        for (SearchAnswer other : List.of(
                new SearchAnswer.Hit("vc-z", List.of(MOREF)),
                new SearchAnswer.Hit(VM.vcenter(), List.of("vm-999")),
                new SearchAnswer.Hit(VM.vcenter(), List.of(MOREF, "vm-999")))) {
            assertThat(with(other).without(VM)).isEqualTo(with(other));
        }
    }

    private static AbsenceReport with(SearchAnswer... searches) {
        AbsenceReport report = report(words(""));
        return new AbsenceReport(report.question(), 0, 1, report.home(), List.of(searches));
    }
}
