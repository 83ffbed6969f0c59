package dev.vspherecloud.csi.cluster.simulation;

import dev.vspherecloud.csi.domain.OperationRequest;
import dev.vspherecloud.csi.domain.attachment.DiskHolders;
import dev.vspherecloud.csi.domain.deletion.DeletionPolicy;
import dev.vspherecloud.csi.domain.deletion.DeletionVerdict;
import dev.vspherecloud.csi.domain.deletion.NamingObject;
import dev.vspherecloud.csi.domain.deletion.NamingObjects;
import dev.vspherecloud.csi.operations.DeletionGate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The real policy about the PersistentVolumes of the claims. No volume is attached.
record SimulatedGate(Replica replica) implements DeletionGate {
    @Override
    public DeletionVerdict volume(OperationRequest.Delete request, Duration budget) {
        replica.pause(replica.events.millis(0, 700));
        List<NamingObject> bound = Optional.ofNullable(replica.cns.volumes().get(request.volumeId()))
                .filter(volume -> volume.isInUse)
                .<NamingObject>map(volume -> new NamingObject.PersistentVolume(volume.name, "", "Bound", false))
                .stream()
                .toList();
        return DeletionPolicy.ofVolume(
                request.cause(), new NamingObjects.Complete(bound), new DiskHolders.Known(List.of()));
    }

    @Override
    public DeletionVerdict snapshot(OperationRequest.DeleteSnapshot request, Duration budget) {
        replica.pause(replica.events.millis(0, 700));
        return DeletionPolicy.ofSnapshot(request.cause(), new NamingObjects.Complete(List.of()));
    }
}
