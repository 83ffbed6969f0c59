package dev.vspherecloud.ccm.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.text.Secret;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HiddenPasswordTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "hunter2",
                "*hunter2",
                "&hunter2",
                "!hunter2 x",
                "!<hunter2> x",
                "@hunter2",
                "%hunter2",
                "'hunter2",
                "\"hunter2\\q\"",
                "hunter2: hunter2",
                "[hunter2, [hunter2]]",
                "{hunter2}",
                "{? [hunter2] : x}",
                "| hunter2",
                "\"hunter2\" hunter2",
                "[hunter2",
                "hunter2\n  hunter2",
                "!!binary hunter2",
                "!!int hunter2",
                "hunter2\u0001"
            })
    void noProblemAndNoResultContainsThePassword(String password) {
        for (String place :
                new String[] {"global:\n  server: vc\n  user: u\n  password: ", "vcenter:\n  a:\n    password: "}) {
            ConfigResult result = Reading.read(place + password + "\n");

            assertThat(result.toString()).doesNotContain("hunter2");
        }
    }

    @Test
    void secretsAreComparableAndNotPrinted() {
        assertThat(new Secret("hunter2")).hasToString("***").isEqualTo(new Secret("hunter2"));
        assertThat(new Secret("hunter2")).isNotEqualTo(new Secret("hunter3")).hasSameHashCodeAs(new Secret("hunter2"));
        assertThat(new Secret("hunter2").reveal()).isEqualTo("hunter2");
    }
}
