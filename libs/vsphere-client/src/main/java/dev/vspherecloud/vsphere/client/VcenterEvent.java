package dev.vspherecloud.vsphere.client;

import java.time.Instant;
import java.util.Optional;

/// Something that happened, as a vCenter remembers it.
///
/// @param type  as in `VmRemovedEvent`
/// @param key   grows with each event
/// @param chain what events and tasks of one cause have in common
/// @param time  by vCenter's clock
/// @param user  whose doing it was; empty when nobody's
/// @param vm    that it is about, if it is about one; it may be gone
public record VcenterEvent(String type, long key, long chain, Instant time, String user, Optional<MoRef> vm) {
    /// Empty when the value is no event: one has a key and a time at least.
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
