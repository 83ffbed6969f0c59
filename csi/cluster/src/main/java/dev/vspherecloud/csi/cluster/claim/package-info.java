/// What the API server says about PersistentVolumeClaims: which claim a volume is for, Events about it, and whether it
/// still exists.
///
/// The package writes only Events. It decides nothing. Begin with [ClaimEvents] and [KubeClaimStates].
@NullMarked
package dev.vspherecloud.csi.cluster.claim;

import org.jspecify.annotations.NullMarked;
