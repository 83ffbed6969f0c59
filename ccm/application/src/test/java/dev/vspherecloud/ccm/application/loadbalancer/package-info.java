/// A third controller, as an engineer would add one. It watches Services and posts an Event on each Service of type
/// LoadBalancer that no load balancer is provided.
///
/// It shows what a new controller needs: this package, and an entry in the list of controllers. It does not depend
/// on Nodes or vCenter.
@NullMarked
package dev.vspherecloud.ccm.application.loadbalancer;

import org.jspecify.annotations.NullMarked;
