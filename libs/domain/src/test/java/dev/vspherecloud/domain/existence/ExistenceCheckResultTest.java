package dev.vspherecloud.domain.existence;

import static dev.vspherecloud.domain.existence.CheckResultText.report;
import static dev.vspherecloud.domain.existence.CheckResultText.words;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.Fixtures;
import dev.vspherecloud.domain.vm.Vm;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExistenceCheckResultTest {
    private static final Vm VM = Fixtures.vm();
    private static final String MOREF = VM.identity().ref().moref();

    @Test
    void withoutAVmItsVcenterHasNothing() {
        ExistenceCheckResult found =
                with(new UuidSearchResult.Hit(VM.vcenter(), List.of(MOREF)), new UuidSearchResult.Nothing("vc-z"));

        ExistenceCheckResult without = found.without(VM);

        assertThat(without)
                .isEqualTo(with(new UuidSearchResult.Nothing(VM.vcenter()), new UuidSearchResult.Nothing("vc-z")));
    }

    @Test
    void anotherVmThatWasFoundStays() {
        for (UuidSearchResult other : List.of(
                new UuidSearchResult.Hit("vc-z", List.of(MOREF)),
                new UuidSearchResult.Hit(VM.vcenter(), List.of("vm-999")),
                new UuidSearchResult.Hit(VM.vcenter(), List.of(MOREF, "vm-999")))) {
            assertThat(with(other).without(VM)).isEqualTo(with(other));
        }
    }

    private static ExistenceCheckResult with(UuidSearchResult... searches) {
        ExistenceCheckResult report = report(words(""));
        return new ExistenceCheckResult(report.request(), 0, 1, report.ownerResult(), List.of(searches));
    }
}
