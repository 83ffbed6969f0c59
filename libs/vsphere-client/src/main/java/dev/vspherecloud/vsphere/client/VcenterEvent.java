package dev.vspherecloud.vsphere.client;

import java.time.Instant;
import java.util.Optional;

/// An event in the history of a vCenter.
///
/// @param type  the event type, as in `VmRemovedEvent`
/// @param key   the key of the event, which grows with each event
/// @param chainId the id that events and tasks of one cause have in common
/// @param time  the time by vCenter's clock
/// @param user  the user who caused the event; empty if there was none
/// @param vm    the VM that the event is about, if any; it may not exist any more
public record VcenterEvent(String type, long key, long chainId, Instant time, String user, Optional<MoRef> vm) {
    /// Reads an event; empty if the value is not an event. An event has at least a key and a time.
    static Optional<VcenterEvent> from(PropertyValue value) {
        return HistoryValues.number(value, "key").flatMap(key -> HistoryValues.time(value, "createdTime")
                .map(time -> new VcenterEvent(
                        HistoryValues.type(value),
                        key,
                        HistoryValues.number(value, "chainId").orElse(0L),
                        time,
                        value.field("userName").text().orElse(""),
                        value.field("vm").field("vm").ref())));
    }
}
