package dev.vspherecloud.csi.controller.attach;

import dev.vspherecloud.csi.cluster.node.AttachmentEvents;
import dev.vspherecloud.csi.cluster.node.KubeAttachmentJournal;
import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.attachment.AttachFailure;
import dev.vspherecloud.csi.domain.attachment.AttachPolicy;
import dev.vspherecloud.csi.domain.attachment.AttachReason;
import dev.vspherecloud.csi.domain.attachment.FollowedVm;
import dev.vspherecloud.csi.domain.attachment.VolumeToAttach;
import dev.vspherecloud.csi.domain.metadata.VolumeForm;
import dev.vspherecloud.csi.domain.node.ClusterAttachment;
import dev.vspherecloud.csi.domain.node.ClusterNode;
import dev.vspherecloud.csi.domain.node.ClusterObjects;
import dev.vspherecloud.csi.domain.volume.VolumeHandle;
import dev.vspherecloud.csi.operations.OperationClock;
import dev.vspherecloud.csi.operations.VolumeFailure;
import dev.vspherecloud.csi.operations.attachment.AttachOutcome;
import dev.vspherecloud.csi.operations.attachment.AttachmentExecutor;
import dev.vspherecloud.csi.operations.attachment.AttachmentStore;
import dev.vspherecloud.csi.vcenter.DriverInventory;
import dev.vspherecloud.csi.vcenter.VcenterVolumes;
import dev.vspherecloud.csi.vcenter.location.VolumeLocation.Found;
import dev.vspherecloud.csi.vcenter.location.VolumeLocation.NoVcenterHas;
import dev.vspherecloud.csi.vcenter.location.VolumeLocation.NotFound;
import dev.vspherecloud.csi.vcenter.location.VolumeLocation.Unregistered;
import dev.vspherecloud.csi.vcenter.location.VolumeLocator;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.connection.NoSessionException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The attachments of all vCenters.
///
/// Threads: any number of callers.
public final class ClusterAttachments implements Attachments {
    private static final Logger log = LoggerFactory.getLogger(ClusterAttachments.class);

    private static final String TYPE = "type";
    private static final String BLOCK_TYPE = "vSphere CNS Block Volume";
    private static final String FILE_TYPE = "vSphere CNS File Volume";
    private static final String DISK_UUID = "diskUUID";
    private static final String ACCESS_POINT = "Nfsv4AccessPoint";

    /// The codes for what vCenter answers about a volume that CNS does not list.
    private static final Set<OperationCode> MISSING = Set.of(OperationCode.NOT_FOUND, OperationCode.INTERNAL);

    private final VolumeLocator<VcenterVolumes> locator;
    private final DriverInventory inventory;
    private final ClusterObjects objects;
    private final KubeAttachmentJournal journal;
    private final AttachFailureReporter reporter;
    private final AttachmentExecutor executor;
    private final InstantSource clock;

    /// Creates the object.
    ///
    /// @param locator finds the vCenter of a volume
    public ClusterAttachments(
            VolumeLocator<VcenterVolumes> locator,
            DriverInventory inventory,
            ClusterObjects objects,
            KubeAttachmentJournal journal,
            AttachmentEvents events,
            InstantSource clock) {
        this.locator = locator;
        this.inventory = inventory;
        this.objects = objects;
        this.journal = journal;
        this.reporter = new AttachFailureReporter(inventory, objects, journal, events);
        this.clock = clock;
        this.executor = new AttachmentExecutor(
                inventory,
                journal,
                this::store,
                OperationClock.of(clock, InstantSource.system()),
                AttachmentExecutor.MAX_TASKS);
    }

    private Optional<AttachmentStore> store(String vcenter) {
        return locator.vcenters().stream()
                .filter(each -> each.name().equals(vcenter))
                .<AttachmentStore>map(VcenterVolumes::attachments)
                .findFirst();
    }

    @Override
    public AttachResult attach(VolumeHandle handle, String nodeId, Duration atMost) throws InterruptedException {
        Instant deadline = clock.instant().plus(atMost);
        return switch (locator.find(handle, atMost)) {
            case NotFound<VcenterVolumes> volume ->
                new AttachResult.NotAttached(reporter.report(handle, lowerCaseId(nodeId), volume.failure(), false));
            case Found<VcenterVolumes> volume ->
                handle instanceof VolumeHandle.FileShare
                        ? attachFile(handle, volume, nodeId, atMost)
                        : attachDisk(handle, volume, nodeId, deadline);
        };
    }

