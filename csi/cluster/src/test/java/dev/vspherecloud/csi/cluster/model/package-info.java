/// A model in virtual time: a CNS, an API server, two replicas that crash and take over, and a provisioner. Begin
/// with `ModelRun`.
@NullMarked
package dev.vspherecloud.csi.cluster.model;

import org.jspecify.annotations.NullMarked;
