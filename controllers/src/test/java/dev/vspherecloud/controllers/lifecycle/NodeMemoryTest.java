package dev.vspherecloud.controllers.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.node.NodeView;
import dev.vspherecloud.domain.vm.EventMark;
import dev.vspherecloud.domain.vm.Vm;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NodeMemoryTest {
    private final NodeView node = new Stage().add("w-1");
    private final NodeMemory memory = new NodeMemory(node.meta().uid());

    /// It may have been read when the VM that had just been seen was destroyed already.
    @Test
    void theMarkOfTheRecordCountsBeforeOneThatWasReadLater() {
        memory.see(seenAt(later(50, Duration.ofMinutes(5))));

        assertThat(memory.vm(node).flatMap(RecordedVm::seen)).contains(Stage.SEEN);
    }

    @Test
    void aRecordWhoseEventVcenterMayHaveDroppedDoesNot() {
        EventMark own = later(50, Duration.ofDays(8));
        memory.see(seenAt(own));

        assertThat(memory.vm(node).flatMap(RecordedVm::seen)).contains(own);
    }

    @Test
    void aRecordOfAnotherHistoryDoesNot() {
        EventMark own = later(-50, Duration.ofMinutes(5));
        memory.see(seenAt(own));

        assertThat(memory.vm(node).flatMap(RecordedVm::seen)).contains(own);
    }

    private static EventMark later(long events, Duration time) {
        return new EventMark(Stage.SEEN.key() + events, Stage.SEEN.time().plus(time));
    }

    private static Vm seenAt(EventMark mark) {
        Vm vm = Stage.vm("w-1");
        return new Vm(
                vm.vcenter(),
                vm.name(),
                vm.identity(),
                vm.role(),
                vm.connection(),
                vm.power(),
                vm.guest(),
                vm.hardware(),
                vm.placement(),
                Optional.of(mark));
    }
}
