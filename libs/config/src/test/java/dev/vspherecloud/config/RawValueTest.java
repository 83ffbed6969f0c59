package dev.vspherecloud.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RawValueTest {
    @Test
    void aMessageShowsOnlyWhatIsVisible() {
        assertThat(RawValue.printable("a\u001b[2J\u009b\u202e\u2066\u2028\u200bb"))
                .isEqualTo("\"a?[2J?????b\"");
    }
}
