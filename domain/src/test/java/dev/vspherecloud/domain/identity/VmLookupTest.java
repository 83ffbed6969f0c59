package dev.vspherecloud.domain.identity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.reason.ReasonCode;
import java.util.List;
import org.junit.jupiter.api.Test;

class VmLookupTest {
    @Test
    void ofSeveralSilencesTheOneThatTakesAPersonIsTheWorst() {
        var silent = new VmLookup.Silence("vc-c", "no answer for 15 s");
        var refused = new VmLookup.Silence("vc-a", ReasonCode.LOGIN_REFUSED, "wrong password");
        var unreachable = new VmLookup.Silence("vc-b", ReasonCode.VCENTER_UNREACHABLE, "nothing listens there");

        assertThat(new VmLookup.Unknown(List.of(silent, refused, unreachable)).worst())
                .isEqualTo(refused);
    }
}
