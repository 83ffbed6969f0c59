package dev.vspherecloud.csi.operations.attachment;

import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.SendResult;
import dev.vspherecloud.csi.domain.attachment.AbsenceState;
import dev.vspherecloud.csi.domain.attachment.FollowedVm;
import dev.vspherecloud.csi.domain.attachment.FollowedVm.VmWithDisks;
import dev.vspherecloud.csi.domain.attachment.FollowedVms;
import dev.vspherecloud.csi.domain.attachment.VolumeToAttach;
import dev.vspherecloud.csi.domain.node.AttachAttempt;
import dev.vspherecloud.csi.domain.node.ClusterAttachment;
import dev.vspherecloud.csi.domain.node.VmDisk;
import dev.vspherecloud.csi.operations.attachment.PretendWorld.Machine;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.vm.Vm;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// A process of the driver with the real executor, between the pretended world and a view of it that is some seconds
/// old.
final class PretendReplica extends VirtualTime.Host {
    private static final Duration PROOF = Duration.ofSeconds(25);

    private final PretendWorld world;
    private final VirtualTime time;
    private final Safeguard disabled;
    private final AttachmentExecutor executor;

    /// How old the view of the disks is.
    private final Duration lag;

    /// The VMs that this process has seen, with the disks that it knows.
    private final Map<Integer, Set<String>> known = new HashMap<>();
    private final Map<Integer, Instant> missingSince = new HashMap<>();

    /// The disconnected VMs that this process has seen since vCenter started.
    private final Set<Integer> readSinceStart = new HashSet<>();
    private int starts;

    /// When this process last changed the disks of a VM.
    private final Map<Integer, Instant> currentSince = new HashMap<>();
    private final Instant start;

    PretendReplica(PretendWorld world, Safeguard disabled) {
        this.world = world;
        this.time = world.time;
        this.disabled = disabled;
        this.lag = time.millis(0, 15_000);
        this.start = time.now();
        this.executor = new AttachmentExecutor(new Inventory(), new Journal(), _ -> Optional.of(new Store()), time, 4);
    }

    void attach(String volume, String node, Duration timeout, Consumer<AttachOutcome> answer) {
        call(answer, () -> executor.attach(asked(volume), node, time.now().plus(timeout)));
    }

    void detach(String volume, String node, Duration timeout, Consumer<AttachOutcome> answer) {
        call(answer, () -> executor.detach(asked(volume), node, time.now().plus(timeout)));
    }

    private void call(Consumer<AttachOutcome> answer, Supplier<AttachOutcome> work) {
        time.start(this, () -> answer.accept(work.get()));
    }

    private static VolumeToAttach asked(String volume) {
        return new VolumeToAttach(volume, volume, "vc-a");
    }

    private VmDisk disk(String volume) {
        return new VmDisk(Optional.of(volume), Optional.of("uuid"), 1000);
    }

    private final class Inventory implements AttachmentInventory {
        @Override
        public FollowedVms machines() {
            if (starts != world.starts() && !isSilent()) {
                starts = world.starts();
                readSinceStart.clear();
            }
            var machines = new ArrayList<FollowedVm>();
            var present = new HashSet<Integer>();
            world.nodes.forEach((name, number) -> {
                present.add(number);
                machines.add(machine(new NodeName(name), Optional.of(new NodeName(name)), number));
            });
            if (disabled != Safeguard.FORMER_MACHINES) {
                Set<String> former = world.attachments.values().stream()
                        .map(ClusterAttachment::nodeId)
                        .collect(Collectors.toSet());
                world.vms.values().stream()
                        .filter(vm -> !present.contains(vm.number) && former.contains(vm.id()))
                        .forEach(vm ->
                                machines.add(machine(new NodeName("former/" + vm.id()), Optional.empty(), vm.number)));
            }
            return FollowedVms.of(machines);
        }

        private FollowedVm machine(NodeName key, Optional<NodeName> node, int number) {
            Machine vm = world.machine(number);
            boolean isShown = vm.isShown();
            Vm now = world.vm(vm, vm.isConnected || disabled == Safeguard.CONNECTION);
            if (isShown) {
                missingSince.remove(number);
                Instant old = time.now().minus(lag);
                Instant own = currentSince.getOrDefault(number, Instant.MIN);
                Instant at = latest(old, own, start, oldestView());
                if (!isSilent() && (vm.isConnected || !known.containsKey(number) || !readSinceStart.contains(number))) {
                    readSinceStart.add(number);
                    known.put(number, vm.isConnected ? world.reported(vm, at) : world.read(vm));
                }
            } else {
                missingSince.putIfAbsent(number, time.now());
            }
            List<VmWithDisks> vms = known.containsKey(number)
                    ? List.of(new VmWithDisks(
                            now,
                            Optional.of(known.getOrDefault(number, Set.of()).stream()
                                    .map(PretendReplica.this::disk)
                                    .toList()),
                            isShown))
                    : List.of();
            return new FollowedVm(
                    key,
                    node,
                    Set.of(vm.id()),
                    isShown ? new VmLookup.Found(now) : new VmLookup.Missing(List.of("vc-a")),
                    vms,
                    Optional.empty());
        }

