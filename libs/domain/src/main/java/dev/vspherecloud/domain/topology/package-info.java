/// The zone and region of a Node, and the labels that name the inventory objects above its VM.
///
/// The package knows paths through the inventory and tags. It does not know how tags are read, and takes tags that
/// could not be read as unknown, never as absent. No I/O, no thread.
///
/// Begin with [TopologyPolicy]; [AncestorLabels] for the labels.
@NullMarked
package dev.vspherecloud.domain.topology;

import org.jspecify.annotations.NullMarked;
