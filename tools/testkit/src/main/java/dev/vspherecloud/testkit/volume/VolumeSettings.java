package dev.vspherecloud.testkit.volume;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
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

    /// How the fault of a disk, a datastore, a host or a VM appears in a result. A real vCenter uses all forms.
    public enum FaultForm {
        /// The fault itself.
        PLAIN,
        /// The fault is in `faultCause` of a `CnsFault`, whose reason says nothing of it.
        NESTED,
        /// Only the name of the fault, at the end of the reason of a `CnsFault`.
        BARE;

        String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// Which tasks of CNS a `TaskHistoryCollector` finds.
    public enum TaskHistory {
        /// Also those that clients do not find any more.
        ALL,
        /// Those that clients find.
        PRESENT,
        /// None, as if CNS had no history.
        NONE
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

    /// Sets the form of faults in results, also of those that a [VolumeRule] causes; nested by default. The faults of
    /// CNS itself, such as `CnsVolumeNotFoundFault`, have only one form.
    public VolumeSettings faultForm(FaultForm form) {
        return new VolumeSettings(json.deepCopy().put("faultForm", form.text()));
    }

    /// Sets the types of faults that appear as they are with every form. By default: `ResourceInUse`, `NotFound`,
    /// `ManagedObjectNotFound`.
    public VolumeSettings plainFaults(String... types) {
        return list("plainFaults", types);
    }

    /// Decides if a call fails that has two entities of one type and cluster in a spec of a block volume, even if one
    /// of them is removed. By default it does.
    public VolumeSettings oneEntityPerType(boolean only) {
        return new VolumeSettings(json.deepCopy().put("oneEntityPerType", only));
    }

    /// Sets the fault of a detach from a VM that does not have the disk. By default it is `NotFound`, as the Go driver
    /// expects; that of govmomi is `InvalidArgument`.
    public VolumeSettings notAttached(String fault) {
        return new VolumeSettings(json.deepCopy().put("notAttached", fault));
    }

    /// Sets the fault for a volume that CNS does not know and whose disk exists. `CnsFault` and `CnsNotRegisteredFault`
    /// have been reported. By default it is that of [#missingVolume].
    public VolumeSettings unregisteredVolume(String fault) {
        return new VolumeSettings(json.deepCopy().put("unregistered", fault));
    }

    /// Sets the fault of a query for the snapshots of a file volume; `NotSupported` by default. What a vCenter answers
    /// is not known.
    ///
    /// @param fault empty if the query finds no snapshots, and no fault
    public VolumeSettings fileSnapshots(String fault) {
        return new VolumeSettings(json.deepCopy().put("fileSnapshots", fault));
    }

    /// Makes calls of these methods fail that have several specs: `CnsAttachVolume`, `CnsDetachVolume`.
    public VolumeSettings refuseArrays(String... methods) {
        return list("refusedArrays", methods);
    }

    /// Makes the operation id in the header of a call the `activationId` of its task. By default, the server chooses
    /// it. What a vCenter does is not known.
    public VolumeSettings activationIdsOfClient() {
        return new VolumeSettings(json.deepCopy().put("activationIds", "client"));
    }

    public VolumeSettings taskHistory(TaskHistory found) {
        return new VolumeSettings(
                json.deepCopy().put("taskHistory", found.name().toLowerCase(Locale.ROOT)));
    }

    /// Sets the time after which a `TaskHistoryCollector` finds a new task.
    public VolumeSettings historyLag(Duration lag) {
        return new VolumeSettings(json.deepCopy().put("historyLagMs", lag.toMillis()));
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

    private VolumeSettings list(String field, String... texts) {
        var copy = json.deepCopy();
        List.of(texts).forEach(copy.putArray(field)::add);
        return new VolumeSettings(copy);
    }

    ObjectNode json() {
        return json.deepCopy();
    }
}
