package dev.vspherecloud.csi.cluster.volume;

import dev.vspherecloud.csi.domain.deletion.NamingObject;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.event.EventRecorder;
import dev.vspherecloud.kubernetes.event.ObjectReference;
import dev.vspherecloud.reconcile.Sleeper;
import java.time.InstantSource;
import java.util.List;
import java.util.function.LongSupplier;

/// Posts Events on the PersistentVolumes because of which a volume is not deleted.
///
/// Threads: Events are posted from anywhere. [#run] sends them, and has one caller, which ends it by an interrupt.
public final class VolumeEvents implements Runnable {
    /// The component in Events, which is the name of the driver.
    private static final String COMPONENT = "csi.vsphere.vmware.com";

    private final EventRecorder recorder;

    /// Creates the object; it sends nothing yet.
    ///
    /// @param server sends writes only while this process is the active one
    public VolumeEvents(ApiServer server) {
        this(server, InstantSource.system(), System::nanoTime, Sleeper.system());
    }

    VolumeEvents(ApiServer server, InstantSource clock, LongSupplier nanoTime, Sleeper pause) {
        this.recorder = new EventRecorder(server, COMPONENT, ObjectReference::uid, clock, nanoTime, pause);
    }

    /// Posts an Event of type `Warning` on each PersistentVolume among the objects.
    ///
    /// @param message why the volume is not deleted
    public void notDeleted(List<NamingObject> objects, String message) {
        List<NamingObject.PersistentVolume> volumes = volumes(objects);
        post(volumes, new Reason(volumes.size() > 1 ? VolumeReason.VOLUME_SHARED : VolumeReason.VOLUME_KEPT, message));
    }

    /// Posts an Event of type `Warning` on each PersistentVolume among the objects, whose volume CNS had forgotten.
    public void registeredAgain(List<NamingObject> objects, String message) {
        post(volumes(objects), new Reason(VolumeReason.VOLUME_FORGOTTEN, message));
    }

    private void post(List<NamingObject.PersistentVolume> volumes, Reason reason) {
        volumes.forEach(volume -> recorder.warning(
                ObjectReference.of("v1", "PersistentVolume", "", volume.name(), volume.uid()), reason));
    }

    private static List<NamingObject.PersistentVolume> volumes(List<NamingObject> objects) {
        return objects.stream()
                .filter(NamingObject.PersistentVolume.class::isInstance)
                .map(NamingObject.PersistentVolume.class::cast)
                .toList();
    }

    @Override
    public void run() {
        recorder.run();
    }

    /// Sends the Events that are waiting now.
    public void deliverWaiting() throws InterruptedException {
        recorder.deliverWaiting();
    }
}
