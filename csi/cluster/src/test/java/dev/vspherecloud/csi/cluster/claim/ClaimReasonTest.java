package dev.vspherecloud.csi.cluster.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.reason.VsphereReason;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ClaimReasonTest {
    @Test
    void theTableHoldsTheReasonsOfAccessToo() {
        assertThat(ClaimReason.table())
                .contains(ClaimReason.values())
                .contains(VsphereReason.LOGIN_REFUSED, VsphereReason.VCENTER_UNREACHABLE)
                .doesNotContain(VsphereReason.VM_DUPLICATE);
        assertThat(ClaimReason.table().stream().map(ReasonCode::text)).doesNotHaveDuplicates();
    }

    /// A search for the word of an Event finds the constant in the source, and the other way round.
    @ParameterizedTest
    @EnumSource(ClaimReason.class)
    void theWordIsTheConstantInCamelCase(ClaimReason code) {
        assertThat(code.text().replaceAll("(?<=.)(?=[A-Z])", "_").toUpperCase(Locale.ROOT))
                .isEqualTo(code.name());
    }

    @ParameterizedTest
    @EnumSource(ClaimReason.class)
    void everyReasonIsExplainedInShort(ClaimReason code) {
        assertThat(code.title()).matches("(vC|[A-Z])[^.]{5,70}");
        assertThat(List.of(code.description(), code.cause(), code.remedy()))
                .allSatisfy(text -> assertThat(text).endsWith(".").hasSizeBetween(20, 330));
    }
}
