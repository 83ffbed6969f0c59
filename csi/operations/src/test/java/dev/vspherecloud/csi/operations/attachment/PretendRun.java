package dev.vspherecloud.csi.operations.attachment;

import dev.vspherecloud.csi.domain.node.ClusterAttachment;
import dev.vspherecloud.csi.operations.attachment.PretendWorld.Machine;
import dev.vspherecloud.csi.operations.attachment.PretendWorld.Returned;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;

/// One run: some volumes move with their Pods over a few Nodes for half an hour while everything fails. Then the faults
/// end, and each volume must come to rest on the VM of its Node.
final class PretendRun {
    private static final Duration FAULTY = Duration.ofMinutes(30);
    private static final Duration END = Duration.ofMinutes(60);

    private static final List<PretendWorld.Arrays> ARRAYS = List.of(
            PretendWorld.Arrays.ACCEPTED,
            PretendWorld.Arrays.ACCEPTED,
            PretendWorld.Arrays.REFUSED,
            PretendWorld.Arrays.FAILED,
            PretendWorld.Arrays.HALVED);

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final VirtualTime time;
    private final PretendWorld world;
    private final Safeguard disabled;
    private final List<Workload> workloads = new ArrayList<>();
    private PretendReplica active;

    /// What a run found.
    record Verdict(long seed, List<String> wrong, Map<String, Integer> seen, List<String> trace) {}

    private PretendRun(long seed, Safeguard disabled, boolean traces) {
        this.time = new VirtualTime(seed, traces);
        this.world = new PretendWorld(time);
        this.disabled = disabled;
        this.active = new PretendReplica(world, disabled);
    }

