package dev.vspherecloud.csi.volumes.attachment;

import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.node.AttachAttempt;
import dev.vspherecloud.csi.domain.node.ClusterAttachment;
import dev.vspherecloud.csi.volumes.OperationClock;
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
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The truth of a run: VMs with disks, tasks of CNS, Nodes and VolumeAttachments.
///
/// This CNS attaches a disk also if another VM has it, so that only the driver can prevent that. It carries out the
/// tasks of one volume one after the other, as the real one does.
final class PretendWorld {
    private static final UUID VCENTER = new UUID(1, 1);

    final VirtualTime time;
    final Map<Integer, Machine> vms = new LinkedHashMap<>();
    final Map<String, Integer> nodes = new LinkedHashMap<>();
    final Map<String, ClusterAttachment> attachments = new LinkedHashMap<>();
    final Map<String, Task> tasks = new HashMap<>();
    final List<String> wrong = new ArrayList<>();
    final Set<String> seen = new TreeSet<>();
    private final Map<String, Instant> volumeFreeAt = new HashMap<>();
    private final Map<Integer, List<Change>> history = new HashMap<>();
    private final Map<String, List<Version>> versionsOf = new LinkedHashMap<>();
    private boolean isFaulty = true;
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

        Machine(int number) {
            this.number = number;
        }

        String id() {
            return new UUID(2, number).toString();
        }
    }

    /// What vCenter reported of the disks of a VM, and when.
    private record Change(Instant at, Set<String> disks) {}

    /// A VolumeAttachment since a time.
    private record Version(Instant at, Optional<ClusterAttachment> attachment) {}

    /// A task of CNS for several volumes.
    static final class Task {
        final Map<String, AttachTaskResult> results = new HashMap<>();
        final OperationSignal done;

        Task(OperationSignal done) {
            this.done = done;
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

    boolean isFaulty() {
        return isFaulty;
    }

    void endFaults() {
        isFaulty = false;
        vms.values().forEach(vm -> {
            vm.isHidden = false;
            vm.isConnected = true;
        });
    }

    // VMs

    Machine machine(@Nullable Integer number) {
        return Objects.requireNonNull(vms.get(Objects.requireNonNull(number)));
    }

    Machine addVm() {
        var vm = new Machine(++numbers);
        vms.put(vm.number, vm);
        report(vm);
        return vm;
    }

    void destroy(Machine vm) {
        time.trace(() -> "VM %d is destroyed".formatted(vm.number));
        vm.exists = false;
        vm.disks.clear();
        seen.add("a VM was destroyed");
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
        seen.add("a host was disconnected");
        vm.isConnected = false;
        vm.disconnectedAt = time.now();
    }

    /// Returns the disks of a VM as vCenter reads them now.
    Set<String> read(Machine vm) {
        return vm.isConnected ? vm.disks : reported(vm, vm.disconnectedAt.minusSeconds(3));
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
        var task = new Task(new OperationSignal());
        tasks.put(id, task);
        Instant end = time.now();
        for (String volume : volumes) {
            Instant begin = volumeFreeAt.getOrDefault(volume, time.now());
            begin = begin.isBefore(time.now()) ? time.now() : begin;
            Instant done = begin.plus(time.millis(200, isFaulty && time.chance(0.1) ? 60_000 : 3_000));
            volumeFreeAt.put(volume, done);
            end = done.isAfter(end) ? done : end;
            time.in(
                    Duration.between(time.now(), done),
                    () -> task.results.put(volume, perform(number, volume, isAttach)));
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
        if (vm == null || !vm.exists) {
            return refused(AttachTaskResult.Fault.VM_GONE, "the VM is gone");
        }
        if (!vm.isConnected) {
            return refused(AttachTaskResult.Fault.OTHER, "HostNotConnected");
        }
        if (faultHappens(0.05)) {
            return refused(AttachTaskResult.Fault.OTHER, "TaskInProgress");
        }
        if (isAttach) {
            if (!vm.disks.add(volume)) {
                return refused(AttachTaskResult.Fault.IN_USE, "ResourceInUse");
            }
            time.trace(() -> "volume %s is on VM %d".formatted(volume, number));
        } else if (!vm.disks.remove(volume)) {
            return refused(AttachTaskResult.Fault.OTHER, "not attached");
        } else {
            time.trace(() -> "volume %s is off VM %d".formatted(volume, number));
        }
        report(vm);
        check(volume);
        if (isAttach && faultHappens(0.05)) {
            time.in(time.millis(100, 2_000), () -> disconnect(vm));
            time.in(time.millis(30_000, 200_000), () -> vm.isConnected = true);
        }
        return new AttachTaskResult.Done(isAttach ? Optional.of("uuid") : Optional.empty());
    }

    private static AttachTaskResult refused(AttachTaskResult.Fault fault, String message) {
        return new AttachTaskResult.Refused(fault, OperationCode.UNAVAILABLE, message);
    }

    private void check(String volume) {
        List<Integer> holders = vms.values().stream()
                .filter(vm -> vm.exists && vm.disks.contains(volume))
                .map(vm -> vm.number)
                .toList();
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
