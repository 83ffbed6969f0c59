/// The command `plan`: what changes if this driver replaces vsphere-csi-driver (Go). The policies are pure; begin with
/// [TakeoverPlanCommand].
@NullMarked
package dev.vspherecloud.csi.commands.plan;

import org.jspecify.annotations.NullMarked;