        @Override
        public Optional<String> unknownReason() {
            return Optional.empty();
        }

        @Override
        public Optional<String> untrustedReason() {
            return Optional.empty();
        }

        @Override
        public Set<String> silentVcenters() {
            return isSilent() ? Set.of("vc-a") : Set.of();
        }

        /// The driver shows a vCenter as silent until it has the whole view again.
        private boolean isSilent() {
            if (disabled == Safeguard.RESTORED_VIEW || world.starts() == 0) {
                return false;
            }
            return world.isDown() || time.now().isBefore(world.startedAt().plus(lag));
        }

        /// A view is never older than the start of vCenter.
        private Instant oldestView() {
            return disabled == Safeguard.RESTORED_VIEW ? Instant.MIN : world.startedAt();
        }

        private static Instant latest(Instant... times) {
            return Collections.max(List.of(times));
        }

        /// A VM is proven to be gone if it does not exist, some time after it was missed, and only with its record.
        @Override
        public Map<String, AbsenceState> absences() {
            var states = new HashMap<String, AbsenceState>();
            for (FollowedVm machine : machines().all()) {
                if (machine.lookup() instanceof VmLookup.Missing) {
                    String id = machine.nodeIds().iterator().next();
                    Machine vm = world.vms.values().stream()
                            .filter(each -> each.id().equals(id))
                            .findFirst()
                            .orElseThrow();
                    boolean isRecorded = known.containsKey(vm.number)
                            || world.attachments.values().stream()
                                    .anyMatch(each -> each.nodeId().equals(id)
                                            && each.recorded().isPresent());
                    boolean isProven = !vm.exists
                            && isRecorded
                            && !time.now()
                                    .isBefore(missingSince
                                            .getOrDefault(vm.number, time.now())
                                            .plus(PROOF));
                    states.put(
                            machine.key().value(),
                            isProven || disabled == Safeguard.PROOF
                                    ? new AbsenceState.Proven("it is gone")
                                    : isRecorded
                                            ? new AbsenceState.Unproven("it may be hidden")
                                            : new AbsenceState.Unrecorded());
                }
            }
            return states;
        }

        @Override
        public void onAttached(Vm vm, VmDisk disk) {
            overlay(vm);
        }

        @Override
        public void onDetached(Vm vm, String volumeId) {
            overlay(vm);
        }

        /// The view of this VM is current from now on.
        private void overlay(Vm vm) {
            currentSince.put(Integer.parseInt(vm.identity().ref().moref().substring("vm-".length())), time.now());
        }
    }

    private final class Journal implements AttachmentJournal {
        @Override
        public FindResult find(String handle, String nodeName) {
            time.sleep(time.millis(1, 20));
            String key = PretendWorld.key(handle, nodeName);
            Duration late = world.faultHappens(0.1) ? time.millis(0, 60_000) : time.millis(0, 200);
            ClusterAttachment now = world.attachments.get(key);
            // What a watch does not show is read from the API server.
            return world.find(key, time.now().minus(late))
                    .or(() -> Optional.ofNullable(now))
                    .<FindResult>map(FindResult.Found::new)
                    .orElseGet(FindResult.None::new);
        }

        @Override
        public List<ClusterAttachment> ofVolume(String handle, Predicate<ClusterAttachment> condition) {
            Instant late = time.now().minus(world.faultHappens(0.1) ? time.millis(0, 20_000) : time.millis(0, 200));
            return world.everKnown().stream()
                    .flatMap(key -> world.find(key, late).stream())
                    .filter(each -> each.volumeName().equals("pv-" + handle))
                    .map(each -> disabled == Safeguard.ACCEPT_WINDOW ? aged(each) : each)
                    .filter(condition)
                    .toList();
        }

        @Override
        public ReadResult read(String handle, Set<String> nodeNames) {
            time.sleep(time.millis(1, 20));
            if (world.faultHappens(0.02)) {
                return new ReadResult.Unanswered("the API server does not answer");
            }
            return new ReadResult.Read(nodeNames.stream()
                    .map(name -> world.attachments.get(PretendWorld.key(handle, name)))
                    .filter(Objects::nonNull)
                    .map(each -> disabled == Safeguard.ACCEPT_WINDOW ? aged(each) : each)
                    .toList());
        }

        private ClusterAttachment aged(ClusterAttachment each) {
            return new ClusterAttachment(
                    each.name(),
                    each.uid(),
                    each.resourceVersion(),
                    each.volumeName(),
                    each.nodeName(),
                    each.nodeId(),
                    each.isAttached(),
                    each.isDeleting(),
                    each.recorded(),
                    AttachAttempt.parse(each.attempt())
                            .map(attempt ->
                                    new AttachAttempt(attempt.at().minusSeconds(600), attempt.isRepeated()).toString())
                            .orElse(""));
        }