    static Verdict of(long seed, Safeguard disabled, boolean traces) {
        var run = new FutureTask<>(() -> new PretendRun(seed, disabled, traces).run(seed));
        Thread.ofVirtual().start(run);
        try {
            return run.get();
        } catch (ExecutionException e) {
            throw new AssertionError("seed " + seed, e.getCause());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private Verdict run(long seed) {
        world.arrays = ARRAYS.get((int) (seed % ARRAYS.size()));
        int nodes = 2 + time.random().nextInt(3);
        for (int i = 1; i <= nodes; i++) {
            world.nodes.put("node-" + i, world.addVm().number);
        }
        int volumes = 1 + time.random().nextInt(3);
        for (int i = 1; i <= volumes; i++) {
            var workload = new Workload("volume-" + i);
            workloads.add(workload);
            workload.move();
            time.in(time.millis(0, 10_000), workload::step);
        }
        disturb(12, () -> {
            world.note("a Pod was moved");
            workloads.get(time.random().nextInt(workloads.size())).move();
        });
        disturb(3, this::disconnect);
        disturb(3, this::hide);
        disturb(2, this::destroy);
        disturb(2, this::rebuild);
        disturb(2, this::leave);
        disturb(3, this::migrate);
        disturb(2, this::restore);
        disturb(3, () -> workloads.get(time.random().nextInt(workloads.size())).detachByForce());
        disturb(3, this::crash);
        disturb(2, this::handOver);
        disturb(2, () -> {
            world.note("a process was stopped for a while");
            active.stoppedUntil = time.now().plus(time.millis(1_000, 20_000));
        });
        time.in(FAULTY, world::endFaults);
        time.runUntil(VirtualTime.BEGIN.plus(END));
        workloads.forEach(Workload::check);
        time.end();
        return new Verdict(seed, world.wrong, world.seen, time.lines());
    }

    private void disturb(int most, Runnable what) {
        int times = time.random().nextInt(most + 1);
        for (int i = 0; i < times; i++) {
            time.in(time.millis(1_000, (int) FAULTY.toMillis()), what);
        }
    }

    private Optional<Machine> anyVm() {
        List<Machine> present = world.nodes.values().stream()
                .map(world::machine)
                .filter(vm -> vm.exists)
                .toList();
        return present.isEmpty()
                ? Optional.empty()
                : Optional.of(present.get(time.random().nextInt(present.size())));
    }

    private void disconnect() {
        anyVm().ifPresent(vm -> {
            world.disconnect(vm);
            time.in(time.millis(5_000, 300_000), () -> vm.isConnected = true);
        });
    }

    private void hide() {
        anyVm().ifPresent(vm -> {
            world.hide(vm);
            time.in(time.millis(5_000, 600_000), () -> world.show(vm));
        });
    }

    /// A VM is destroyed. The cloud provider deletes its Node; sometimes a new VM gets the name.
    private void destroy() {
        if (world.nodes.size() < 2) {
            return;
        }
        String name = new ArrayList<>(world.nodes.keySet()).get(time.random().nextInt(world.nodes.size()));
        Machine vm = world.machine(world.nodes.get(name));
        if (vm.exists) {
            world.destroy(vm);
            time.in(time.millis(1_000, 60_000), () -> {
                if (world.nodes.size() > 1 && Integer.valueOf(vm.number).equals(world.nodes.get(name))) {
                    world.nodes.remove(name);
                } else if (Integer.valueOf(vm.number).equals(world.nodes.get(name))) {
                    world.nodes.put(name, world.addVm().number);
                }
            });
        }
    }

    /// A Node is deleted while its Pod writes, and a new VM registers under the same name. The old VM still runs.
    private void rebuild() {
        String name = new ArrayList<>(world.nodes.keySet()).get(time.random().nextInt(world.nodes.size()));
        time.trace(() -> "%s is another VM now".formatted(name));
        world.note("a Node became another VM");
        world.nodes.put(name, world.addVm().number);
    }

    /// A Node is dead and its object is deleted; its VM keeps its disks. Later it returns with the same
    /// VM, unless that was destroyed meanwhile.
    private void leave() {
        if (world.nodes.size() < 2) {
            return;
        }
        String name = new ArrayList<>(world.nodes.keySet()).get(time.random().nextInt(world.nodes.size()));
        Integer number = Objects.requireNonNull(world.nodes.remove(name));
        time.trace(() -> "%s is deleted".formatted(name));
        time.in(time.millis(5_000, 300_000), () -> {
            if (!world.nodes.containsKey(name) && world.machine(number).exists) {
                world.putBack(name, world.machine(number));
            }
        });
    }

    /// vMotion.
    private void migrate() {
        anyVm().ifPresent(vm -> {
            time.trace(() -> "VM %d moves to another host".formatted(vm.number));
            world.note("a VM moved to another host");
            vm.isMoving = true;
            time.in(time.millis(1_000, 60_000), () -> vm.isMoving = false);
        });
    }

    /// vCenter is restored from a backup. Afterwards an administrator registers the VMs that it does not know, and
    /// detaches the disks that are on VMs for which no VolumeAttachment exists.
    private void restore() {
        if (world.isDown()) {
            return;
        }
        world.stop();
        time.in(time.millis(20_000, 120_000), () -> {
            Instant backup = time.now().minus(time.millis(30_000, 600_000));
            List<Returned> returned = world.restore(backup.isBefore(VirtualTime.BEGIN) ? VirtualTime.BEGIN : backup);
            world.vms.values().stream()
                    .filter(vm -> vm.isUnregistered)
                    .forEach(vm -> time.in(time.millis(10_000, 300_000), () -> world.register(vm)));
            returned.forEach(each -> time.in(time.millis(30_000, 300_000), () -> repair(each)));
        });
    }

    private void repair(Returned returned) {
        Machine vm = returned.vm();
        boolean isNamed = world.attachments.values().stream()
                .anyMatch(each -> each.volumeName().equals("pv-" + returned.volume())
                        && each.nodeId().equals(vm.id()));
        if (isNamed || !vm.disks.contains(returned.volume())) {
            return;
        }
        if (world.isDown() || !vm.isShown() || !vm.isConnected) {
            time.in(Duration.ofSeconds(30), () -> repair(returned));
            return;
        }
        world.detach(vm, returned.volume());
    }

    private void crash() {
        active.isDead = true;
        time.trace(() -> "the process is killed");
        world.note("a process was killed");
        time.in(time.millis(500, 20_000), () -> active = new PretendReplica(world, disabled));
    }

    /// Another process leads at once. The old one still works on its calls for a while.
    private void handOver() {
        PretendReplica old = active;
        active = new PretendReplica(world, disabled);
        time.trace(() -> "another process leads");
        world.note("another process led");
        time.in(time.millis(1_000, 30_000), () -> old.isDead = true);
    }

    /// The Pod of a volume, with the attach-detach controller and csi-attacher.
    private final class Workload {
        private final String volume;
        private String wanted = "";
        private long call;

        Workload(String volume) {
            this.volume = volume;
        }

        void move() {
            List<String> names = new ArrayList<>(world.nodes.keySet());
            wanted = names.get(time.random().nextInt(names.size()));
            time.trace(() -> "%s is wanted on %s".formatted(volume, wanted));
        }

        /// The VolumeAttachment is deleted while the Pod runs.
        void detachByForce() {
            attachments().stream()
                    .filter(each -> !each.isDeleting())
                    .findFirst()
                    .ifPresent(each -> {
                        time.trace(() -> "%s is detached by force".formatted(each.name()));
                        world.note("a volume was detached by force");
                        world.change(each, each.isAttached(), true);
                    });
        }

        private List<ClusterAttachment> attachments() {
            return world.attachments.values().stream()
                    .filter(each -> each.volumeName().equals("pv-" + volume))
                    .toList();
        }

        void step() {
            if (!world.nodes.containsKey(wanted)) {
                move();
            }
            Optional<ClusterAttachment> first = attachments().stream().findFirst();
            if (first.isEmpty()) {
                world.create(volume, wanted);
                time.in(time.millis(10, 500), this::step);
                return;
            }
            ClusterAttachment attachment = first.get();
            boolean isOld = !attachment.nodeName().equals(wanted) || isOfOtherVm(attachment);
            if (isOld && !attachment.isDeleting()) {
                world.change(attachment, attachment.isAttached(), true);
            }
            if (isOld || attachment.isDeleting()) {
                request(attachment, true);
            } else if (!attachment.isAttached() || isMissing(attachment)) {
                request(attachment, false);
            } else {
                time.in(time.millis(1_000, 10_000), this::step);
            }
        }

        /// csi-attacher compares its objects with ListVolumes each minute, and attaches again what is missing there.
        private boolean isMissing(ClusterAttachment attachment) {
            Machine vm = world.vmOf(attachment.nodeName());
            return vm != null
                    && !world.isDown()
                    && vm.isShown()
                    && vm.isConnected
                    && !vm.disks.contains(volume)
                    && time.chance(0.1);
        }

        /// Kubernetes detaches a volume from a Node that was deleted, although one of that name exists again.
        private boolean isOfOtherVm(ClusterAttachment attachment) {
            Machine vm = world.vmOf(attachment.nodeName());
            return vm == null || !vm.id().equals(attachment.nodeId());
        }

        /// csi-attacher sends the id that the Node has now; if there is no Node, that of the VolumeAttachment.
        private void request(ClusterAttachment attachment, boolean isDetach) {
            Machine vm = world.vmOf(attachment.nodeName());
            String node = vm == null ? attachment.nodeId() : vm.id();
            long own = ++call;
            time.trace(() -> "%s %s %s".formatted(isDetach ? "detach" : "attach", volume, attachment.name()));
            time.in(TIMEOUT.plusSeconds(10), () -> {
                if (own == call) {
                    step();
                }
            });
            Consumer<AttachOutcome> answer = outcome -> {
                time.trace(() -> "%s: %s".formatted(volume, outcome));
                ClusterAttachment now = world.attachments.get(attachment.name());
                if (now != null && now.uid().equals(attachment.uid())) {
                    if (outcome instanceof AttachOutcome.Detached) {
                        world.remove(now.name());
                    } else if (outcome instanceof AttachOutcome.Attached && !now.isDeleting()) {
                        world.change(now, true, false);
                    }
                }
                if (own == call) {
                    call++;
                    time.in(time.millis(500, 5_000), this::step);
                }
            };
            if (isDetach) {
                active.detach(volume, node, TIMEOUT, answer);
            } else {
                active.attach(volume, node, TIMEOUT, answer);
            }
        }

        void check() {
            List<Machine> holders = world.holders(volume);
            Machine vm = world.vmOf(wanted);
            if (holders.size() != 1 || !holders.getFirst().equals(vm)) {
                world.wrong.add("at the end, volume %s is on VMs %s, expected that of %s"
                        .formatted(
                                volume,
                                holders.stream().map(each -> each.number).toList(),
                                wanted));
            }
        }
    }
}
