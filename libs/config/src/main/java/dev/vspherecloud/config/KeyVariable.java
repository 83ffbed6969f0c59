package dev.vspherecloud.config;

/// An environment variable that overrides a key.
///
/// @param name    the whole name; for a variable of one vCenter what follows `VCENTER_<ID>_`
/// @param inForce true when it works in the Go program; false when it works only if
///                `global.environmentOverrides` says so
public record KeyVariable(String name, boolean inForce) {
    /// Its name for the vCenter that `VSPHERE_VCENTER_<ID>` names.
    public String of(String id) {
        return "VCENTER_" + id + "_" + name;
    }
}