    private AttachResult attachDisk(
            VolumeHandle handle, Found<VcenterVolumes> volume, String nodeId, Instant deadline) {
        String node = lowerCaseId(nodeId);
        VolumeToAttach asked = asked(handle, volume);
        AttachOutcome outcome = executor.attach(asked, node, deadline);
        return switch (outcome) {
            case AttachOutcome.Attached(Vm vm, String diskUuid) -> {
                log.atInfo()
                        .addKeyValue("handle", handle.text())
                        .addKeyValue("node", nodeId)
                        .addKeyValue("vm", vm)
                        .log("Volume is attached");
                yield new AttachResult.Attached(Map.of(TYPE, BLOCK_TYPE, DISK_UUID, diskUuid));
            }
            case AttachOutcome.NotDone(AttachFailure failure) ->
                new AttachResult.NotAttached(
                        reporter.report(handle, node, orForgotten(failure, asked, deadline), false));
            case AttachOutcome.Detached _ -> throw new IllegalStateException("an attach detaches nothing");
        };
    }

    /// A file volume is mounted over the network; vCenter does nothing. The Node must exist all the same.
    private AttachResult attachFile(VolumeHandle handle, Found<VcenterVolumes> volume, String nodeId, Duration atMost)
            throws InterruptedException {
        String node = lowerCaseId(nodeId);
        boolean isKnown = objects.nodes().stream()
                .anyMatch(each ->
                        each.name().value().equals(node) || each.nodeId().equals(Optional.of(node)));
        if (!isKnown) {
            return new AttachResult.NotAttached(objects.incompleteReason()
                    .<VolumeFailure>map(VolumeFailure.Unavailable::new)
                    .orElseGet(() -> reporter.report(handle, node, AttachPolicy.unknownNode(node), false)));
        }
        try {
            return volume.vcenter()
                    .accessPoint(volume.id(), atMost)
                    .<AttachResult>map(point -> new AttachResult.Attached(Map.of(TYPE, FILE_TYPE, ACCESS_POINT, point)))
                    .orElseGet(() -> new AttachResult.NotAttached(reporter.report(
                            handle,
                            node,
                            new VolumeFailure.RefusedByFault(
                                    OperationCode.NOT_FOUND,
                                    "vCenter %s returns no NFSv4.1 access point of the file volume %s; check the file share in vSAN"
                                            .formatted(volume.vcenter().server(), volume.id())),
                            false)));
        } catch (NoSessionException | VcenterException e) {
            return new AttachResult.NotAttached(new VolumeFailure.Unavailable(String.valueOf(e.getMessage())));
        }
    }

    @Override
    public DetachResult detach(VolumeHandle handle, String nodeId, Duration atMost) throws InterruptedException {
        if (handle instanceof VolumeHandle.FileShare) {
            return new DetachResult.Detached();
        }
        Instant deadline = clock.instant().plus(atMost);
        return switch (locator.find(handle, atMost)) {
            case Found<VcenterVolumes> volume -> detachDisk(handle, asked(handle, volume), nodeId, deadline);
            case NoVcenterHas<VcenterVolumes>(String id) ->
                detachDisk(handle, VolumeToAttach.unlisted(handle.text(), id), nodeId, deadline);
            case Unregistered<VcenterVolumes>(VolumeHandle.InTree disk) ->
                detachDisk(handle, VolumeToAttach.unlisted(handle.text(), disk.text()), nodeId, deadline);
            case NotFound<VcenterVolumes> volume ->
                new DetachResult.NotDetached(reporter.report(handle, lowerCaseId(nodeId), volume.failure(), true));
        };
    }

    /// The disks of the VMs decide, whether CNS lists the volume or not.
    private DetachResult detachDisk(VolumeHandle handle, VolumeToAttach volume, String nodeId, Instant deadline) {
        String node = lowerCaseId(nodeId);
        Set<NodeName> mounted = objects.nodes().stream()
                .filter(each -> each.volumesInUse().contains(handle.text()))
                .map(ClusterNode::name)
                .collect(Collectors.toSet());
        AttachOutcome outcome = executor.detach(volume, node, deadline);
        return switch (outcome) {
            case AttachOutcome.Detached(List<Vm> vms, String evidence) -> {
                log.atInfo()
                        .addKeyValue("handle", handle.text())
                        .addKeyValue("node", nodeId)
                        .addKeyValue("evidence", evidence)
                        .log("Volume is detached");
                reporter.reportMounted(handle, vms, mounted);
                yield new DetachResult.Detached();
            }
            case AttachOutcome.NotDone(AttachFailure failure) ->
                new DetachResult.NotDetached(
                        reporter.report(handle, node, orForgotten(failure, volume, deadline), true));
            case AttachOutcome.Attached _ -> throw new IllegalStateException("a detach attaches nothing");
        };
    }

