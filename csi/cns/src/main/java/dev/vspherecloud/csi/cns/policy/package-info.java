/// Storage policies (SPBM) of one vCenter, found by name.
///
/// [StoragePolicyClient] reads all policies in three calls. [StoragePolicyList] is what vCenter answered, and finds a
/// name in it. Begin with [StoragePolicyClient].
///
/// The package does not know Kubernetes, CSI or volumes. It never retries, and starts no thread.
@NullMarked
package dev.vspherecloud.csi.cns.policy;

import org.jspecify.annotations.NullMarked;
