/// Taints Nodes whose VM is off, and deletes those whose VM is gone.
///
/// It reads Nodes and VMs through ports, has vCenter asked about what is missing, lets
/// [dev.vspherecloud.domain.lifecycle.LifecyclePolicy] decide, and does what was decided. It never talks to vCenter.
/// One thread at a time works here; nothing in this package is meant for two.
@NullMarked
package dev.vspherecloud.controllers.lifecycle;

import org.jspecify.annotations.NullMarked;
