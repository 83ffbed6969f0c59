package dev.vspherecloud.csi.vcenter;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class StartedTasksTest {
    private final StartedTasks tasks = new StartedTasks(2);

    private static long minutes(int count) {
        return Duration.ofMinutes(count).toNanos();
    }

    @Test
    void isFullWithAsManyTasksAsMayRun() {
        assertThat(tasks.start("task-1", 1)).isFalse();
        assertThat(tasks.start("task-2", 2)).isTrue();
        assertThat(tasks.end("task-1")).isEqualTo(OptionalLong.of(1));
        assertThat(tasks.start("task-3", 3)).isTrue();
    }

    @Test
    void aTaskWhoseCallGaveUpDoesNotCount() {
        boolean _ = tasks.start("task-1", 1);
        tasks.giveUp("task-1");

        assertThat(tasks.start("task-2", 2)).isFalse();
        assertThat(tasks.contains("task-1")).as("it runs").isTrue();
        assertThat(tasks.end("task-1")).as("a later call sees its end").isEqualTo(OptionalLong.of(1));
        assertThat(tasks.contains("task-1")).isFalse();
    }

    @Test
    void aTaskForWhichNobodyAsksAgainIsForgotten() {
        boolean _ = tasks.start("task-1", 0);
        tasks.giveUp("task-1");
        boolean _ = tasks.start("task-2", minutes(1));

        assertThat(tasks.start("task-3", minutes(16))).isTrue();
        assertThat(tasks.contains("task-1")).isFalse();
        assertThat(tasks.start("task-4", minutes(17))).isTrue();
        assertThat(tasks.contains("task-2")).isFalse();
    }

    @Test
    void anUnknownTaskHasNoBegin() {
        tasks.giveUp("task-1");

        assertThat(tasks.contains("task-1")).isFalse();
        assertThat(tasks.end("task-1")).isEmpty();
    }
}
