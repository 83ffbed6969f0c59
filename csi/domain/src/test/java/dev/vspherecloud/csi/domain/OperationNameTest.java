package dev.vspherecloud.csi.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OperationNameTest {
    @Test
    void usualNamesAreThoseOfGo() {
        assertThat(OperationName.ofCreate("pvc-1234")).isEqualTo("pvc-1234");
        assertThat(OperationName.ofVolume("pvc-1234")).isEqualTo("pvc-1234");
        assertThat(OperationName.ofDelete("file:1234")).isEqualTo("delete-file-1234");
        assertThat(OperationName.ofExpand("1234")).isEqualTo("expand-1234");
    }

    @Test
    void longNamesStayDifferent() {
        String one = OperationName.ofVolume("a".repeat(127) + "1");
        String other = OperationName.ofVolume("a".repeat(127) + "2");

        assertThat(one).hasSize(80).isNotEqualTo(other);
    }

    @Test
    void anyTextIsAnObjectName() {
        var random = new Random(1);
        Set<String> names = new HashSet<>();
        for (int i = 0; i < 2_000; i++) {
            StringBuilder text = new StringBuilder("n" + i);
            random.ints(random.nextInt(300), 0, 0x3000).forEach(text::appendCodePoint);
            String name = OperationName.ofCreate(text.toString());
            assertThat(name).matches("[a-z0-9]([-a-z0-9]*[a-z0-9])?").hasSizeLessThanOrEqualTo(253);
            names.add(name);
        }

        assertThat(names).hasSize(2_000);
    }
}
