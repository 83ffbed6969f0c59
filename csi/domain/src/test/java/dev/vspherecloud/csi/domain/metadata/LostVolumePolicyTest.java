package dev.vspherecloud.csi.domain.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LostVolumePolicyTest {
    @ParameterizedTest
    @CsvSource(textBlock = """
            # form,   static, usable, passes, refused, decision
            BLOCK,   true,   true,   0,      false,   REGISTER
            BLOCK,   true,   false,  9,      false,   WAIT
            BLOCK,   true,   true,   0,      true,    WAIT
            BLOCK,   true,   true,   2,      true,    REPORT
            BLOCK,   false,  true,   0,      false,   WAIT
            BLOCK,   false,  true,   1,      false,   REGISTER
            BLOCK,   false,  true,   1,      true,    WAIT
            BLOCK,   false,  true,   2,      true,    REPORT
            BLOCK,   false,  false,  2,      false,   WAIT
            FILE,    true,   true,   1,      false,   WAIT
            FILE,    true,   true,   2,      false,   REPORT
            IN_TREE, false,  true,   2,      false,   REPORT
            """)
    void aDiskIsRegisteredAtOnceIfAPersonCreatedTheVolume(
            VolumeForm form,
            boolean isStatic,
            boolean isUsable,
            int passes,
            boolean wasRefused,
            LostVolumeDecision expected) {
        assertThat(LostVolumePolicy.decide(new LostVolumeFacts(form, isStatic, isUsable, passes, wasRefused)))
                .isEqualTo(expected);
    }
}
