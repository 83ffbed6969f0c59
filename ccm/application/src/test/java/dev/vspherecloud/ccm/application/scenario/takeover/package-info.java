/// Promises about clusters that cloud-provider-vsphere (Go) ran before: the program plans what it would change, takes
/// over, and gives back.
///
/// Begin with [TakeoverScenario]. A [GoCluster] is such a cluster.
@NullMarked
package dev.vspherecloud.ccm.application.scenario.takeover;

import org.jspecify.annotations.NullMarked;
