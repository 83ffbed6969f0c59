package dev.vspherecloud.ccm.application.endpoint;

import dev.vspherecloud.serving.health.HealthCheck;
import java.util.List;

/// What must be so while this process leads.
///
/// @param live  when one is not well, only a restart helps
/// @param ready when one is not well, it will be by itself
public record WorkChecks(List<HealthCheck> live, List<HealthCheck> ready) {
    public static final WorkChecks NONE = new WorkChecks(List.of(), List.of());

    public WorkChecks {
        live = List.copyOf(live);
        ready = List.copyOf(ready);
    }
}
