/// What is true of the machines, and what a modelled vCenter says of them.
///
/// A [Machine] holds the truth; a [ModelVcenter] lists VMs, keeps a history, and hides what its [Account] may not read.
/// The package does not know the cluster, the processes, or what counts as wrong. Begin with [Site], which a process
/// takes for one vCenter.
@NullMarked
package dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter;

import org.jspecify.annotations.NullMarked;
