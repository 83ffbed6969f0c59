package dev.vspherecloud.csi.operations.attachment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ArraySupportTest {
    private final ArraySupport arrays = new ArraySupport();

    @Test
    void oneTaskTriesItAtATime() {
        assertThat(arrays.begin("session-1")).isTrue();
        assertThat(arrays.begin("session-1")).isFalse();

        arrays.end();
        assertThat(arrays.begin("session-1")).as("it showed nothing").isTrue();
    }

    @Test
    void afterOneThatWasAcceptedAllGoTogether() {
        accept("session-1");

        assertThat(arrays.begin("session-1")).isTrue();
        assertThat(arrays.begin("session-1")).isTrue();
    }

    @Test
    void afterOneThatFailedAllGoAloneUntilTheNextLogin() {
        fail("session-1");

        assertThat(arrays.begin("session-1")).isFalse();
        arrays.onAccepted();
        assertThat(arrays.begin("session-1")).isFalse();
        assertThat(arrays.begin("session-2")).isTrue();
    }

    @Test
    void aBadVolumeIsNoRefusalOfArraysAndThreeFailuresInARowAre() {
        accept("session-1");
        fail("session-1");
        fail("session-1");
        accept("session-1");
        fail("session-1");
        fail("session-1");
        assertThat(arrays.begin("session-1")).isTrue();

        fail("session-1");
        assertThat(arrays.begin("session-1")).isFalse();
    }

    @Test
    void aTaskThatLeavesAVolumeOutIsARefusal() {
        accept("session-1");

        arrays.onLeftOut();

        assertThat(arrays.begin("session-1")).isFalse();
    }

    private void accept(String connection) {
        assertThat(arrays.begin(connection)).isTrue();
        arrays.onAccepted();
        arrays.end();
    }

    private void fail(String connection) {
        assertThat(arrays.begin(connection)).isTrue();
        arrays.onFailed();
        arrays.end();
    }
}
