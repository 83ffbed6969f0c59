package dev.vspherecloud.domain.identity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.reason.VsphereReason;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class VmLookupTest {
    @Test
    void aSilenceThatNeedsAPersonIsTheWorst() {
        var silent = new VmLookup.Silence("vc-c", "no answer for 15 s");
        var refused = new VmLookup.Silence("vc-a", VsphereReason.LOGIN_REFUSED, "wrong password");
        var unreachable = new VmLookup.Silence("vc-b", VsphereReason.VCENTER_UNREACHABLE, "nothing listens there");

        assertThat(new VmLookup.Unknown(List.of(silent, refused, unreachable)).mostSevere())
                .isEqualTo(refused);
    }

    @Test
    void aVcenterThatAnsweredWithoutTheVmDoesNotHaveIt() {
        var silent = new VmLookup.Unknown(List.of(new VmLookup.Silence("vc-b", "away")));
        var slow = new VmLookup.Pending(List.of("vc-a"));

        assertThat(silent.isAbsentFrom(Set.of("vc-a"))).isTrue();
        assertThat(silent.isAbsentFrom(Set.of("vc-b"))).isFalse();
        assertThat(silent.isAbsentFrom(Set.of("vc-a", "vc-b"))).isFalse();
        assertThat(silent.isAbsentFrom(Set.of())).isFalse();
        assertThat(slow.isAbsentFrom(Set.of("vc-a"))).isTrue();
        assertThat(slow.isAbsentFrom(Set.of("vc-a", "vc-b"))).isFalse();
        assertThat(new VmLookup.Pending().isAbsentFrom(Set.of("vc-a"))).isFalse();
        assertThat(new VmLookup.Missing(List.of("vc-a")).isAbsentFrom(Set.of("vc-a")))
                .isTrue();
        assertThat(new VmLookup.Ambiguous(List.of()).isAbsentFrom(Set.of("vc-a")))
                .isFalse();
    }
}
