package dev.vspherecloud.testkit.volume;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;

/// How the CNS of a [SimulatedVcenter] behaves. Each method returns new settings, and what they do not set has the
/// default. A restart keeps them.
public final class VolumeSettings {
    private final ObjectNode json;

    private VolumeSettings(ObjectNode json) {
        this.json = json;
    }

    /// What a restart does with tasks.
    public enum OnRestart {
        /// They are there, and unfinished ones go on.
        KEEP,
        /// They vanish, and the work of unfinished ones is done.
        FINISH,
        /// They vanish, and the work of unfinished ones is not done.
        LOSE
    }

    /// Tasks run for 20 ms, without a limit on their number, and stay for ever. A restart keeps them.
    public static VolumeSettings defaults() {
        return new VolumeSettings(JsonNodeFactory.instance.objectNode());
    }

    /// Sets the times of the tasks of one method.
    ///
    /// @param method as in `CnsCreateVolume`; empty for all others
    public VolumeSettings times(String method, long queueMillis, long runMillis) {
        var copy = json.deepCopy();
        copy.withObject("/methods")
                .putObject(method)
                .put("queueMs", queueMillis)
                .put("runMs", runMillis);
        return new VolumeSettings(copy);
    }

    /// Sets the times of creates from a snapshot. By default they have those of `CnsCreateVolume`.
    public VolumeSettings restoreTimes(long queueMillis, long runMillis) {
        var copy = json.deepCopy();
        copy.withObject("/methods")
                .putObject("CnsCreateVolume/restore")
                .put("queueMs", queueMillis)
                .put("runMs", runMillis);
        return new VolumeSettings(copy);
    }

    /// Limits the tasks that run at the same time. The others are queued.
    public VolumeSettings workers(int count) {
        return new VolumeSettings(json.deepCopy().put("workers", count));
    }

    /// Makes finished tasks vanish after this time.
    public VolumeSettings retentionMillis(long millis) {
        return new VolumeSettings(json.deepCopy().put("retentionMs", millis));
    }

    public VolumeSettings onRestart(OnRestart policy) {
        return new VolumeSettings(json.deepCopy().put("onRestart", policy.name().toLowerCase(Locale.ROOT)));
    }

    /// Makes the task of a failed operation fail. By default, the fault is in its result.
    public VolumeSettings faultsAsTaskErrors() {
        return new VolumeSettings(json.deepCopy().put("faultsAsTaskErrors", true));
    }

    /// Sets the fault for a volume that does not exist: `NotFound` or `CnsVolumeNotFoundFault`.
    public VolumeSettings missingVolume(String fault) {
        return new VolumeSettings(json.deepCopy().put("missingVolume", fault));
    }

    /// Lets clients read results of volume tasks with any SOAPAction.
    public VolumeSettings anySoapAction() {
        return new VolumeSettings(json.deepCopy().put("anySoapAction", true));
    }

    /// Sets the mode of attached disks. By default they are `persistent`: a snapshot of the VM includes them.
    ///
    /// @param mode as in `independent_persistent`
    public VolumeSettings diskMode(String mode) {
        return new VolumeSettings(json.deepCopy().put("diskMode", mode));
    }

    /// Shows a fault of the VM or of the disk in an attach or a detach only as a name in the reason of a `CnsFault`, as
    /// many releases do. By default, the fault itself is in the result.
    public VolumeSettings nestedFaults() {
        return new VolumeSettings(json.deepCopy().put("nestedFaults", true));
    }

    /// Attaches a volume also to a second VM, so that a test sees whether the driver prevents that. By default CNS
    /// refuses it.
    public VolumeSettings attachInUse() {
        return new VolumeSettings(json.deepCopy().put("attachInUse", true));
    }

    /// Sets the part of the capacity of a volume that a snapshot uses; 10 by default.
    public VolumeSettings snapshotPercent(int percent) {
        return new VolumeSettings(json.deepCopy().put("snapshotPercent", percent));
    }

    ObjectNode json() {
        return json.deepCopy();
    }
}
