package dev.vspherecloud.csi.controller;

import dev.vspherecloud.csi.cluster.node.AttachmentEvents;
import dev.vspherecloud.csi.controller.attach.AttachFailureReporter;
import dev.vspherecloud.csi.controller.attach.AttachResult;
import dev.vspherecloud.csi.controller.attach.DetachResult;
import dev.vspherecloud.csi.domain.SendResult;
import dev.vspherecloud.csi.domain.attachment.AbsenceState;
import dev.vspherecloud.csi.domain.attachment.AttachFailure;
import dev.vspherecloud.csi.domain.attachment.AttachReason;
import dev.vspherecloud.csi.domain.attachment.FollowedVm;
import dev.vspherecloud.csi.domain.attachment.FollowedVm.VmWithDisks;
import dev.vspherecloud.csi.domain.attachment.FollowedVms;
import dev.vspherecloud.csi.domain.attachment.VolumeToAttach;
import dev.vspherecloud.csi.domain.node.AttachAttempt;
import dev.vspherecloud.csi.domain.node.ClusterAttachment;
import dev.vspherecloud.csi.domain.node.ClusterNode;
import dev.vspherecloud.csi.domain.node.ClusterObjects;
import dev.vspherecloud.csi.domain.node.VmDisk;
import dev.vspherecloud.csi.domain.volume.VolumeHandle;
import dev.vspherecloud.csi.operations.VolumeFailure;
import dev.vspherecloud.csi.operations.attachment.AttachOutcome;
import dev.vspherecloud.csi.operations.attachment.AttachTaskAnswer;
import dev.vspherecloud.csi.operations.attachment.AttachTaskResult;
import dev.vspherecloud.csi.operations.attachment.AttachmentExecutor;
import dev.vspherecloud.csi.operations.attachment.AttachmentInventory;
import dev.vspherecloud.csi.operations.attachment.AttachmentJournal;
import dev.vspherecloud.csi.operations.attachment.AttachmentStore;
import dev.vspherecloud.csi.operations.attachment.ConsumersResult;
import dev.vspherecloud.csi.operations.attachment.DisksResult;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmLookup;
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
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// A cluster with one vCenter, in which the calls of the attacher run as in the driver: the executor, the Events, and
/// the gRPC service are the real ones. Only vCenter and the API server are scripted.
///
/// Each VM `vm-N` is that of the Node `node-N`.
final class AttachmentWorld extends StubServices
        implements AttachmentInventory, AttachmentJournal, AttachmentStore, ClusterObjects {
    static final String VOLUME = "5f1c8a52-9b1d-4a0f-8d2f-2f9f0e6f3c11";
    static final VmDisk DISK = new VmDisk(Optional.of(VOLUME), Optional.of("6000c2950000000000000000000000ab"), 1000);

    private static final UUID VCENTER = new UUID(1, 1);

    final List<FollowedVm> machines = new ArrayList<>();
    final Map<String, List<VmDisk>> disksInVcenter = new TreeMap<>();
    final Map<String, AbsenceState> absences = new TreeMap<>();
    final RecordingApi api = new RecordingApi();
    Optional<String> unknown = Optional.empty();
    Optional<String> untrusted = Optional.empty();
    Set<String> silent = Set.of();
    Set<String> mounted = Set.of();
    String attempt = "";
    AttachTaskResult result = new AttachTaskResult.Running();
    ConsumersResult consumers = new ConsumersResult.Read(List.of());
    boolean vcenterAnswers = true;
    VolumeToAttach asked = new VolumeToAttach(VOLUME, VOLUME, "vc-a");
    Optional<AttachFailure> failed = Optional.empty();

    /// How vCenter answers calls.
    SendResult sent = new SendResult.Started("task-1");

    /// What prevents an attach or a detach, by what vCenter shows.
    Optional<String> obstacle = Optional.empty();

    private final AttachmentEvents events = new AttachmentEvents(api.server());
    private final AttachmentExecutor executor =
            new AttachmentExecutor(this, this, _ -> Optional.of(this), this, AttachmentExecutor.MAX_TASKS);
    private final AttachFailureReporter reporter = new AttachFailureReporter(this, this, this, events);

    // --- What there is

    static String id(int number) {
        return new UUID(2, number).toString();
    }

    static Vm vm(int number) {
        return vm(number, "vc-a", ConnectionState.CONNECTED);
    }

    static Vm vm(int number, String vcenter, ConnectionState connection) {
        return new Vm(
                vcenter,
                "vm-" + number,
                new VmIdentity(
                        new VmRef(VCENTER, "vm-" + number), new SystemUuid(new UUID(2, number)), new UUID(3, number)),
                VmRole.MACHINE,
                connection,
                PowerState.ON,
                new Guest("", List.of(), true, List.of(), new StaticAddresses.None()),
                new Hardware(2, 4096, "ubuntu64Guest", 1),
                new Placement(List.of(), List.of(), List.of(), List.of()),
                Optional.empty());
    }

    /// Adds a Node and its VM, with these disks.
    AttachmentWorld node(int number, VmDisk... disks) {
        return node(number, new VmLookup.Found(vm(number)), vm(number), disks);
    }

    AttachmentWorld node(int number, VmLookup lookup) {
        return node(number, lookup, vm(number));
    }

    AttachmentWorld node(int number, VmLookup lookup, Vm vm, VmDisk... disks) {
        return node(number, id(number), lookup, new VmWithDisks(vm, Optional.of(List.of(disks)), true));
    }

    AttachmentWorld node(int number, String nodeId, VmLookup lookup, VmWithDisks vm) {
        var name = new NodeName("node-" + number);
        machines.add(new FollowedVm(name, Optional.of(name), Set.of(nodeId), lookup, List.of(vm), Optional.empty()));
        disksInVcenter.put(vm.vm().identity().ref().moref(), vm.disks().orElse(List.of()));
        return this;
    }

    // --- The calls

    @Override
    public AttachResult attach(VolumeHandle handle, String nodeId, Duration atMost) {
        if (executor.attach(new VolumeToAttach(VOLUME, VOLUME, "vc-a"), nodeId, now().plus(atMost))
                instanceof AttachOutcome.NotDone(AttachFailure failure)) {
            failed = Optional.of(failure);
            return new AttachResult.NotAttached(reporter.report(handle, nodeId, failure, false));
        }
        return new AttachResult.Attached(Map.of());
    }

    @Override
    public DetachResult detach(VolumeHandle handle, String nodeId, Duration atMost) {
        return switch (executor.detach(asked, nodeId, now().plus(atMost))) {
            case AttachOutcome.NotDone(AttachFailure failure) -> {
                failed = Optional.of(failure);
                yield new DetachResult.NotDetached(reporter.report(handle, nodeId, failure, true));
            }
            case AttachOutcome.Detached(List<Vm> vms, var _) -> {
                reporter.reportMounted(handle, vms, Set.of(new NodeName("node-1")));
                yield new DetachResult.Detached();
            }
            case AttachOutcome.Attached _ -> throw new AssertionError("not a detach");
        };
    }

    /// Returns the result for a volume that is not located.
    VolumeFailure notLocated(VolumeFailure failure) {
        return reporter.report(new VolumeHandle.Block(VOLUME), id(1), failure, false);
    }

    /// Returns the reason of the latest failure.
    AttachReason reason() {
        return failed.orElseThrow().reason();
    }

    /// Returns the Events about the calls so far.
    List<RecordingApi.Posted> posted() throws InterruptedException {
        events.deliverWaiting();
        return api.events;
    }

    // --- What the inventory shows

    @Override
    public FollowedVms machines() {
        return FollowedVms.of(machines);
    }

    @Override
    public Optional<String> unknownReason() {
        return unknown;
    }

    @Override
    public Optional<String> untrustedReason() {
        return untrusted;
    }

    @Override
    public Set<String> silentVcenters() {
        return silent;
    }

    @Override
    public Map<String, AbsenceState> absences() {
        return absences;
    }

    @Override
    public void onAttached(Vm vm, VmDisk disk) {}

    @Override
    public void onDetached(Vm vm, String volumeId) {}

    // --- What the cluster has: a VolumeAttachment for each Node

    private ClusterAttachment attachment(String nodeName) {
        return new ClusterAttachment(
                "csi-" + nodeName,
                "uid-" + nodeName,
                "1",
                "pvc-1",
                nodeName,
                "",
                false,
                false,
                Optional.empty(),
                nodeName.equals("node-2") ? attempt : "");
    }

    @Override
    public FindResult find(String handle, String nodeName) {
        return new FindResult.Found(attachment(nodeName));
    }

    @Override
    public List<ClusterAttachment> ofVolume(String handle, Predicate<ClusterAttachment> condition) {
        return Stream.of(attachment("node-1"), attachment("node-2"))
                .filter(condition)
                .toList();
    }

    @Override
    public ReadResult read(String handle, Set<String> nodeNames) {
        return new ReadResult.Read(ofVolume(handle));
    }

    @Override
    public Optional<String> record(ClusterAttachment attachment, RecordedVm vm, Optional<AttachAttempt> begun) {
        return Optional.empty();
    }

    @Override
    public List<ClusterNode> nodes() {
        return List.of();
    }

    @Override
    public Optional<ClusterNode> node(NodeName name) {
        return Optional.of(new ClusterNode(
                name, "uid-" + name, Map.of(), "", "", Optional.empty(), Set.of(), "", Optional.empty()));
    }

    @Override
    public List<ClusterAttachment> attachments() {
        return ofVolume(VOLUME);
    }

    @Override
    public Optional<ClusterAttachment> attachment(String handle, String nodeName) {
        return Optional.of(attachment(nodeName));
    }

    @Override
    public Optional<String> incompleteReason() {
        return Optional.empty();
    }

    // --- What vCenter does

    @Override
    public SendResult attach(String moref, List<String> volumeIds, Duration budget) {
        return sent;
    }

    @Override
    public SendResult detach(String moref, List<String> volumeIds, Duration budget) {
        return sent;
    }

    @Override
    public Object connection() {
        return "session-1";
    }

    @Override
    public AttachTaskAnswer await(String taskId, String volumeId, Duration atMost) {
        pass(Duration.ofSeconds(1));
        return AttachTaskAnswer.of(result);
    }

    @Override
    public DisksResult disks(String moref, Duration budget) {
        return vcenterAnswers
                ? new DisksResult.Read(disksInVcenter.getOrDefault(moref, List.of()))
                : new DisksResult.Unread("no answer");
    }

    @Override
    public ConsumersResult consumers(String volumeId, Duration budget) {
        return consumers;
    }

    @Override
    public String vmText(String consumer, Duration budget) {
        return "\"%s\"".formatted(consumer);
    }

    @Override
    public Optional<String> attachObstacle(Vm vm, String volumeId, Duration budget) {
        return obstacle;
    }

    @Override
    public Optional<String> detachObstacle(Vm vm, Duration budget) {
        return obstacle;
    }

    /// Returns disks that are not volumes.
    static VmDisk[] otherDisks(int count) {
        return Collections.nCopies(count, new VmDisk(Optional.empty(), Optional.empty(), 1000))
                .toArray(VmDisk[]::new);
    }
}
