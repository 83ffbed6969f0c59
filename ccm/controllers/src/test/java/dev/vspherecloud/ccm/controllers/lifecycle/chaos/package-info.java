/// Chaos tests of the lifecycle controller: a model of vCenters, cluster, clocks and processes on virtual time, in
/// which the real controller and the real policies work.
///
/// The model specifies what may fail. The controller must survive whatever a model class allows. Only the
/// [InvariantChecker] knows the true state (`Machine` in `vcenter`, and the VMs of its `ModelVcenter`). A seed
/// determines a run completely.
@NullMarked
package dev.vspherecloud.ccm.controllers.lifecycle.chaos;

import org.jspecify.annotations.NullMarked;
