package dev.vspherecloud.csi.operations.attachment;

import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.node.AttachAttempt;
import dev.vspherecloud.csi.domain.node.ClusterAttachment;
import dev.vspherecloud.csi.operations.OperationClock;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.Guest;
import dev.vspherecloud.domain.vm.Hardware;
import dev.vspherecloud.domain.vm.Placement;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.StaticAddresses;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmIdentity;
import dev.vspherecloud.domain.vm.VmRef;
import dev.vspherecloud.domain.vm.VmRole;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The truth of a run: VMs with disks, tasks of CNS, Nodes and VolumeAttachments.
///
/// This CNS attaches a disk also if another VM has it, so that only the driver can prevent that. It carries out the
/// tasks of one volume one after the other, as the real one does.
///
/// A vCenter that is restored from a backup has the disks of the VMs as they were then, and does not know the VMs that
/// are newer. So a restore may itself put a volume on a VM that had it before, even beside a VM that is not known any
/// more. Wrong is only what the driver adds: a volume that it attaches while another VM has it. If the driver does not
/// see a VM, it does not know that a restore put a volume there. Only then this CNS refuses the volume, as the real one
/// always does.
final class PretendWorld {
    private static final UUID VCENTER = new UUID(1, 1);

    final VirtualTime time;
    final Map<Integer, Machine> vms = new LinkedHashMap<>();
    final Map<String, Integer> nodes = new LinkedHashMap<>();
    final Map<String, ClusterAttachment> attachments = new LinkedHashMap<>();
    final Map<String, Task> tasks = new HashMap<>();
    final List<String> wrong = new ArrayList<>();
    final Map<String, Integer> seen = new TreeMap<>();
    private final Map<String, Instant> volumeFreeAt = new HashMap<>();
    private final Map<Integer, List<Change>> history = new HashMap<>();
    private final Map<String, List<Version>> versionsOf = new LinkedHashMap<>();
    Arrays arrays = Arrays.ACCEPTED;

    /// A volume with which a task fails as a whole.
    String poisoned = "";

    private boolean isFaulty = true;
    private boolean isDown;
    private int starts;
    private Instant startedAt = VirtualTime.BEGIN;
    private int numbers;
    private long versions;

    /// A VM.
    static final class Machine {
        final int number;
        final Set<String> disks = new TreeSet<>();
        boolean exists = true;
        boolean isHidden;
        boolean isConnected = true;
        Instant disconnectedAt = Instant.MAX;

        /// True if vCenter was restored from a backup that is older than this VM.
        boolean isUnregistered;

        /// True while the VM moves to another host. vCenter does not change it then.
        boolean isMoving;

        private final Instant createdAt;

        /// The volumes that a restore put on this VM again.
        private final Set<String> returned = new TreeSet<>();

        /// When the driver began to see this VM again.
        private Instant shownAt = Instant.MIN;

        Machine(int number, Instant createdAt) {
            this.number = number;
            this.createdAt = createdAt;
        }

        boolean isShown() {
            return exists && !isHidden && !isUnregistered;
        }

        String id() {
            return new UUID(2, number).toString();
        }
    }

    /// A volume that a restore put on a VM again.
    record Returned(Machine vm, String volume) {}

    /// What vCenter reported of the disks of a VM, and when.
    private record Change(Instant at, Set<String> disks) {}

    /// A VolumeAttachment since a time.
    private record Version(Instant at, Optional<ClusterAttachment> attachment) {}

    /// What this vCenter does with several volumes in one task.
    enum Arrays {
        ACCEPTED,
        /// The call fails.
        REFUSED,
        /// The task fails.
        FAILED,
        /// The task handles one volume, and says nothing of the others.
        HALVED
    }

    /// A task of CNS for several volumes.
    static final class Task {
        final Map<String, AttachTaskResult> results = new HashMap<>();
        final OperationSignal done;

        /// The start of vCenter that knows it.
        final int start;

        /// True if it failed as a whole.
        boolean isJoint;

        Task(OperationSignal done, int start) {
            this.done = done;
            this.start = start;
        }
    }

    /// A signal with several waiting threads.
    static final class OperationSignal {
        private final List<OperationClock.Signal> waiting = new ArrayList<>();
        boolean isSet;

        void set() {
            isSet = true;
            waiting.forEach(OperationClock.Signal::set);
        }

