package dev.vspherecloud.testkit.volume;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.vspherecloud.testkit.volume.VolumeSettings.FaultForm;
import java.time.Duration;

/// Changes what happens to the next call of a CNS method. Each method returns a new rule. A restart removes all rules.
public final class VolumeRule {
    private final ObjectNode json;

    private VolumeRule(ObjectNode json) {
        this.json = json;
    }

    /// A rule for the next call of a method, as in `CnsCreateVolume`.
    public static VolumeRule next(String method) {
        return new VolumeRule(JsonNodeFactory.instance.objectNode().put("method", method));
    }

    /// Applies to this number of calls.
    public VolumeRule times(int count) {
        return new VolumeRule(json.deepCopy().put("count", count));
    }

    /// Applies to every call.
    public VolumeRule always() {
        return times(-1);
    }

    /// Applies only to one volume.
    ///
    /// @param subject its id, or the name of a new volume
    public VolumeRule of(String subject) {
        return new VolumeRule(json.deepCopy().put("subject", subject));
    }

    /// Puts a fault into the result of the task, as a real CNS does. The work is not done.
    ///
    /// @param type as in `NoDiskSpace` or `CnsFault`
    public VolumeRule fault(String type) {
        return fault(type, "result");
    }

    /// Makes the task fail. The work is not done.
    public VolumeRule taskError(String type) {
        return fault(type, "task");
    }

    /// Makes the call fail. There is no task, except with [#afterWork].
    public VolumeRule callFault(String type) {
        return fault(type, "call");
    }

    /// Does the work before the fault.
    public VolumeRule afterWork() {
        return new VolumeRule(json.deepCopy().put("after", true));
    }

    /// Makes the task vanish before the client has its reference. The work is done.
    public VolumeRule loseAtStart() {
        return new VolumeRule(json.deepCopy().put("lose", "start"));
    }

    /// Makes the task vanish when its work is done.
    public VolumeRule loseAtEnd() {
        return new VolumeRule(json.deepCopy().put("lose", "end"));
    }

    /// Keeps the task running until [SimulatorVolumes#releaseTasks].
    public VolumeRule hold() {
        return new VolumeRule(json.deepCopy().put("hold", true));
    }

    /// Makes the call wait until [SimulatorVolumes#releaseCalls], before its work. The work is done late, even if the
    /// client does not wait any more.
    public VolumeRule hang() {
        return new VolumeRule(json.deepCopy().put("hang", "start"));
    }

    /// Makes the call wait until [SimulatorVolumes#releaseCalls], after its task started.
    public VolumeRule hangAfterWork() {
        return new VolumeRule(json.deepCopy().put("hang", "end"));
    }

    /// Makes the task run longer. In a rule for a query or with [#hang], it delays the call.
    public VolumeRule delayMillis(long millis) {
        return new VolumeRule(json.deepCopy().put("delayMs", millis));
    }

    /// Holds the call for this time before its work, which is done even if the client does not wait any more.
    public VolumeRule late(Duration delay) {
        return new VolumeRule(json.deepCopy().put("delayMs", delay.toMillis()).put("in", "call"));
    }

    /// Sets the form of the faults in the result, whatever causes them. By default, it is that of the settings.
    public VolumeRule form(FaultForm form) {
        return new VolumeRule(json.deepCopy().put("form", form.text()));
    }

    private VolumeRule fault(String type, String in) {
        return new VolumeRule(json.deepCopy().put("fault", type).put("in", in));
    }

    ObjectNode json() {
        return json.deepCopy();
    }
}