        @Override
        public Optional<String> record(ClusterAttachment attachment, RecordedVm vm, Optional<AttachAttempt> attempt) {
            // The API server may be slow, or the process may stop.
            time.sleep(world.faultHappens(0.05) ? time.millis(1_000, 8_000) : time.millis(1, 50));
            if (world.faultHappens(0.02)) {
                return Optional.of("the API server does not answer");
            }
            boolean isWritten =
                    world.write(attachment, vm, disabled == Safeguard.ATTEMPTS ? Optional.empty() : attempt);
            if (!isWritten) {
                world.note("a record had changed");
            }
            return isWritten && !world.faultHappens(0.02) ? Optional.empty() : Optional.of("the object has changed");
        }
    }

    private final class Store implements AttachmentStore {
        @Override
        public SendResult attach(String moref, List<String> volumeIds, Duration budget) {
            return send(moref, volumeIds, true);
        }

        @Override
        public SendResult detach(String moref, List<String> volumeIds, Duration budget) {
            return send(moref, volumeIds, false);
        }

        /// The call arrives late, or never, or its answer is lost. If the process dies meanwhile, it arrives all the
        /// same.
        private SendResult send(String moref, List<String> volumeIds, boolean isAttach) {
            int number = Integer.parseInt(moref.substring("vm-".length()));
            boolean isLost = world.faultHappens(0.03) || world.isDown();
            int start = world.starts();
            boolean isAnswerLost = world.faultHappens(0.05);
            Duration delay = world.faultHappens(0.1) ? time.millis(1_000, 40_000) : time.millis(1, 50);
            var sent = new Object() {
                String task = "";
            };
            if (volumeIds.size() > 1) {
                world.note("a task for several volumes");
                if (world.arrays == PretendWorld.Arrays.REFUSED) {
                    return new SendResult.Refused(OperationCode.INTERNAL, "InvalidArgument");
                }
            }
            if (!isLost) {
                time.in(delay, () -> {
                    if (start == world.starts()) {
                        sent.task = world.submit(number, volumeIds, isAttach);
                    }
                });
            }
            time.sleep(isLost || isAnswerLost ? Duration.ofSeconds(30) : delay.plusMillis(10));
            if (isLost || isAnswerLost || sent.task.isEmpty()) {
                world.note("an answer was lost");
                return new SendResult.Lost();
            }
            return new SendResult.Started(sent.task);
        }

        /// A vCenter that was restarted knows no session.
        @Override
        public Object connection() {
            return world.starts();
        }

        @Override
        public AttachTaskAnswer await(String taskId, String volumeId, Duration atMost) {
            PretendWorld.Task task = Objects.requireNonNull(world.tasks.get(taskId));
            if (!task.done.await(time, time.now().plus(atMost))) {
                return AttachTaskAnswer.of(new AttachTaskResult.Running());
            }
            AttachTaskResult result = task.results.get(volumeId);
            boolean isForgotten = result == null && task.start != world.starts();
            if (isForgotten || world.faultHappens(0.03)) {
                return AttachTaskAnswer.of(new AttachTaskResult.Unknown("vCenter was restarted"));
            }
            return result == null
                    ? new AttachTaskAnswer(new AttachTaskResult.Unknown("the task has no result for the volume"), true)
                    : new AttachTaskAnswer(result, task.isJoint);
        }

        @Override
        public DisksResult disks(String moref, Duration budget) {
            Machine vm = world.machine(Integer.parseInt(moref.substring("vm-".length())));
            if (disabled == Safeguard.DISKS_READ) {
                return new DisksResult.Read(known.getOrDefault(vm.number, Set.of()).stream()
                        .map(PretendReplica.this::disk)
                        .toList());
            }
            time.sleep(time.millis(1, 100));
            if (world.isDown() || !vm.isShown() || world.faultHappens(0.03)) {
                return new DisksResult.Unread("vCenter does not answer");
            }
            return new DisksResult.Read(
                    world.read(vm).stream().map(PretendReplica.this::disk).toList());
        }

        @Override
        public ConsumersResult consumers(String volumeId, Duration budget) {
            if (world.isDown()) {
                return new ConsumersResult.Unread("vCenter does not answer");
            }
            return new ConsumersResult.Read(world.holders(volumeId).stream()
                    .filter(vm -> !vm.isUnregistered)
                    .map(vm -> "vm-" + vm.number)
                    .toList());
        }

        @Override
        public String vmText(String consumer, Duration budget) {
            return consumer;
        }

        @Override
        public Optional<String> attachObstacle(Vm vm, String volumeId, Duration budget) {
            return detachObstacle(vm, budget);
        }

        @Override
        public Optional<String> detachObstacle(Vm vm, Duration budget) {
            Machine machine =
                    world.machine(Integer.parseInt(vm.identity().ref().moref().substring("vm-".length())));
            time.sleep(time.millis(1, 100));
            return world.isDown() || machine.isConnected
                    ? Optional.empty()
                    : Optional.of("the host of the VM is not connected");
        }
    }
}