        boolean await(VirtualTime time, Instant until) {
            if (isSet) {
                return true;
            }
            OperationClock.Signal signal = time.signal();
            waiting.add(signal);
            try {
                return signal.await(until);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    PretendWorld(VirtualTime time) {
        this.time = time;
    }

    boolean faultHappens(double probability) {
        return isFaulty && time.chance(probability);
    }

    /// Counts what happened.
    void note(String what) {
        seen.merge(what, 1, Integer::sum);
    }

    void endFaults() {
        isFaulty = false;
        vms.values().forEach(vm -> {
            show(vm);
            vm.isConnected = true;
            vm.isMoving = false;
        });
    }

    /// A Node returns with its VM, which the driver follows again.
    void putBack(String node, Machine vm) {
        time.trace(() -> "%s returns".formatted(node));
        note("a Node returned");
        nodes.put(node, vm.number);
        vm.shownAt = time.now();
    }

    void hide(Machine vm) {
        time.trace(() -> "VM %d is hidden".formatted(vm.number));
        note("a VM was hidden");
        vm.isHidden = true;
    }

    void show(Machine vm) {
        vm.isHidden = false;
        vm.shownAt = time.now();
    }

    /// vCenter knows a VM again.
    void register(Machine vm) {
        if (vm.isUnregistered) {
            vm.isUnregistered = false;
            vm.shownAt = time.now();
        }
    }

    // vCenter

    /// vCenter stops. Its tasks end, and calls that are on their way to it are lost.
    void stop() {
        time.trace(() -> "vCenter stops");
        isDown = true;
        starts++;
        volumeFreeAt.clear();
        tasks.values().forEach(task -> task.done.set());
    }

    /// vCenter starts again from a backup.
    ///
    /// @return the volumes that are on VMs again that did not have them any more
    List<Returned> restore(Instant backup) {
        time.trace(() -> "vCenter is restored from a backup of " + Duration.between(VirtualTime.BEGIN, backup));
        note("a vCenter was restored");
        isDown = false;
        startedAt = time.now();
        var returned = new ArrayList<Returned>();
        for (Machine vm : vms.values()) {
            if (vm.createdAt.isAfter(backup)) {
                vm.isUnregistered = true;
            } else if (vm.exists) {
                register(vm);
                Set<String> former = reported(vm, backup);
                former.stream()
                        .filter(volume -> !vm.disks.contains(volume))
                        .forEach(volume -> returned.add(new Returned(vm, volume)));
                vm.returned.retainAll(former);
                former.stream().filter(volume -> !vm.disks.contains(volume)).forEach(vm.returned::add);
                vm.disks.clear();
                vm.disks.addAll(former);
            }
            report(vm);
        }
        for (Returned each : returned) {
            time.trace(() -> "volume %s is on VM %d again".formatted(each.volume(), each.vm().number));
            note("a restore put a volume on a former VM");
            if (holders(each.volume()).size() > 1) {
                note("a restore put a volume on two VMs");
            }
        }
        return returned;
    }

    boolean isDown() {
        return isDown;
    }

    /// The number of times that vCenter stopped.
    int starts() {
        return starts;
    }

    Instant startedAt() {
        return startedAt;
    }

    /// An administrator detaches a disk in vCenter.
    void detach(Machine vm, String volume) {
        time.trace(() -> "an administrator detaches volume %s from VM %d".formatted(volume, vm.number));
        note("an administrator detached a volume");
        vm.disks.remove(volume);
        vm.returned.remove(volume);
        report(vm);
    }

    // VMs

    Machine machine(@Nullable Integer number) {
        return Objects.requireNonNull(vms.get(Objects.requireNonNull(number)));
    }

    Machine addVm() {
        var vm = new Machine(++numbers, time.now());
        vms.put(vm.number, vm);
        report(vm);
        return vm;
    }

    void destroy(Machine vm) {
        time.trace(() -> "VM %d is destroyed".formatted(vm.number));
        vm.exists = false;
        vm.disks.clear();
        note("a VM was destroyed");
    }

    Vm vm(Machine vm, boolean isConnected) {
        return new Vm(
                "vc-a",
                "vm-" + vm.number,
                new VmIdentity(
                        new VmRef(VCENTER, "vm-" + vm.number),
                        new SystemUuid(new UUID(2, vm.number)),
                        new UUID(3, vm.number)),
                VmRole.MACHINE,
                isConnected ? ConnectionState.CONNECTED : ConnectionState.DISCONNECTED,
                PowerState.ON,
                new Guest("", List.of(), true, List.of(), new StaticAddresses.None()),
                new Hardware(2, 4096, "ubuntu64Guest", 1),
                new Placement(List.of(), List.of(), List.of(), List.of()),
                Optional.empty());
    }

    /// The host of a VM loses its connection. vCenter does not learn any more what the host did last.
    void disconnect(Machine vm) {
        time.trace(() -> "VM %d is disconnected".formatted(vm.number));
        note("a host was disconnected");
        vm.isConnected = false;
        vm.disconnectedAt = time.now();
    }

    /// Returns the disks of a VM as vCenter reads them now.
    Set<String> read(Machine vm) {
        if (vm.isConnected) {
            return vm.disks;
        }
        Instant last = vm.disconnectedAt.minusSeconds(3);
        return reported(vm, last.isBefore(startedAt) ? startedAt : last);
    }

    private void report(Machine vm) {
        history.computeIfAbsent(vm.number, _ -> new ArrayList<>()).add(new Change(time.now(), Set.copyOf(vm.disks)));
    }

    /// Returns the disks as vCenter had reported them at a time.
    Set<String> reported(Machine vm, Instant at) {
        Set<String> found = Set.of();
        for (Change change : history.getOrDefault(vm.number, List.of())) {
            if (!change.at().isAfter(at)) {
                found = change.disks();
            }
        }
        return found;
    }

    // CNS

    /// Accepts a call, which may arrive late.
    ///
    /// @param number the VM
    String submit(int number, List<String> volumes, boolean isAttach) {
        String id = "task-" + tasks.size();
        var task = new Task(new OperationSignal(), starts);
        tasks.put(id, task);
        Instant end = time.now();
        int start = starts;
        if (volumes.size() > 1 && (arrays == Arrays.FAILED || volumes.contains(poisoned))) {
            note("a task for several volumes failed");
            time.in(Duration.ofMillis(100), () -> {
                volumes.forEach(volume -> task.results.put(volume, refused(AttachTaskResult.Fault.OTHER, "CnsFault")));
                task.isJoint = true;
                task.done.set();
            });
            return id;
        }
        if (volumes.size() > 1 && arrays == Arrays.HALVED) {
            note("a task left volumes out");
        }
        for (String volume : volumes.size() > 1 && arrays == Arrays.HALVED ? volumes.subList(0, 1) : volumes) {
            Instant begin = volumeFreeAt.getOrDefault(volume, time.now());
            begin = begin.isBefore(time.now()) ? time.now() : begin;
            Instant done = begin.plus(time.millis(200, isFaulty && time.chance(0.1) ? 60_000 : 3_000));
            volumeFreeAt.put(volume, done);
            end = done.isAfter(end) ? done : end;
            time.in(Duration.between(time.now(), done), () -> {
                if (start == starts) {
                    task.results.put(volume, perform(number, volume, isAttach));
                }
            });
        }
        time.in(Duration.between(time.now(), end).plusMillis(10), task.done::set);
        return id;
    }

    /// Lets the tasks of a volume wait.
    void hold(String volume, Duration duration) {
        volumeFreeAt.put(volume, time.now().plus(duration));
    }

    private AttachTaskResult perform(int number, String volume, boolean isAttach) {
        Machine vm = vms.get(number);
        if (vm == null || !vm.exists || vm.isUnregistered) {
            return refused(AttachTaskResult.Fault.VM_GONE, "the VM is gone");
        }
        if (vm.isMoving) {
            note("a task met a VM that moves");
            return refused(AttachTaskResult.Fault.OTHER, "TaskInProgress");
        }
        if (!vm.isConnected) {
            return refused(AttachTaskResult.Fault.OTHER, "HostNotConnected");
        }
        if (volume.equals(poisoned)) {
            return refused(AttachTaskResult.Fault.OTHER, "CnsFault");
        }
        if (faultHappens(0.05)) {
            return refused(AttachTaskResult.Fault.OTHER, "TaskInProgress");
        }
        if (isAttach) {
            if (holders(volume).stream().anyMatch(holder -> holder.returned.contains(volume) && isUnseen(holder))) {
                note("a VM that the driver did not see had a volume again");
                return refused(AttachTaskResult.Fault.IN_USE, "ResourceInUse");
            }
            if (!vm.disks.add(volume)) {
                return refused(AttachTaskResult.Fault.IN_USE, "ResourceInUse");
            }
            time.trace(() -> "volume %s is on VM %d".formatted(volume, number));
        } else if (!vm.disks.remove(volume)) {
            return refused(AttachTaskResult.Fault.OTHER, "not attached");
        } else {
            vm.returned.remove(volume);
            time.trace(() -> "volume %s is off VM %d".formatted(volume, number));
        }
        report(vm);
        if (isAttach) {
            check(volume);
        }
        if (isAttach && faultHappens(0.05)) {
            time.in(time.millis(100, 2_000), () -> disconnect(vm));
            time.in(time.millis(30_000, 200_000), () -> vm.isConnected = true);
        }
        return new AttachTaskResult.Done(isAttach ? Optional.of("uuid") : Optional.empty());
    }

    /// Returns true if the account of the driver does not see this VM, or did not while its last call ran, or if no
    /// Node and no VolumeAttachment names it.
    private boolean isUnseen(Machine vm) {
        boolean isNamed = nodes.containsValue(vm.number)
                || attachments.values().stream().anyMatch(each -> each.nodeId().equals(vm.id()));
        return !isNamed || !vm.isShown() || time.now().isBefore(vm.shownAt.plus(Duration.ofMinutes(3)));
    }

    private static AttachTaskResult refused(AttachTaskResult.Fault fault, String message) {
        return new AttachTaskResult.Refused(fault, OperationCode.UNAVAILABLE, message, message);
    }

    /// Checks a volume that the driver has attached.
    private void check(String volume) {
        List<Integer> holders = holders(volume).stream().map(vm -> vm.number).toList();
        if (holders.size() > 1) {
            time.trace(() -> "WRONG: volume %s is on VMs %s".formatted(volume, holders));
            wrong.add("volume %s is on VMs %s".formatted(volume, holders));
        }
    }

    List<Machine> holders(String volume) {
        return vms.values().stream()
                .filter(vm -> vm.exists && vm.disks.contains(volume))
                .toList();
    }

    // The API server

    private void put(String key, ClusterAttachment attachment) {
        attachments.put(key, attachment);
        log(key, Optional.of(attachment));
    }

    void remove(String key) {
        attachments.remove(key);
        log(key, Optional.empty());
    }

    /// Returns the keys of all VolumeAttachments that ever existed.
    Set<String> everKnown() {
        return versionsOf.keySet();
    }

    private void log(String key, Optional<ClusterAttachment> attachment) {
        versionsOf.computeIfAbsent(key, _ -> new ArrayList<>()).add(new Version(time.now(), attachment));
    }

    /// Returns a VolumeAttachment as a watch that is late shows it.
    Optional<ClusterAttachment> find(String key, Instant at) {
        Optional<ClusterAttachment> found = Optional.empty();
        for (Version version : versionsOf.getOrDefault(key, List.of())) {
            if (!version.at().isAfter(at)) {
                found = version.attachment();
            }
        }
        return found;
    }

    static String key(String volume, String node) {
        return volume + "@" + node;
    }

    String nextVersion() {
        return String.valueOf(++versions);
    }

    void create(String volume, String node) {
        Machine vm = vms.get(nodes.getOrDefault(node, -1));
        put(
                key(volume, node),
                new ClusterAttachment(
                        key(volume, node),
                        "uid-" + nextVersion(),
                        nextVersion(),
                        "pv-" + volume,
                        node,
                        vm == null ? "" : vm.id(),
                        false,
                        false,
                        Optional.empty(),
                        ""));
    }

    void change(ClusterAttachment now, boolean isAttached, boolean isDeleting) {
        put(
                now.name(),
                new ClusterAttachment(
                        now.name(),
                        now.uid(),
                        nextVersion(),
                        now.volumeName(),
                        now.nodeName(),
                        now.nodeId(),
                        isAttached,
                        isDeleting,
                        now.recorded(),
                        now.attempt()));
    }

    /// Writes the record of an attempt.
    ///
    /// @return false if the object has changed
    boolean write(ClusterAttachment read, RecordedVm vm, Optional<AttachAttempt> attempt) {
        ClusterAttachment now = attachments.get(read.name());
        boolean isSame = now != null
                && now.uid().equals(read.uid())
                && now.resourceVersion().equals(read.resourceVersion());
        if (now != null && isSame) {
            put(
                    now.name(),
                    new ClusterAttachment(
                            now.name(),
                            now.uid(),
                            nextVersion(),
                            now.volumeName(),
                            now.nodeName(),
                            now.nodeId(),
                            now.isAttached(),
                            now.isDeleting(),
                            Optional.of(vm),
                            attempt.map(AttachAttempt::toString).orElse("")));
        }
        return isSame;
    }

    @Nullable
    Machine vmOf(String nodeName) {
        Integer number = nodes.get(nodeName);
        return number == null ? null : vms.get(number);
    }

    static NodeName name(String text) {
        return new NodeName(text);
    }
}
