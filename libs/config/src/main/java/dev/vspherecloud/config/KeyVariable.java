package dev.vspherecloud.config;

/// An environment variable that overrides a key.
///
/// @param name the whole name of the variable; for a variable of one vCenter, the part after `VCENTER_<ID>_`
/// @param inForce true if the variable has an effect in cloud-provider-vsphere (Go); false if it has an effect
///     only with `global.environmentOverrides`
public record KeyVariable(String name, boolean inForce) {
    /// Returns the name of this variable for the vCenter that the variable `VSPHERE_VCENTER_<ID>` names.
    public String of(String id) {
        return "VCENTER_" + id + "_" + name;
    }
}
