package dev.vspherecloud.ccm.application.endpoint;

import dev.vspherecloud.serving.health.HealthCheck;
import java.util.List;

/// The health checks of this process while it leads.
///
/// @param live if one fails, only a restart helps
/// @param ready if one fails, it recovers by itself
public record HealthChecks(List<HealthCheck> live, List<HealthCheck> ready) {
    public static final HealthChecks NONE = new HealthChecks(List.of(), List.of());

    public HealthChecks {
        live = List.copyOf(live);
        ready = List.copyOf(ready);
    }
}
