package dev.vspherecloud.csi.application.active;

import dev.vspherecloud.csi.cluster.node.AttachmentEvents;
import dev.vspherecloud.csi.cluster.node.KubeAttachmentJournal;
import dev.vspherecloud.csi.cluster.node.KubeClusterObjects;
import dev.vspherecloud.csi.controller.attach.AttachmentRecorder;
import dev.vspherecloud.csi.controller.attach.Attachments;
import dev.vspherecloud.csi.controller.attach.ClusterAttachments;
import dev.vspherecloud.csi.domain.topology.TopologyCategory;
import dev.vspherecloud.csi.operations.MonotonicClock;
import dev.vspherecloud.csi.reconcile.topology.NodeTopologyController;
import dev.vspherecloud.csi.vcenter.DriverInventory;
import dev.vspherecloud.csi.vcenter.VcenterVolumes;
import dev.vspherecloud.csi.vcenter.inventory.AbsenceChecks;
import dev.vspherecloud.csi.vcenter.inventory.InventoryNodes;
import dev.vspherecloud.csi.vcenter.location.VolumeLocator;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.reconcile.ControllerSet;
import dev.vspherecloud.reconcile.Sleeper;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.reconcile.ThreadController;
import dev.vspherecloud.vsphere.inventory.VsphereExistenceChecker;
import dev.vspherecloud.vsphere.inventory.VsphereInstances;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// The Nodes with their VMs and disks, and what depends on them: attachments, and the topology of Nodes.
///
/// Threads: one thread creates, starts and closes it. Any thread may ask it.
final class FollowedNodes implements AutoCloseable {
    private final KubeClusterObjects objects;
    private final InventoryNodes nodes;
    private final AbsenceChecks absences;
    private final KubeAttachmentJournal journal;
    private final AttachmentEvents events;
    private final ControllerSet controllers;

    /// @param server     the API server, with the write fence of the active process
    /// @param categories the configured categories of topology
    FollowedNodes(ApiServer server, Supplier<List<TopologyCategory>> categories, Supervisor supervisor) {
        this.objects = new KubeClusterObjects(server, _ -> onClusterChanged(), _ -> onClusterChanged());
        var instances = new VsphereInstances(List.of());
        this.nodes = new InventoryNodes(objects, instances, Sleeper.system());
        this.absences = new AbsenceChecks(
                nodes,
                new VsphereExistenceChecker(instances, _ -> {}, System::nanoTime),
                System::nanoTime,
                Sleeper.system());
        nodes.setProofs(absences::isProven);
        this.journal = new KubeAttachmentJournal(server, objects, System::nanoTime);
        this.events = new AttachmentEvents(server);
        var topology = new NodeTopologyController(server, nodes, categories);
        var recorder = new AttachmentRecorder(objects, nodes, journal, Sleeper.system());
        this.controllers = new ControllerSet(
                Stream.concat(
                                objects.watches().stream()
                                        .map(watch -> new ThreadController(
                                                "cluster", watch.name(), watch.work(), supervisor)),
                                Stream.of(
                                        new ThreadController("inventory", "inventory", nodes, supervisor),
                                        new ThreadController("inventory", "absences", absences, supervisor),
                                        new ThreadController("inventory", "records", recorder, supervisor),
                                        new ThreadController("events", "attachments", events, supervisor),
                                        new ThreadController("topology", "topology", topology, supervisor),
                                        new ThreadController(
                                                "csinodetopologies", "csinodetopologies", topology::watch, supervisor)))
                        .toList(),
                supervisor);
    }

    private void onClusterChanged() {
        nodes.onClusterChanged();
    }

    /// Starts its controllers. The vCenters are set by then: without them no Node has a VM.
    void start() {
        controllers.start();
    }

    /// Returns the Nodes with their VMs and disks.
    InventoryNodes inventory() {
        return nodes;
    }

    /// Returns the same with the proofs that VMs are gone.
    DriverInventory proven() {
        return new DriverInventory(nodes, absences);
    }

    /// Returns the attachments of these volumes.
    Attachments attachments(VolumeLocator<VcenterVolumes> locator) {
        return new ClusterAttachments(locator, proven(), objects, journal, events, new MonotonicClock());
    }

    /// Returns why one of its threads does not work; empty if all do. Does not depend on vCenter.
    Optional<String> unhealthyReason() {
        return controllers.unhealthyReason();
    }

    @Override
    public void close() {
        controllers.stop(Duration.ZERO);
    }
}
