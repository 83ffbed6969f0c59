package dev.vspherecloud.ccm.config.migration;

/// Names the manager that is to run a controller that moves.
///
/// @param name of the controller
/// @param component `kube-controller-manager` or `cloud-controller-manager`; `*` for the manager that holds the
///   second Lease
public record ControllerLeader(String name, String component) {
    /// Matches every manager.
    public static final String ANY_COMPONENT = "*";

    boolean appliesTo(String manager) {
        return component.equals(manager) || component.equals(ANY_COMPONENT);
    }
}
