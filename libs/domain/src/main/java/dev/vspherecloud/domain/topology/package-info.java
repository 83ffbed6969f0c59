/// The zone and region of a Node, and the labels that name the inventory objects above its VM.
///
/// The package searches paths through the inventory for tags. It does not read tags itself. It treats tags that
/// could not be read as unknown, never as absent. No I/O, no thread.
///
/// Begin with [TopologyPolicy]; [AncestorLabels] for the labels.
@NullMarked
package dev.vspherecloud.domain.topology;

import org.jspecify.annotations.NullMarked;
