package dev.vspherecloud.ccm.application.endpoint;

import dev.vspherecloud.serving.health.HealthCheck;
import java.util.List;

/// What must be so while this process leads.
///
/// @param live  when one is not well, only a restart helps
/// @param ready when one is not well, it will be by itself
public record HealthChecks(List<HealthCheck> live, List<HealthCheck> ready) {
    public static final HealthChecks NONE = new HealthChecks(List.of(), List.of());

    public HealthChecks {
        live = List.copyOf(live);
        ready = List.copyOf(ready);
    }
}
