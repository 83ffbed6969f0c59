package dev.vspherecloud.csi.vcenter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.cns.CnsFault;
import dev.vspherecloud.csi.cns.CnsTaskState;
import dev.vspherecloud.csi.cns.CnsVolumeId;
import dev.vspherecloud.csi.cns.CnsVolumeResult;
import dev.vspherecloud.csi.domain.TaskState;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class TaskStatesTest {
    private static final CnsVolumeResult DONE = new CnsVolumeResult.Done(
            new CnsVolumeId("v-1"), List.of(), Optional.empty(), Optional.empty(), Optional.empty());
    private static final CnsFault FAULT = new CnsFault.Other("CnsFault", "refused");

    @Test
    void aTaskHasEndedIfItsResultsSaySo() {
        assertThat(TaskStates.of(new CnsTaskState.Queued())).contains(TaskState.RUNNING);
        assertThat(TaskStates.of(new CnsTaskState.Running(OptionalInt.empty()))).contains(TaskState.RUNNING);
        assertThat(TaskStates.of(new CnsTaskState.Succeeded(List.of()))).contains(TaskState.SUCCEEDED);
        assertThat(TaskStates.of(new CnsTaskState.Succeeded(List.of(DONE)))).contains(TaskState.SUCCEEDED);
        assertThat(TaskStates.of(new CnsTaskState.Failed(FAULT))).contains(TaskState.FAILED);
    }

    @Test
    void aSuccessWithAFaultInItsResultsHasFailed() {
        var failed = new CnsVolumeResult.Failed(Optional.empty(), FAULT, List.of());

        assertThat(TaskStates.of(new CnsTaskState.Succeeded(List.of(DONE, failed))))
                .contains(TaskState.FAILED);
    }

    @Test
    void whatCannotBeReadIsNotKnown() {
        assertThat(TaskStates.of(new CnsTaskState.Unreadable("odd"))).isEmpty();
        assertThat(TaskStates.of(new CnsTaskState.Succeeded(List.of(new CnsVolumeResult.Unreadable("odd")))))
                .isEmpty();
    }
}
