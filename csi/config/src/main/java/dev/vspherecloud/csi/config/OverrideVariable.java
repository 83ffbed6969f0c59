package dev.vspherecloud.csi.config;

import dev.vspherecloud.config.ConfigKey;
import dev.vspherecloud.config.Section;
import dev.vspherecloud.config.VcenterKey;
import java.util.List;

/// An environment variable that overrides a key of the file.
///
/// @param name the whole name; for a variable of one vCenter, the part after `VCENTER_<ID>_`
///
/// Rule from: vsphere-csi-driver, pkg/common/config, FromEnv.
record OverrideVariable(String name, Section section, ConfigKey key) {
    /// The beginning of the variables that name one vCenter each.
    static final String VCENTER_PREFIX = "VSPHERE_VCENTER_";

    /// The only variable with this beginning that names no vCenter.
    static final String VCENTER_PORT = VCENTER_PREFIX + "PORT";

    /// The variables that apply to a whole section.
    static final List<OverrideVariable> OF_SECTIONS = List.of(
            new OverrideVariable("VSPHERE_VCENTER", Section.GLOBAL, VcenterKey.GLOBAL_SERVER),
            // Release 2 of vsphere-csi-driver reads this name. If both are set, the next one applies.
            new OverrideVariable(VCENTER_PORT, Section.GLOBAL, VcenterKey.PORT_NUMBER),
            new OverrideVariable("VSPHERE_PORT", Section.GLOBAL, VcenterKey.PORT_NUMBER),
            new OverrideVariable("VSPHERE_USER", Section.GLOBAL, VcenterKey.USER),
            new OverrideVariable("VSPHERE_PASSWORD", Section.GLOBAL, VcenterKey.PASSWORD),
            new OverrideVariable("VSPHERE_DATACENTER", Section.GLOBAL, VcenterKey.DATACENTERS),
            new OverrideVariable("VSPHERE_INSECURE", Section.GLOBAL, VcenterKey.INSECURE_FLAG),
            new OverrideVariable("VSPHERE_LABEL_REGION", CsiConfigSection.LABELS, CsiConfigKey.REGION),
            new OverrideVariable("VSPHERE_LABEL_ZONE", CsiConfigSection.LABELS, CsiConfigKey.ZONE),
            new OverrideVariable(
                    "GLOBAL_MAX_SNAPSHOTS_PER_BLOCK_VOLUME", CsiConfigSection.SNAPSHOT, CsiConfigKey.MAX_SNAPSHOTS),
            new OverrideVariable(
                    "GRANULAR_MAX_SNAPSHOTS_PER_BLOCK_VOLUME_VSAN",
                    CsiConfigSection.SNAPSHOT,
                    CsiConfigKey.MAX_SNAPSHOTS_VSAN),
            new OverrideVariable(
                    "GRANULAR_MAX_SNAPSHOTS_PER_BLOCK_VOLUME_VVOL",
                    CsiConfigSection.SNAPSHOT,
                    CsiConfigKey.MAX_SNAPSHOTS_VVOL));

    /// The variables that apply to the vCenter that `VSPHERE_VCENTER_<ID>` names.
    static final List<OverrideVariable> OF_ONE_VCENTER = List.of(
            new OverrideVariable("USERNAME", Section.VCENTER, VcenterKey.USER),
            new OverrideVariable("PASSWORD", Section.VCENTER, VcenterKey.PASSWORD),
            new OverrideVariable("PORT", Section.VCENTER, VcenterKey.PORT_NUMBER),
            new OverrideVariable("INSECURE", Section.VCENTER, VcenterKey.INSECURE_FLAG),
            new OverrideVariable("DATACENTERS", Section.VCENTER, VcenterKey.DATACENTERS));

    /// Returns the name of this variable for one vCenter.
    String of(String id) {
        return "VCENTER_" + id + "_" + name;
    }
}
