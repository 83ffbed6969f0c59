package dev.vspherecloud.csi.vcenter;

import dev.vspherecloud.csi.domain.ObservedVolume;
import dev.vspherecloud.csi.domain.VolumesResult;
import dev.vspherecloud.csi.domain.placement.MountObstacle;
import dev.vspherecloud.csi.vcenter.inventory.storage.VcenterStorage;
import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.http.PrintableText;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.ObjectContent;
import dev.vspherecloud.vsphere.client.PropertyValue;
import dev.vspherecloud.vsphere.client.RetrieveQuery;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.connection.CurrentSession;
import dev.vspherecloud.vsphere.connection.NoSessionException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Finds out why vCenter refuses to attach or to detach, where its fault does not say it.
///
/// Threads: any number of callers. An interrupt ends a call without a result, and stays set.
final class AttachObstacles {
    private static final String SNAPSHOT = "snapshot";

    private final CurrentSession session;
    private final VcenterStorage datastores;
    private final CnsVolumeStore volumes;

    AttachObstacles(CurrentSession session, VcenterStorage datastores, CnsVolumeStore volumes) {
        this.session = session;
        this.datastores = datastores;
        this.volumes = volumes;
    }

    /// Returns why the host of a VM cannot use the datastore of a volume, and what to do.
    Optional<String> ofAttach(Vm vm, String volumeId, Duration budget) {
        if (datastores.incompleteReason().isPresent()) {
            return Optional.empty();
        }
        return vm.placement().hostPath().stream()
                .filter(object -> object.kind().equals("HostSystem"))
                .map(InventoryObject::moref)
                .findFirst()
                .flatMap(host -> urlOf(volumeId, budget)
                        .flatMap(url -> MountObstacle.of(vm.name(), host, url, datastores.inventory(List.of()))));
    }

    private Optional<String> urlOf(String volumeId, Duration budget) {
        return volumes.volumes(Set.of(volumeId), budget) instanceof VolumesResult.Found(List<ObservedVolume> found)
                ? found.stream()
                        .map(ObservedVolume::datastoreUrl)
                        .filter(url -> !url.isEmpty())
                        .findFirst()
                : Optional.empty();
    }

    /// Returns that a VM has snapshots, and what to do.
    ///
    /// Rule from: csi-production 11: while a VM has a snapshot of a disk, vCenter does not detach that disk.
    Optional<String> ofDetach(Vm vm, Duration budget) {
        try {
            var machine = new MoRef("VirtualMachine", vm.identity().ref().moref());
            RetrieveQuery query = RetrieveQuery.ofObjects(machine.type(), List.of(SNAPSHOT), List.of(machine))
                    .toleratingMissing();
            return session.read(budget, current -> current.retrieve(query)).stream()
                    .map(ObjectContent::values)
                    .flatMap(values -> Optional.ofNullable(values.get(SNAPSHOT)).stream())
                    .findFirst()
                    .flatMap(snapshot -> snapshots(vm.name(), snapshot));
        } catch (NoSessionException | VcenterException _) {
            return Optional.empty();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /// Returns the sentence about the snapshots of a VM.
    ///
    /// @param snapshot a `VirtualMachineSnapshotInfo`
    static Optional<String> snapshots(String vm, PropertyValue snapshot) {
        List<String> names = names(snapshot.field("rootSnapshotList")).toList();
        if (names.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                names.size() == 1
                        ? "VM %s has the snapshot \"%s\", for example of a backup; vCenter cannot detach a disk from it; delete the snapshot"
                                .formatted(vm, names.getFirst())
                        : "VM %s has %d snapshots (\"%s\", ...), for example of backups; vCenter cannot detach a disk from it; delete the snapshots"
                                .formatted(vm, names.size(), names.getFirst()));
    }

    private static Stream<String> names(PropertyValue trees) {
        return trees.items().stream()
                .flatMap(tree -> Stream.concat(
                        Stream.of(
                                tree.field("name").text().map(PrintableText::of).orElse("")),
                        names(tree.field("childSnapshotList"))));
    }
}
