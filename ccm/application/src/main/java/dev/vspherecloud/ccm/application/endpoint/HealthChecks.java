package dev.vspherecloud.ccm.application.endpoint;

import dev.vspherecloud.serving.health.HealthCheck;
import java.util.List;

/// The health checks that apply while this process leads.
///
/// @param live checks whose failure only a restart of the process can repair
/// @param ready checks whose failure ends without a restart
public record HealthChecks(List<HealthCheck> live, List<HealthCheck> ready) {
    public static final HealthChecks NONE = new HealthChecks(List.of(), List.of());

    public HealthChecks {
        live = List.copyOf(live);
        ready = List.copyOf(ready);
    }
}
