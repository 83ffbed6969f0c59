package dev.vspherecloud.csi.operations.attachment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.operations.attachment.PretendWorld.Arrays;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class JoinedTasksTest {
    private static final int DISKS = 50;

    private final VirtualTime time = new VirtualTime(1, false);
    private final PretendWorld world = new PretendWorld(time);
    private final PretendReplica replica = new PretendReplica(world, Safeguard.NONE);
    private final List<AttachOutcome> outcomes = new ArrayList<>();

    @Test
    void fiftyDisksOfOneVmNeedFewTasks() {
        world.endFaults();
        PretendWorld.Machine vm = world.addVm();
        world.nodes.put("node-1", vm.number);
        for (int i = 0; i < DISKS; i++) {
            String volume = "volume-" + i;
            world.create(volume, "node-1");
            time.in(
                    Duration.ofMillis(10L * i),
                    () -> replica.attach(volume, vm.id(), Duration.ofMinutes(4), outcomes::add));
        }
        time.runUntil(VirtualTime.BEGIN.plus(Duration.ofMinutes(5)));

        assertThat(outcomes).hasSize(DISKS).allMatch(AttachOutcome.Attached.class::isInstance);
        assertThat(vm.disks).hasSize(DISKS);
        assertThat(world.tasks.size()).isLessThanOrEqualTo(10);

        int attachTasks = world.tasks.size();
        for (int i = 0; i < DISKS; i++) {
            String volume = "volume-" + i;
            time.in(
                    Duration.ofSeconds(10),
                    () -> replica.detach(volume, vm.id(), Duration.ofMinutes(4), outcomes::add));
        }
        time.runUntil(VirtualTime.BEGIN.plus(Duration.ofMinutes(10)));

        assertThat(outcomes).hasSize(2 * DISKS);
        assertThat(vm.disks).isEmpty();
        assertThat(world.tasks.size() - attachTasks).isLessThanOrEqualTo(10);
        time.end();
    }

    @Test
    void aSlowTaskHoldsUpNoOtherVm() {
        world.endFaults();
        PretendWorld.Machine slow = world.addVm();
        PretendWorld.Machine other = world.addVm();
        world.nodes.put("node-1", slow.number);
        world.nodes.put("node-2", other.number);
        world.create("volume-1", "node-1");
        world.create("volume-2", "node-2");
        world.hold("volume-1", Duration.ofMinutes(3));
        replica.attach("volume-1", slow.id(), Duration.ofMinutes(1), outcomes::add);
        replica.attach("volume-2", other.id(), Duration.ofMinutes(1), outcomes::add);
        time.runUntil(VirtualTime.BEGIN.plus(Duration.ofSeconds(20)));

        assertThat(outcomes).singleElement().isInstanceOf(AttachOutcome.Attached.class);

        time.runUntil(VirtualTime.BEGIN.plus(Duration.ofMinutes(2)));
        assertThat(outcomes).hasSize(2);
        assertThat(outcomes.getLast().toString()).contains("DEADLINE_EXCEEDED", "still attaches volume");
        time.end();
    }

    @Test
    void theSixtyFirstDiskOfABurstIsRefused() {
        world.endFaults();
        PretendWorld.Machine vm = world.addVm();
        world.nodes.put("node-1", vm.number);
        for (int i = 0; i < 65; i++) {
            String volume = "volume-" + i;
            world.create(volume, "node-1");
            replica.attach(volume, vm.id(), Duration.ofMinutes(4), outcomes::add);
        }
        time.runUntil(VirtualTime.BEGIN.plus(Duration.ofMinutes(5)));

        assertThat(vm.disks).hasSize(60);
        assertThat(outcomes).hasSize(65);
        assertThat(outcomes.stream().filter(each -> each.toString().contains("RESOURCE_EXHAUSTED")))
                .hasSize(5);
        time.end();
    }

    @ParameterizedTest
    @EnumSource(Arrays.class)
    void everyVcenterAttachesAndDetachesSimultaneousVolumes(Arrays arrays) {
        world.endFaults();
        world.arrays = arrays;
        PretendWorld.Machine vm = world.addVm();
        world.nodes.put("node-1", vm.number);

        attach(vm, 0, 10);
        time.runUntil(VirtualTime.BEGIN.plus(Duration.ofMinutes(2)));
        assertThat(outcomes).hasSize(10).allMatch(AttachOutcome.Attached.class::isInstance);
        assertThat(vm.disks).hasSize(10);

        for (String volume : List.copyOf(vm.disks)) {
            replica.detach(volume, vm.id(), Duration.ofMinutes(4), outcomes::add);
        }
        time.runUntil(VirtualTime.BEGIN.plus(Duration.ofMinutes(4)));

        assertThat(outcomes).hasSize(20);
        assertThat(outcomes.subList(10, 20)).allMatch(AttachOutcome.Detached.class::isInstance);
        assertThat(vm.disks).isEmpty();
        // What a vCenter refused once is not tried again.
        assertThat(world.seen.get("a task for several volumes")).isEqualTo(arrays == Arrays.ACCEPTED ? 2 : 1);
        time.end();
    }

    @Test
    void aVolumeWithWhichTasksFailHoldsUpNoOther() {
        world.endFaults();
        PretendWorld.Machine vm = world.addVm();
        world.nodes.put("node-1", vm.number);
        attach(vm, 0, 2);
        time.runUntil(VirtualTime.BEGIN.plus(Duration.ofMinutes(1)));
        outcomes.clear();

        world.poisoned = "volume-5";
        attach(vm, 2, 12);
        time.runUntil(VirtualTime.BEGIN.plus(Duration.ofMinutes(3)));

        assertThat(outcomes).hasSize(10);
        assertThat(outcomes.stream().filter(AttachOutcome.Attached.class::isInstance))
                .hasSize(9);
        assertThat(vm.disks).hasSize(11).doesNotContain("volume-5");

        // The vCenter accepts several volumes, so the next ones go together.
        int tasks = world.tasks.size();
        attach(vm, 12, 22);
        time.runUntil(VirtualTime.BEGIN.plus(Duration.ofMinutes(5)));
        assertThat(vm.disks).hasSize(21);
        assertThat(world.tasks.size() - tasks).isEqualTo(1);
        time.end();
    }

    @Test
    void untilOneTaskHasShownThatSeveralVolumesAreAcceptedOthersGoAlone() {
        world.endFaults();
        PretendWorld.Machine first = world.addVm();
        PretendWorld.Machine other = world.addVm();
        world.nodes.put("node-1", first.number);
        world.nodes.put("node-2", other.number);

        attach(first, 0, 3);
        for (int i = 3; i < 6; i++) {
            world.create("volume-" + i, "node-2");
            replica.attach("volume-" + i, other.id(), Duration.ofMinutes(4), outcomes::add);
        }
        time.runUntil(VirtualTime.BEGIN.plus(Duration.ofMinutes(2)));

        assertThat(outcomes).hasSize(6).allMatch(AttachOutcome.Attached.class::isInstance);
        assertThat(world.tasks).hasSize(4);
        time.end();
    }

    private void attach(PretendWorld.Machine vm, int from, int to) {
        for (int i = from; i < to; i++) {
            String volume = "volume-" + i;
            world.create(volume, "node-1");
            replica.attach(volume, vm.id(), Duration.ofMinutes(4), outcomes::add);
        }
    }
}
