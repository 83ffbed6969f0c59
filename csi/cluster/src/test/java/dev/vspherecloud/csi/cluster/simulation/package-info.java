/// A model in virtual time: a CNS, an API server, two replicas that crash and take over, and a provisioner. Begin
/// with `SimulatedRun`.
@NullMarked
package dev.vspherecloud.csi.cluster.simulation;

import org.jspecify.annotations.NullMarked;
