package dev.vspherecloud.ccm.application.flag;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FlagTest {
    @ParameterizedTest
    @EnumSource
    void hasADefaultOfItsOwnType(Flag flag) {
        assertThat(flag.type().isValid(flag.defaultText())).isTrue();
        assertThat(flag.type().isValid(flag.type().example())).isTrue();
        assertThat(flag.fixedValues()).allMatch(flag.type()::isValid);
        assertThat(flag.description()).endsWith(".");
        assertThat(flag.shortDescription()).endsWith(".").hasSizeLessThan(180);
    }
}
