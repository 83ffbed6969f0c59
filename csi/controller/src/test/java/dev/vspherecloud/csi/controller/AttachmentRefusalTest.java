package dev.vspherecloud.csi.controller;

import static dev.vspherecloud.csi.controller.AttachmentWorld.DISK;
import static dev.vspherecloud.csi.controller.AttachmentWorld.VOLUME;
import static dev.vspherecloud.csi.controller.AttachmentWorld.id;
import static dev.vspherecloud.csi.controller.AttachmentWorld.vm;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.cluster.node.AttachmentReason;
import dev.vspherecloud.csi.cns.CnsFault;
import dev.vspherecloud.csi.controller.RecordingApi.Posted;
import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.SendResult;
import dev.vspherecloud.csi.domain.attachment.AbsenceState;
import dev.vspherecloud.csi.domain.attachment.AttachReason;
import dev.vspherecloud.csi.domain.attachment.FollowedVm.VmWithDisks;
import dev.vspherecloud.csi.domain.attachment.VolumeToAttach;
import dev.vspherecloud.csi.domain.node.VmDisk;
import dev.vspherecloud.csi.domain.volume.VolumeHandle;
import dev.vspherecloud.csi.operations.VolumeFailure;
import dev.vspherecloud.csi.operations.attachment.AttachTaskResult;
import dev.vspherecloud.csi.operations.attachment.ConsumersResult;
import dev.vspherecloud.csi.protocol.grpc.GrpcCode;
import dev.vspherecloud.csi.protocol.grpc.GrpcException;
import dev.vspherecloud.csi.protocol.v1.ControllerPublishVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.ControllerUnpublishVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.VolumeCapability;
import dev.vspherecloud.csi.vcenter.AttachFaults;
import dev.vspherecloud.csi.vcenter.FaultForm;
import dev.vspherecloud.csi.vcenter.FaultForm.Sample;
import dev.vspherecloud.domain.datacenter.OtherDatacenter;
import dev.vspherecloud.domain.identity.VmCandidate;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.vsphere.client.VcenterException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every refusal to attach or to detach: what csi-attacher gets, and the Events.
class AttachmentRefusalTest {
    private static final String PV = "PersistentVolume pvc-1";
    private static final String NODE = "Node node-1";
    private static final String PATH = "[ds] kubevols/a.vmdk";
    private static final String VM = "vm-1 (vm-1 on vc-a)";
    private static final String ID = id(1);
    private static final AbsenceState UNPROVEN = new AbsenceState.Unproven("its folder cannot be read");
    private static final Sample IN_USE = Sample.of("ResourceInUse", "in use");
    private static final SystemUuid OTHER = new SystemUuid(new UUID(9, 9));

