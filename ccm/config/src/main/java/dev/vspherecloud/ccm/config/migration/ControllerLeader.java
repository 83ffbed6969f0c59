package dev.vspherecloud.ccm.config.migration;

/// An entry of the leader migration file: a controller, and the controller manager that is to run it.
///
/// @param name the name of the controller
/// @param component `kube-controller-manager` or `cloud-controller-manager`; `*` for the manager that holds the
///     second Lease
public record ControllerLeader(String name, String component) {
    /// The value of `component` that stands for every manager.
    public static final String ANY_COMPONENT = "*";

    boolean appliesTo(String manager) {
        return component.equals(manager) || component.equals(ANY_COMPONENT);
    }
}
