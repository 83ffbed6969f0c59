package dev.vspherecloud.ccm.domain.reason;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.reason.ReasonGroup;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReasonCodeTest {
    @Test
    void noTwoReasonsShareAWord() {
        assertThat(Arrays.stream(ReasonCode.values()).map(ReasonCode::word)).doesNotHaveDuplicates();
    }

    /// Whoever finds the word in an Event finds it in the source, and the other way round.
    @ParameterizedTest
    @EnumSource
    void theWordIsTheConstantInCamelCase(ReasonCode code) {
        assertThat(code.word().replaceAll("(?<=.)(?=[A-Z])", "_").toUpperCase(Locale.ROOT))
                .isEqualTo(code.name());
    }

    @ParameterizedTest
    @EnumSource
    void everyReasonIsExplainedInShort(ReasonCode code) {
        assertThat(code.title()).matches("(vC|[A-Z])[^.]{5,70}");
        assertThat(List.of(code.meaning(), code.cause(), code.remedy()))
                .allSatisfy(text -> assertThat(text).endsWith(".").hasSizeBetween(20, 330));
        assertThat(code.remedy().split("\\. ")).hasSizeLessThanOrEqualTo(4);
    }

    @Test
    void groupsStandTogether() {
        List<ReasonGroup> groups =
                Arrays.stream(ReasonCode.values()).map(ReasonCode::group).toList();

        assertThat(groups).isSorted().contains(ReasonGroup.values());
    }
}
