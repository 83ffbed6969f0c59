package dev.vspherecloud.vsphere.client;

import java.util.Optional;

/// Something that a vCenter was told to do, as it remembers it.
///
/// @param key    as in `task-42`
/// @param method what was called, as in `VirtualMachine.destroy`
/// @param entity on which object; it may be gone
/// @param chain  what events and tasks of one cause have in common; 0 where that is not said
/// @param user   who called it; empty when it was not a user
public record VcenterTask(String key, String method, Optional<MoRef> entity, State state, long chain, String user) {
    /// How far it is.
    public enum State {
        QUEUED,
        RUNNING,
        SUCCESS,
        ERROR,

        /// One that we do not know.
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

    /// Empty when the value is no task: one has a key at least.
    static Optional<VcenterTask> from(PropertyValue value) {
        return value.field("key")
                .text()
                .map(key -> new VcenterTask(
                        key,
                        value.field("descriptionId").text().orElse(""),
                        value.field("entity").ref(),
                        State.of(value.field("state").text().orElse("")),
                        HistoryValues.number(value, "eventChainId").orElse(0L),
                        value.field("reason").field("userName").text().orElse("")));
    }
}
