package dev.vspherecloud.config;

/// An environment variable that overrides a key.
///
/// @param name the whole name; for a variable of one vCenter what follows `VCENTER_<ID>_`
/// @param inForce true if it works in cloud-provider-vsphere (Go); false if it works only with
///   `global.environmentOverrides`
public record KeyVariable(String name, boolean inForce) {
    /// Returns its name for the vCenter that `VSPHERE_VCENTER_<ID>` names.
    public String of(String id) {
        return "VCENTER_" + id + "_" + name;
    }
}
