/// Where a new volume may lie, and why a datastore was refused.
///
/// [PlacementPolicy] decides for one vCenter. [NodeSight] tells which Nodes see a datastore, and so from which
/// segments its volumes are accessible. The package knows vCenter only as values: begin with [StorageInventory].
@NullMarked
package dev.vspherecloud.csi.domain.placement;

import org.jspecify.annotations.NullMarked;
