package dev.vspherecloud.serving.health;

/// What can be counted about health checks. Called by any thread; must return at once.
///
/// Rule from: component-base, metrics/prometheus/slis.
@FunctionalInterface
public interface HealthObserver {
    /// @param check its name
    /// @param page  whose check it was: `healthz`, `livez` or `readyz`
    void looked(String check, String page, boolean well);
}
