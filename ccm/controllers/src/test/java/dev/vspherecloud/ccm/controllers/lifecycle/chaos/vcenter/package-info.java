/// The true state of the machines, and the model of a vCenter, which may answer falsely.
///
/// A [Machine] holds the true state; a [ModelVcenter] lists VMs, keeps events, and hides what its [Account] may not
/// read. The package does not depend on the cluster, the processes, or the rules of the checker. Begin with [Site],
/// which a process sees as one vCenter.
@NullMarked
package dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter;

import org.jspecify.annotations.NullMarked;
