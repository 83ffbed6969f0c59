package dev.vspherecloud.ccm.application;

import dev.vspherecloud.serving.health.HealthCheck;
import java.util.List;

/// What must be so while this process leads.
///
/// @param live  when one is not well, only a restart helps
/// @param ready when one is not well, it will be by itself
record WorkChecks(List<HealthCheck> live, List<HealthCheck> ready) {
    static final WorkChecks NONE = new WorkChecks(List.of(), List.of());

    WorkChecks {
        live = List.copyOf(live);
        ready = List.copyOf(ready);
    }
}
