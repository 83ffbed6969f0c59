/// The table of metrics, [Metric], and what feeds it: each class observes one part of the program and counts.
///
/// The package knows the observers that other modules offer, and the registry that it gives its table to. It
/// makes no decision, and no decision depends on a count. It starts no thread; observers run in the threads
/// that they observe. Begin with [ProgramMetrics].
@NullMarked
package dev.vspherecloud.ccm.application.metrics;

import org.jspecify.annotations.NullMarked;