    /// Returns the failure, or another one if vCenter may have refused the call because CNS does not list the volume.
    /// If the disk exists, it is registered again, and a later call succeeds.
    private AttachFailure orForgotten(AttachFailure failure, VolumeToAttach volume, Instant deadline) {
        if (failure.reason() != AttachReason.REFUSED_BY_VCENTER || !MISSING.contains(failure.code())) {
            return failure;
        }
        Duration left = Duration.between(clock.instant(), deadline);
        return locator.vcenters().stream()
                .filter(vcenter -> vcenter.name().equals(volume.vcenter()))
                .filter(vcenter ->
                        vcenter.has(volume.volumeId(), left).filter(has -> !has).isPresent())
                .findFirst()
                .flatMap(vcenter -> vcenter.reasonToWait(volume.volumeId(), left))
                .map(why -> new AttachFailure(OperationCode.UNAVAILABLE, AttachReason.REFUSED_BY_VCENTER, why))
                .orElse(failure);
    }

    private static VolumeToAttach asked(VolumeHandle handle, Found<VcenterVolumes> volume) {
        return new VolumeToAttach(handle.text(), volume.id(), volume.vcenter().name());
    }

    /// Returns the id of a Node as CSINodes are read. The name of a Node is lower case anyway.
    private static String lowerCaseId(String nodeId) {
        return nodeId.toLowerCase(Locale.ROOT);
    }

    @Override
    public PublishedVolumes published(Collection<String> ids) {
        Optional<String> incomplete = inventory.nodes().incompleteReason().or(this::unknownHolder);
        if (incomplete.isPresent()) {
            return new PublishedVolumes.Incomplete(incomplete.get());
        }
        Set<NodeName> gone = inventory.proofs().states().keySet().stream()
                .filter(inventory.proofs()::isProven)
                .collect(Collectors.toSet());
        var published = new HashMap<String, Set<String>>();
        for (FollowedVm machine : inventory.machines().all()) {
            if (!gone.contains(machine.key())) {
                machine.vms().stream()
                        .flatMap(vm -> vm.disks().stream().flatMap(List::stream))
                        .flatMap(disk -> disk.volumeId().stream())
                        .forEach(volume -> published
                                .computeIfAbsent(volume, _ -> new HashSet<>())
                                .addAll(machine.nodeIds()));
            }
        }
        ids.stream()
                .filter(id -> VolumeForm.of(id) == VolumeForm.FILE)
                .forEach(id -> published.put(id, nodesOfFile(id)));
        return new PublishedVolumes.Complete(published);
    }

    private Set<String> nodesOfFile(String handle) {
        return journal.ofVolume(handle).stream()
                .filter(ClusterAttachment::isAttached)
                .flatMap(attachment -> attachment.nodeId().isEmpty()
                        ? objects.node(new NodeName(attachment.nodeName())).flatMap(ClusterNode::nodeId).stream()
                        : Stream.of(attachment.nodeId()))
                .collect(Collectors.toSet());
    }

    /// Returns the reason why it is not known which volumes a machine has that should have some.
    private Optional<String> unknownHolder() {
        Set<String> attached = objects.attachments().stream()
                .filter(ClusterAttachment::isAttached)
                .map(ClusterAttachment::nodeId)
                .collect(Collectors.toSet());
        return inventory.machines().all().stream()
                .filter(machine -> machine.nodeIds().stream().anyMatch(attached::contains)
                        && !inventory.proofs().isProven(machine.key())
                        && (machine.vms().isEmpty()
                                || machine.vms().stream()
                                        .anyMatch(vm -> vm.disks().isEmpty())))
                .map(machine -> "it is not known which volumes the VM of %s has; the call is repeated"
                        .formatted(machine.text()))
                .sorted()
                .findFirst();
    }
}
