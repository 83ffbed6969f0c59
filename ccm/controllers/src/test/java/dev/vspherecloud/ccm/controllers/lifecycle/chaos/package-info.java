/// A world that lies: a model of vCenters, cluster, clocks and processes on virtual time, in which the real lifecycle
/// controller and the real policies work.
///
/// It is a specification of what may go wrong. What a model class allows, the controller must survive; what
/// happens in truth (`Machine` in `vcenter`, and the VMs of its `ModelVcenter`) is known to the
/// [InvariantChecker] alone. One seed makes one run, and the same seed the same run.
@NullMarked
package dev.vspherecloud.ccm.controllers.lifecycle.chaos;

import org.jspecify.annotations.NullMarked;