    /// A refusal.
    ///
    /// @param given   prepares the cluster
    /// @param event   the reason of the Events; empty if there is none
    /// @param objects what the Events are about
    record Refusal(
            String name,
            boolean isDetach,
            Consumer<AttachmentWorld> given,
            AttachReason reason,
            GrpcCode code,
            String sentence,
            Optional<AttachmentReason> event,
            List<String> objects) {
        Refusal about(String... others) {
            return new Refusal(name, isDetach, given, reason, code, sentence, event, List.of(others));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static Refusal attach(
            String name,
            Consumer<AttachmentWorld> given,
            AttachReason reason,
            GrpcCode code,
            AttachmentReason event,
            String sentence) {
        return new Refusal(name, false, given, reason, code, sentence, Optional.of(event), List.of(PV, NODE));
    }

    private static Refusal detach(
            String name,
            Consumer<AttachmentWorld> given,
            AttachReason reason,
            GrpcCode code,
            AttachmentReason event,
            String sentence) {
        return new Refusal(name, true, given, reason, code, sentence, Optional.of(event), List.of(PV, NODE));
    }

    /// A refusal that passes by itself: the attacher asks again, and there is no Event.
    private static Refusal passing(
            boolean isDetach,
            String name,
            Consumer<AttachmentWorld> given,
            AttachReason reason,
            GrpcCode code,
            String sentence) {
        return new Refusal(name, isDetach, given, reason, code, sentence, Optional.empty(), List.of());
    }

    static Stream<Refusal> decisions() {
        return Stream.of(
                attach(
                                "a Node that is not registered",
                                world -> world.node(2),
                                AttachReason.NODE_UNKNOWN,
                                GrpcCode.NOT_FOUND,
                                AttachmentReason.NODE_NOT_REGISTERED,
                                "no Node of the cluster has registered the id \"" + ID
                                        + "\" for this driver; check that the node plugin runs on the Node")
                        .about(PV),
                attach(
                        "two Nodes with one id",
                        world -> world.node(1)
                                .node(
                                        2,
                                        ID,
                                        new VmLookup.Found(vm(1)),
                                        new VmWithDisks(vm(1), Optional.of(List.of()), true)),
                        AttachReason.VM_AMBIGUOUS,
                        GrpcCode.FAILED_PRECONDITION,
                        AttachmentReason.NODE_VM_AMBIGUOUS,
                        "found the id \"" + ID + "\" on several Nodes (Node node-1, Node node-2), expected one;"
                                + " give each VM a BIOS UUID of its own, and restart the node plugins"),
                attach(
                        "two VMs with one UUID",
                        world -> world.node(1, new VmLookup.Ambiguous(List.of(vm(1), vm(2)))),
                        AttachReason.VM_AMBIGUOUS,
                        GrpcCode.FAILED_PRECONDITION,
                        AttachmentReason.NODE_VM_AMBIGUOUS,
                        "found several VMs with the BIOS UUID of Node node-1 (" + VM + ", vm-2 (vm-2 on vc-a)),"
                                + " expected one; give each VM a BIOS UUID of its own"),
                attach(
                        "a machine that was rebuilt",
                        world -> world.node(1, new VmLookup.Conflict(OTHER, List.of(), OTHER, List.of(vm(2)))),
                        AttachReason.VM_CONFLICT,
                        GrpcCode.FAILED_PRECONDITION,
                        AttachmentReason.NODE_VM_AMBIGUOUS,
                        "the provider ID of Node node-1 names the UUID " + OTHER
                                + ", and its kubelet runs on VM vm-2 (vm-2 on vc-a) with the UUID " + OTHER
                                + "; delete the Node, and let its kubelet register it again"),
                attach(
                        "a Node with the id of another machine",
                        world -> world.node(1, new VmLookup.Found(vm(2)), vm(2)),
                        AttachReason.VM_CONFLICT,
                        GrpcCode.FAILED_PRECONDITION,
                        AttachmentReason.NODE_VM_AMBIGUOUS,
                        "Node node-1 has registered the id " + ID
                                + ", and its VM vm-2 (vm-2 on vc-a) has the BIOS UUID " + id(2)
                                + "; restart the node plugin on it"),
                attach(
                        "a VM that no vCenter shows",
                        world -> world.node(1, new VmLookup.Missing(List.of("vc-a", "vc-b"))),
                        AttachReason.VM_MISSING,
                        GrpcCode.NOT_FOUND,
                        AttachmentReason.NODE_VM_MISSING,
                        "no vCenter (vc-a, vc-b) shows the VM of Node node-1; give the account the role Read-only on"
                                + " the VM, or delete the Node if the VM is gone"),
                attach(
                        "a silent vCenter that may have the VM",
                        world -> world.node(
                                1, new VmLookup.Unknown(List.of(new VmLookup.Silence("vc-b", "connection refused")))),
                        AttachReason.VCENTER_SILENT,
                        GrpcCode.UNAVAILABLE,
                        AttachmentReason.VM_NOT_KNOWN,
                        "the VM of Node node-1 is not known, because vCenter vc-b does not answer: connection refused"),
                attach(
                        "the silent vCenter of the VM",
                        world -> world.node(1).silent = Set.of("vc-a"),
                        AttachReason.VCENTER_SILENT,
                        GrpcCode.UNAVAILABLE,
                        AttachmentReason.VM_NOT_KNOWN,
                        "vCenter vc-a does not answer, so the disks of VM " + VM
                                + " are not known; the call is repeated"),
                attach(
                        "a VM whose configuration cannot be read",
                        world -> world.node(
                                1,
                                new VmLookup.Unreadable(new VmCandidate.Unreadable(
                                        "vc-a", "vm-1", vm(1).identity().ref(), ConnectionState.INACCESSIBLE))),
                        AttachReason.VM_NOT_CONNECTED,
                        GrpcCode.UNAVAILABLE,
                        AttachmentReason.NODE_VM_UNUSABLE,
                        "the configuration of VM " + VM + " of Node node-1 cannot be read, and the VM is inaccessible;"
                                + " repair the VM in vCenter"),
                attach(
                        "a host that is not connected",
                        world -> world.node(
                                1,
                                new VmLookup.Found(vm(1, "vc-a", ConnectionState.DISCONNECTED)),
                                vm(1, "vc-a", ConnectionState.DISCONNECTED)),
                        AttachReason.VM_NOT_CONNECTED,
                        GrpcCode.UNAVAILABLE,
                        AttachmentReason.NODE_VM_UNUSABLE,
                        "VM " + VM + " of Node node-1 is disconnected, expected connected; connect its host in vCenter"
                                + " vc-a again"),
                attach(
                        "a VM in another datacenter",
                        world -> world.node(
                                1, new VmLookup.Elsewhere(vm(1), new OtherDatacenter("/DC9", List.of(), "add it"))),
                        AttachReason.VM_UNSUITABLE,
                        GrpcCode.FAILED_PRECONDITION,
                        AttachmentReason.NODE_VM_UNUSABLE,
                        "VM " + VM
                                + " of Node node-1 is in datacenter \"/DC9\", which the key datacenters of vCenter vc-a does"
                                + " not name; add it"),
                attach(
                        "a placeholder",
                        world -> world.node(1, new VmLookup.Placeholder(vm(1))),
                        AttachReason.VM_UNSUITABLE,
                        GrpcCode.FAILED_PRECONDITION,
                        AttachmentReason.NODE_VM_UNUSABLE,
                        "VM " + VM + " of Node node-1 is a replication placeholder, expected a VM that runs; recover"
                                + " the VM in vCenter"),
                attach(
                        "a template",
                        world -> world.node(1, new VmLookup.Template(vm(1))),
                        AttachReason.VM_UNSUITABLE,
                        GrpcCode.FAILED_PRECONDITION,
                        AttachmentReason.NODE_VM_UNUSABLE,
                        "VM " + VM + " of Node node-1 is a template, expected a VM; convert it to a VM in vCenter"),
                attach(
                        "a volume on the VM of another Node",
                        world -> world.node(1).node(2, DISK),
                        AttachReason.ATTACHED_ELSEWHERE,
                        GrpcCode.FAILED_PRECONDITION,
                        AttachmentReason.VOLUME_IN_USE,
                        "volume " + VOLUME + " is attached to VM vm-2 (vm-2 on vc-a) of Node node-2, expected it to be"
                                + " free; delete the VolumeAttachment for that Node, or detach the disk in vCenter"),
                attach(
                        "a VM in another vCenter",
                        world -> world.node(
                                1,
                                new VmLookup.Found(vm(1, "vc-b", ConnectionState.CONNECTED)),
                                vm(1, "vc-b", ConnectionState.CONNECTED)),
                        AttachReason.OTHER_VCENTER,
                        GrpcCode.FAILED_PRECONDITION,
                        AttachmentReason.VOLUME_IN_OTHER_VCENTER,
                        "volume " + VOLUME + " is in vCenter vc-a, and VM vm-1 (vm-1 on vc-b) of Node node-1 is in"
                                + " vCenter vc-b; use a StorageClass with a topology, so that Pods run where their"
                                + " volumes are"),
                attach(
                        "the sixty-first disk",
                        world -> world.node(1, AttachmentWorld.otherDisks(60)),
                        AttachReason.SLOTS_USED,
                        GrpcCode.RESOURCE_EXHAUSTED,
                        AttachmentReason.ATTACH_LIMIT_REACHED,
                        "VM " + VM + " of Node node-1 has 60 disks, the most that a VM can have is 60; run the Pod on"
                                + " another Node"),
                attach(
                        "an inventory that is not trusted",
                        world -> world.node(1).untrusted = Optional.of("9 of 10 VMs have vanished; check the account"),
                        AttachReason.INVENTORY_UNTRUSTED,
                        GrpcCode.UNAVAILABLE,
                        AttachmentReason.INVENTORY_UNTRUSTED,
                        "9 of 10 VMs have vanished; check the account"),
                passing(
                        false,
                        "Nodes that are not read yet",
                        world -> world.node(1).unknown = Optional.of("the Nodes are not read yet"),
                        AttachReason.INVENTORY_UNKNOWN,
                        GrpcCode.UNAVAILABLE,
                        "the Nodes are not read yet"),
                passing(
                        false,
                        "a VM that is being looked up",
                        world -> world.node(1, new VmLookup.Pending()),
                        AttachReason.INVENTORY_UNKNOWN,
                        GrpcCode.UNAVAILABLE,
                        "the VM of Node node-1 is being looked up; the call is repeated"),
                passing(
                        false,
                        "disks that are not reported",
                        world -> world.node(
                                1, ID, new VmLookup.Found(vm(1)), new VmWithDisks(vm(1), Optional.empty(), true)),
                        AttachReason.INVENTORY_UNKNOWN,
                        GrpcCode.UNAVAILABLE,
                        "vCenter vc-a has not reported the disks of VM " + VM + "; the call is repeated"),
                passing(
                        false,
                        "an attempt to another VM that may still run",
                        world -> world.node(1).node(2).attempt = "2026-01-01T00:00:00Z first",
                        AttachReason.ATTEMPT_OPEN,
                        GrpcCode.ABORTED,
                        "an earlier attempt may still attach volume " + VOLUME
                                + " to Node node-2; the call is repeated"),
                passing(
                        false,
                        "a task that still runs",
                        world -> world.node(1).result = new AttachTaskResult.Running(),
                        AttachReason.ATTEMPT_OPEN,
                        GrpcCode.DEADLINE_EXCEEDED,
                        "vCenter vc-a still attaches volume " + VOLUME + " to VM " + VM + "; the call is repeated"),
                passing(
                        false,
                        "a task whose end is not known",
                        world -> world.node(1).result = new AttachTaskResult.Unknown("the task is gone"),
                        AttachReason.ATTEMPT_OPEN,
                        GrpcCode.UNAVAILABLE,
                        "it is not known whether vCenter vc-a attached volume " + VOLUME + " to VM " + VM
                                + " (the task is gone); the call is repeated"));
    }

    static Stream<Refusal> detaches() {
        return Stream.of(
                detach(
                        "a VM that is only missing",
                        world -> world.node(1, new VmLookup.Missing(List.of("vc-a")))
                                .absences
                                .put("node-1", UNPROVEN),
                        AttachReason.ABSENCE_UNPROVEN,
                        GrpcCode.UNAVAILABLE,
                        AttachmentReason.DETACH_UNPROVEN,
                        "no vCenter shows the VM of Node node-1, which had volume " + VOLUME
                                + ": its folder cannot be read"),
                detach(
                        "a VM that nothing recorded, of a volume that a VM has",
                        world -> {
                            world.node(1, new VmLookup.Missing(List.of("vc-a")))
                                    .absences
                                    .put("node-1", new AbsenceState.Unrecorded());
                            world.consumers = new ConsumersResult.Read(List.of("vm-9"));
                        },
                        AttachReason.ABSENCE_UNPROVEN,
                        GrpcCode.UNAVAILABLE,
                        AttachmentReason.DETACH_UNPROVEN,
                        "no vCenter shows the VM of Node node-1, and the VM vm-9 has volume " + VOLUME
                                + "; give the account the role Read-only on that VM, or detach the disk in vCenter"),
                detach(
                                "a Node that is gone, of a volume that a VM has",
                                world -> world.consumers = new ConsumersResult.Read(List.of("vm-9")),
                                AttachReason.NODE_UNKNOWN,
                                GrpcCode.FAILED_PRECONDITION,
                                AttachmentReason.DETACH_UNPROVEN,
                                "no Node has the id \"" + ID + "\", and the VM vm-9 has volume " + VOLUME
                                        + "; detach the disk in vCenter")
                        .about(PV),
                detach(
                                "a Node that is gone, while vCenter does not answer",
                                world -> world.consumers = new ConsumersResult.Unread("connection refused"),
                                AttachReason.VCENTER_SILENT,
                                GrpcCode.UNAVAILABLE,
                                AttachmentReason.VM_NOT_KNOWN,
                                "vCenter vc-a does not say which VM has volume " + VOLUME + ": connection refused")
                        .about(PV),
                detach(
                        "a disk that was never registered, of a VM that has it",
                        world -> {
                            world.node(1, new VmDisk(Optional.empty(), Optional.empty(), 0, Optional.of(PATH)));
                            world.asked = VolumeToAttach.unlisted(VOLUME, PATH);
                        },
                        AttachReason.REFUSED_BY_VCENTER,
                        GrpcCode.UNAVAILABLE,
                        AttachmentReason.DETACH_REFUSED,
                        "no CnsVSphereVolumeMigration names the disk " + PATH + ", so it was never registered in CNS"
                                + " and cannot be detached there, and VM " + VM + " of Node node-1 has it; register it"
                                + " with vsphere-csi-driver (Go), or detach the disk in vCenter without deleting it"),
                detach(
                                "a Node that is gone, of a volume that no CNS lists and a VM has",
                                world -> {
                                    world.node(2, DISK);
                                    world.asked = VolumeToAttach.unlisted(VOLUME, VOLUME);
                                },
                                AttachReason.REFUSED_BY_VCENTER,
                                GrpcCode.UNAVAILABLE,
                                AttachmentReason.DETACH_REFUSED,
                                "no vCenter lists volume " + VOLUME + ", no Node has the id of the request, and VM "
                                        + "vm-2 (vm-2 on vc-a) of Node node-2 has the disk; detach the disk in vCenter"
                                        + " without deleting it")
                        .about(PV),
                detach(
                        "two VMs with one UUID",
                        world -> world.node(1, new VmLookup.Ambiguous(List.of(vm(1), vm(2)))),
                        AttachReason.VM_AMBIGUOUS,
                        GrpcCode.FAILED_PRECONDITION,
                        AttachmentReason.NODE_VM_AMBIGUOUS,
                        "found several VMs with the BIOS UUID of Node node-1 (" + VM + ", vm-2 (vm-2 on vc-a)),"
                                + " expected one; give each VM a BIOS UUID of its own"),
                detach(
                        "a host that is not connected",
                        world -> world.node(
                                1,
                                new VmLookup.Found(vm(1, "vc-a", ConnectionState.DISCONNECTED)),
                                vm(1, "vc-a", ConnectionState.DISCONNECTED)),
                        AttachReason.VM_NOT_CONNECTED,
                        GrpcCode.UNAVAILABLE,
                        AttachmentReason.NODE_VM_UNUSABLE,
                        "VM " + VM + " of Node node-1 is disconnected, so its disks may be old; connect its host in"
                                + " vCenter vc-a again"),
                detach(
                        "the silent vCenter of the VM",
                        world -> world.node(1, DISK).silent = Set.of("vc-a"),
                        AttachReason.VCENTER_SILENT,
                        GrpcCode.UNAVAILABLE,
                        AttachmentReason.VM_NOT_KNOWN,
                        "vCenter vc-a does not answer, so the disks of VM " + VM
                                + " are not known; the call is repeated"),
                detach(
                        "an inventory that is not trusted",
                        world -> world.node(1).untrusted = Optional.of("9 of 10 VMs have vanished; check the account"),
                        AttachReason.INVENTORY_UNTRUSTED,
                        GrpcCode.UNAVAILABLE,
                        AttachmentReason.INVENTORY_UNTRUSTED,
                        "9 of 10 VMs have vanished; check the account"),
                detach(
                        "a call that vCenter refuses",
                        world -> world.node(1, DISK).sent = refused("NotFound"),
                        AttachReason.REFUSED_BY_VCENTER,
                        GrpcCode.INTERNAL,
                        AttachmentReason.DETACH_REFUSED,
                        "CnsDetachVolume failed"),
                detach(
                        "a call that vCenter refuses because of the state of the VM",
                        world -> world.node(1, DISK).sent = refused("InvalidState"),
                        AttachReason.REFUSED_BY_VCENTER,
                        GrpcCode.FAILED_PRECONDITION,
                        AttachmentReason.DETACH_REFUSED,
                        "CnsDetachVolume failed"),
                passing(
                        true,
                        "a task that still runs",
                        world -> world.node(1, DISK).result = new AttachTaskResult.Running(),
                        AttachReason.ATTEMPT_OPEN,
                        GrpcCode.DEADLINE_EXCEEDED,
                        "vCenter vc-a still detaches volume " + VOLUME + " from VM " + VM + "; the call is repeated"),
                passing(
                        true,
                        "disks that vCenter does not report",
                        world -> world.node(1).vcenterAnswers = false,
                        AttachReason.INVENTORY_UNKNOWN,
                        GrpcCode.UNAVAILABLE,
                        "vCenter vc-a does not report the disks of VM " + VM + ": no answer"));
    }

    private static SendResult refused(String type) {
        return AttachFaults.ofCall(
                new VcenterException(VcenterException.Kind.FAULT, "vc-a", "CnsDetachVolume failed", type, null, null));
    }

    /// A fault of vCenter during an attach or a detach, in each form.
    private static Stream<Refusal> fault(
            boolean isDetach, Sample sample, GrpcCode code, Optional<AttachmentReason> event, String template) {
        return FaultForm.all()
                .map(form -> new Refusal(
                        "%s %s during %s".formatted(form, sample, isDetach ? "a detach" : "an attach"),
                        isDetach,
                        world -> (isDetach ? world.node(1, DISK) : world.node(1)).result =
                                AttachFaults.of(form.read(sample)),
                        AttachReason.REFUSED_BY_VCENTER,
                        code,
                        "volume " + VOLUME + (isDetach ? " is not detached from VM " : " is not attached to VM ") + VM
                                + " of Node node-1: " + form.sentence(template, sample),
                        event,
                        event.isPresent() ? List.of(PV, NODE) : List.of()));
    }

    private static Stream<Refusal> fault(Sample sample, GrpcCode code, AttachmentReason event, String template) {
        return fault(false, sample, code, Optional.of(event), template);
    }

    private static Stream<Refusal> detachFault(Sample sample, GrpcCode code, String template) {
        return fault(true, sample, code, Optional.of(AttachmentReason.DETACH_REFUSED), template);
    }

    static Stream<Refusal> faults() {
        return Stream.of(
                        fault(
                                Sample.of("NotFound", "gone"),
                                GrpcCode.NOT_FOUND,
                                AttachmentReason.ATTACH_REFUSED,
                                "{vCenter does not find the volume (TEXT)|vCenter does not find something that the"
                                        + " operation needs (TEXT); look for the disk on its datastore}"),
                        fault(
                                Sample.of("CnsSnapshotNotFoundFault", "gone"),
                                GrpcCode.NOT_FOUND,
                                AttachmentReason.ATTACH_REFUSED,
                                "vCenter does not find the snapshot (TEXT)"),
                        fault(
                                Sample.of("CnsSnapshotCreatedFault", "half done"),
                                GrpcCode.INTERNAL,
                                AttachmentReason.ATTACH_REFUSED,
                                "vCenter has created the snapshot and not recorded it (TEXT)"),
                        fault(
                                Sample.of("CnsNotRegisteredFault", "unknown"),
                                GrpcCode.NOT_FOUND,
                                AttachmentReason.ATTACH_REFUSED,
                                "vCenter has the disk, and CNS does not know it as a volume (TEXT); register it"),
                        fault(
                                Sample.of("CnsVolumeAlreadyExistsFault", "twice"),
                                GrpcCode.ALREADY_EXISTS,
                                AttachmentReason.ATTACH_REFUSED,
                                "vCenter has another volume with this id (TEXT)"),
                        fault(
                                Sample.of("CnsAlreadyRegisteredFault", "twice"),
                                GrpcCode.ALREADY_EXISTS,
                                AttachmentReason.ATTACH_REFUSED,
                                "the disk is a volume already (TEXT)"),
                        fault(
                                Sample.of("NoDiskSpace", "full").with("datastore", "gold-1"),
                                GrpcCode.RESOURCE_EXHAUSTED,
                                AttachmentReason.ATTACH_REFUSED,
                                "vCenter has not enough space[ on datastore gold-1|] (TEXT); free space, or use another"
                                        + " datastore"),
                        fault(
                                Sample.of("NoPermission", "denied"),
                                GrpcCode.PERMISSION_DENIED,
                                AttachmentReason.ATTACH_PRIVILEGE_MISSING,
                                "the account lacks a privilege on an object (TEXT); add the privilege to its role; it"
                                        + " needs VirtualMachine.Config.AddExistingDisk and"
                                        + " VirtualMachine.Config.AddRemoveDevice on the VM, and"
                                        + " Datastore.FileManagement on the datastore"),
                        fault(
                                Sample.of("InvalidArgument", "wrong").with("invalidProperty", "device"),
                                GrpcCode.INVALID_ARGUMENT,
                                AttachmentReason.ATTACH_REFUSED,
                                "vCenter does not accept [device|a value] (TEXT)"),
                        fault(
                                Sample.of("NotSupported", "encrypted"),
                                GrpcCode.FAILED_PRECONDITION,
                                AttachmentReason.ATTACH_REFUSED,
                                "this vCenter does not support the operation (TEXT)"),
                        fault(
                                Sample.of("ManagedObjectNotFound", "gone"),
                                GrpcCode.UNAVAILABLE,
                                AttachmentReason.ATTACH_REFUSED,
                                "vCenter does not find an object (TEXT)"),
                        fault(
                                false,
                                Sample.of("RequestCanceled", "by hand"),
                                GrpcCode.ABORTED,
                                Optional.empty(),
                                "the task was cancelled in vCenter (TEXT)"),
                        fault(
                                Sample.of("InaccessibleDatastore", "not accessible")
                                        .with("name", "gold-1"),
                                GrpcCode.UNAVAILABLE,
                                AttachmentReason.ATTACH_REFUSED,
                                "vCenter cannot do it now: InaccessibleDatastore ([gold-1: |]TEXT); repair the host or"
                                        + " the datastore; the call is repeated"),
                        fault(
                                Sample.of("InvalidDatastoreState", "in maintenance")
                                        .with("datastoreName", "gold-1"),
                                GrpcCode.UNAVAILABLE,
                                AttachmentReason.ATTACH_REFUSED,
                                "vCenter cannot do it now: InvalidDatastoreState ([gold-1: |]TEXT); repair the host or"
                                        + " the datastore; the call is repeated"),
                        fault(
                                Sample.of("HostNotConnected", "esx-1"),
                                GrpcCode.UNAVAILABLE,
                                AttachmentReason.ATTACH_REFUSED,
                                "vCenter cannot do it now: HostNotConnected (TEXT); repair the host or the datastore;"
                                        + " the call is repeated"),
                        fault(
                                Sample.of("TaskInProgress", "busy"),
                                GrpcCode.UNAVAILABLE,
                                AttachmentReason.ATTACH_REFUSED,
                                "vCenter cannot do it now: TaskInProgress (TEXT); the call is repeated"),
                        fault(
                                Sample.of("InvalidPowerState", "suspended"),
                                GrpcCode.FAILED_PRECONDITION,
                                AttachmentReason.ATTACH_REFUSED,
                                "vCenter failed with InvalidPowerState (TEXT); look for it in the log of the vCenter"),
                        fault(
                                Sample.of("TooManyDevices", "full"),
                                GrpcCode.RESOURCE_EXHAUSTED,
                                AttachmentReason.ATTACH_REFUSED,
                                "vCenter failed with TooManyDevices (TEXT); look for it in the log of the vCenter"),
                        fault(
                                Sample.of("SystemError", "broken"),
                                GrpcCode.INTERNAL,
                                AttachmentReason.ATTACH_REFUSED,
                                "vCenter failed with SystemError (TEXT); look for it in the log of the vCenter"),
                        detachFault(
                                Sample.of("NoPermission", "denied")
                                        .with("privilegeId", "VirtualMachine.Config.AddRemoveDevice"),
                                GrpcCode.PERMISSION_DENIED,
                                "the account lacks [VirtualMachine.Config.AddRemoveDevice|a privilege] on an object"
                                        + " (TEXT); add the privilege to its role[|; it needs"
                                        + " VirtualMachine.Config.AddExistingDisk and"
                                        + " VirtualMachine.Config.AddRemoveDevice on the VM, and"
                                        + " Datastore.FileManagement on the datastore]"),
                        // The VM has the volume.
                        detachFault(
                                Sample.of("NotFound", "no such volume"),
                                GrpcCode.INTERNAL,
                                "{vCenter does not find the volume (TEXT)|vCenter does not find something that the"
                                        + " operation needs (TEXT); look for the disk on its datastore}"),
                        detachFault(
                                Sample.of("HostNotConnected", "esx-1"),
                                GrpcCode.UNAVAILABLE,
                                "vCenter cannot do it now: HostNotConnected (TEXT); repair the host or the datastore;"
                                        + " the call is repeated"),
                        detachFault(
                                Sample.of("InvalidDeviceSpec", "Invalid configuration for device '0'."),
                                GrpcCode.FAILED_PRECONDITION,
                                "vCenter failed with InvalidDeviceSpec (TEXT); look for it in the log of the vCenter"),
                        detachFault(
                                Sample.of("SystemError", "broken"),
                                GrpcCode.INTERNAL,
                                "vCenter failed with SystemError (TEXT); look for it in the log of the vCenter"),
                        FaultForm.all().map(AttachmentRefusalTest::onForeignVm),
                        FaultForm.all().map(AttachmentRefusalTest::onNoVm),
                        FaultForm.all().map(AttachmentRefusalTest::ofSnapshot),
                        FaultForm.all().map(AttachmentRefusalTest::ofMount))
                .flatMap(Function.identity());
    }

    private static Refusal onForeignVm(FaultForm form) {
        return attach(
                form + " a volume on a foreign VM",
                world -> {
                    world.node(1).result = AttachFaults.of(form.read(IN_USE));
                    world.consumers = new ConsumersResult.Read(List.of("backup-proxy"));
                },
                AttachReason.ATTACHED_ELSEWHERE,
                GrpcCode.FAILED_PRECONDITION,
                AttachmentReason.VOLUME_IN_USE,
                "volume " + VOLUME + " is attached to VM \"backup-proxy\" of vCenter vc-a, which is not the VM"
                        + " of a Node of this cluster, expected it to be free; detach the disk there");
    }

    private static Refusal onNoVm(FaultForm form) {
        return passing(
                false,
                form + " a volume in use by no VM",
                world -> world.node(1).result = AttachFaults.of(form.read(IN_USE)),
                AttachReason.ATTACHED_ELSEWHERE,
                GrpcCode.UNAVAILABLE,
                "vCenter vc-a says that volume " + VOLUME + " is in use, and names no VM: "
                        + form.sentence("the volume is in use (TEXT); detach it first; the call is repeated", IN_USE));
    }

    private static Refusal ofSnapshot(FaultForm form) {
        return detach(
                form + " a VM with a snapshot",
                world -> {
                    world.node(1, DISK).result = AttachFaults.of(
                            form.read(Sample.of("InvalidDeviceSpec", "Invalid configuration for device '0'.")));
                    world.obstacle = Optional.of("VM vm-1 has the snapshot \"nightly\"; delete the snapshot");
                },
                AttachReason.REFUSED_BY_VCENTER,
                GrpcCode.FAILED_PRECONDITION,
                AttachmentReason.DETACH_REFUSED,
                "volume " + VOLUME + " is not detached from VM " + VM + " of Node node-1: VM vm-1 has the snapshot"
                        + " \"nightly\"; delete the snapshot; the call is repeated (vCenter: InvalidDeviceSpec)");
    }

    private static Refusal ofMount(FaultForm form) {
        return attach(
                form + " a host that does not mount the datastore",
                world -> {
                    world.node(1).result = AttachFaults.of(form.read(Sample.of("InaccessibleDatastore", "local-h1")));
                    world.obstacle = Optional.of("host h0 of VM vm-1 does not mount datastore local-h1");
                },
                AttachReason.REFUSED_BY_VCENTER,
                GrpcCode.UNAVAILABLE,
                AttachmentReason.ATTACH_REFUSED,
                "volume " + VOLUME + " is not attached to VM " + VM + " of Node node-1: host h0 of VM vm-1 does not"
                        + " mount datastore local-h1; the call is repeated (vCenter: InaccessibleDatastore)");
    }

    static Stream<Refusal> refusals() {
        return Stream.of(decisions(), detaches(), faults()).flatMap(Function.identity());
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void theAttacherGetsACodeAndTheObjectsGetEvents(Refusal refusal) throws InterruptedException {
        var world = new AttachmentWorld();
        refusal.given().accept(world);

        GrpcException failure = world.failure(controller -> {
            if (refusal.isDetach()) {
                controller.controllerUnpublishVolume(
                        ControllerUnpublishVolumeRequest.newBuilder()
                                .setVolumeId(VOLUME)
                                .setNodeId(ID)
                                .build(),
                        AttachmentWorld.CALL);
            } else {
                controller.controllerPublishVolume(publish(), AttachmentWorld.CALL);
            }
        });

        assertThat(failure.getMessage()).isEqualTo(refusal.sentence());
        assertThat(failure.code()).isEqualTo(refusal.code());
        assertThat(world.reason()).isEqualTo(refusal.reason());
        assertThat(world.posted())
                .isEqualTo(refusal.objects().stream()
                        .map(object -> new Posted(
                                object, "Warning", refusal.event().orElseThrow().text(), refusal.sentence()))
                        .toList());
    }

    private static ControllerPublishVolumeRequest publish() {
        return ControllerPublishVolumeRequest.newBuilder()
                .setVolumeId(VOLUME)
                .setNodeId(ID)
                .setVolumeCapability(VolumeCapability.newBuilder()
                        .setMount(VolumeCapability.MountVolume.newBuilder().setFsType("ext4"))
                        .setAccessMode(VolumeCapability.AccessMode.newBuilder()
                                .setMode(VolumeCapability.AccessMode.Mode.SINGLE_NODE_WRITER)))
                .build();
    }

    /// A new reason has no case here: add one.
    @Test
    void everyReasonHasACase() {
        assertThat(refusals().map(Refusal::reason)).contains(AttachReason.values());
        assertThat(refusals().flatMap(refusal -> refusal.event().stream()).collect(Collectors.toSet()))
                .containsAll(Arrays.stream(AttachmentReason.values())
                        .filter(reason -> reason != AttachmentReason.VOLUME_MAY_BE_MOUNTED)
                        .toList());
        assertThat(faults().map(Refusal::name)
                        .filter(name -> name.contains(" during "))
                        .map(name -> name.split(" ", -1))
                        .<Class<?>>map(words -> FaultForm.valueOf(words[0])
                                .read(Sample.of(words[1], ""))
                                .getClass())
                        .collect(Collectors.toSet()))
                .as("ResourceInUse has cases of its own")
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(CnsFault.class.getPermittedSubclasses())
                        .filter(kind -> kind != CnsFault.ResourceInUse.class)
                        .toList());
        assertThat(refusals()).hasSize(121);
    }

    @Test
    void aVolumeThatIsNotFoundIsReportedAndOneThatMayBeFoundLaterIsNot() throws InterruptedException {
        var world = new AttachmentWorld().node(1);

        world.notLocated(new VolumeFailure.Unavailable("vCenter vc-b does not answer"));
        assertThat(world.posted()).isEmpty();
        world.notLocated(new VolumeFailure.RefusedByFault(OperationCode.NOT_FOUND, "it does not exist"));

        assertThat(world.posted())
                .containsExactly(
                        new Posted(PV, "Warning", "AttachRefused", "it does not exist"),
                        new Posted(NODE, "Warning", "AttachRefused", "it does not exist"));
    }

    /// A detach that succeeds may be a refusal to the guest.
    @Test
    void aVolumeThatMayStillBeMountedIsReported() throws InterruptedException {
        var world = new AttachmentWorld().node(1, DISK);
        world.result = new AttachTaskResult.Done(Optional.empty());

        world.detach(new VolumeHandle.Block(VOLUME), ID, Duration.ofMinutes(1));

        String sentence =
                "volume " + VOLUME + " was detached from VM " + VM + " of Node node-1, which is powered on and"
                        + " may still have it mounted; restart the VM before it runs Pods again";
        assertThat(world.posted())
                .containsExactly(
                        new Posted(PV, "Warning", "VolumeMayBeMounted", sentence),
                        new Posted(NODE, "Warning", "VolumeMayBeMounted", sentence));
    }
}
