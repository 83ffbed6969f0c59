/// A third controller, as an engineer would add one: it follows Services and says on each that wants a load balancer
/// that there is none.
///
/// It shows what a new controller takes: this package, and an entry in the list of controllers. It knows nothing of
/// Nodes or of vCenter.
@NullMarked
package dev.vspherecloud.ccm.application.loadbalancer;

import org.jspecify.annotations.NullMarked;
