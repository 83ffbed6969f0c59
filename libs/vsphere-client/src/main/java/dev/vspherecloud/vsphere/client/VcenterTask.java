package dev.vspherecloud.vsphere.client;

import java.util.Optional;

/// A task in the history of a vCenter.
///
/// @param key    the key of the task, as in `task-42`
/// @param method the method that was called, as in `VirtualMachine.destroy`
/// @param entity the object of the call; it may not exist any more
/// @param chainId  the id that events and tasks of one cause have in common; 0 if vCenter does not report it
/// @param user   the user who called the method; empty if it was not a user
/// @param activationId "a client-provided token to link an API call with a task"; empty if vCenter does not report one
public record VcenterTask(
        String key,
        String method,
        Optional<MoRef> entity,
        State state,
        long chainId,
        String user,
        String activationId) {
    /// The state of the task.
    public enum State {
        QUEUED,
        RUNNING,
        SUCCESS,
        ERROR,

        /// A state of a task that this program does not know.
        OTHER;

        private static State of(String text) {
            return switch (text) {
                case "queued" -> QUEUED;
                case "running" -> RUNNING;
                case "success" -> SUCCESS;
                case "error" -> ERROR;
                default -> OTHER;
            };
        }
    }

    /// Reads a task; empty if the value is not a task. A task has at least a key.
    static Optional<VcenterTask> from(PropertyValue value) {
        return value.field("key")
                .text()
                .map(key -> new VcenterTask(
                        key,
                        value.field("descriptionId").text().orElse(""),
                        value.field("entity").ref(),
                        State.of(value.field("state").text().orElse("")),
                        HistoryValues.number(value, "eventChainId").orElse(0L),
                        value.field("reason").field("userName").text().orElse(""),
                        value.field("activationId").text().orElse("")));
    }
}
