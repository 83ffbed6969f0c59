package dev.vspherecloud.domain.identity;

import static dev.vspherecloud.domain.Fixtures.vm;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.reason.ReasonCode;
import java.util.List;
import org.junit.jupiter.api.Test;

class VmLookupTest {
    private static final VcenterAnswer HIT = new VcenterAnswer.Hits(List.of(vm()));
    private static final VcenterAnswer NO_HIT = new VcenterAnswer.NoHit("vc-b");
    private static final VmLookup.Silence SILENCE = new VmLookup.Silence("vc-c", "unreachable");
    private static final VcenterAnswer SILENT = new VcenterAnswer.Silent(SILENCE);

    @Test
    void oneHitIsTheAnswer() {
        assertThat(VmLookup.merge(List.of(NO_HIT, HIT))).isEqualTo(new VmLookup.Found(vm()));
    }

    @Test
    void oneHitIsAcceptedWhileAnotherVcenterIsSilent() {
        assertThat(VmLookup.merge(List.of(SILENT, HIT))).isEqualTo(new VmLookup.Found(vm()));
    }

    @Test
    void anAnswerThatIsAboutToComeIsWaitedFor() {
        assertThat(VmLookup.merge(List.of(HIT, new VcenterAnswer.Asked("vc-b"))))
                .isEqualTo(new VmLookup.Pending());
    }

    @Test
    void aSlowVcenterHoldsUpAVerdictButNotAHit() {
        var slow = new VcenterAnswer.Slow("vc-b");

        assertThat(VmLookup.merge(List.of(slow, HIT))).isEqualTo(new VmLookup.Found(vm()));
        assertThat(VmLookup.merge(List.of(slow, NO_HIT))).isEqualTo(new VmLookup.Pending());
        assertThat(VmLookup.merge(List.of(slow, SILENT))).isEqualTo(new VmLookup.Pending());
    }

    @Test
    void twoHitsAreAmbiguousInOneVcenterOrTwo() {
        var both = new VmLookup.Ambiguous(List.of(vm(), vm()));

        assertThat(VmLookup.merge(List.of(HIT, HIT))).isEqualTo(both);
        assertThat(VmLookup.merge(List.of(new VcenterAnswer.Hits(List.of(vm(), vm())))))
                .isEqualTo(both);
    }

    @Test
    void missingTakesAnAnswerFromEveryVcenter() {
        assertThat(VmLookup.merge(List.of(NO_HIT))).isEqualTo(new VmLookup.Missing(List.of("vc-b")));
        assertThat(VmLookup.merge(List.of(NO_HIT, SILENT))).isEqualTo(new VmLookup.Unknown(List.of(SILENCE)));
    }

    @Test
    void ofSeveralSilencesTheOneThatTakesAPersonIsTheWorst() {
        var refused = new VmLookup.Silence("vc-a", ReasonCode.LOGIN_REFUSED, "wrong password");
        var unreachable = new VmLookup.Silence("vc-b", ReasonCode.VCENTER_UNREACHABLE, "nothing listens there");

        assertThat(new VmLookup.Unknown(List.of(SILENCE, refused, unreachable)).worst())
                .isEqualTo(refused);
    }

    @Test
    void aVmElsewhereIsNamedOnlyWhenThereIsNoOther() {
        var excluded = new VcenterAnswer.Excluded(vm(), "DC9");

        assertThat(VmLookup.merge(List.of(excluded, NO_HIT))).isEqualTo(new VmLookup.Elsewhere(vm(), "DC9"));
        assertThat(VmLookup.merge(List.of(excluded, HIT))).isEqualTo(new VmLookup.Found(vm()));
        assertThat(VmLookup.merge(List.of(excluded, SILENT))).isEqualTo(new VmLookup.Unknown(List.of(SILENCE)));
    }
}
