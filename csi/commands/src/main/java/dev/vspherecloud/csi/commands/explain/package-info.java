/// The command `explain volume`: what Kubernetes, the records of the driver and CNS say about one volume. It writes
/// nothing. Begin with [ExplainVolumeCommand].
@NullMarked
package dev.vspherecloud.csi.commands.explain;

import org.jspecify.annotations.NullMarked;
