package dev.vspherecloud.ccm.config.migration;

/// Who is to run a controller that moves.
///
/// @param name      of the controller
/// @param component `kube-controller-manager` or `cloud-controller-manager`; `*` for whoever has the second Lease
public record ControllerLeader(String name, String component) {
    /// Stands for every manager.
    public static final String EVERYBODY = "*";

    boolean isFor(String manager) {
        return component.equals(manager) || component.equals(EVERYBODY);
    }
}
