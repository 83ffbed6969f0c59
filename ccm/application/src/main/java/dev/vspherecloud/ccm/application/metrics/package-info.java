/// The table of metrics, [Metric], and the observers that feed it: each class observes one part of the program.
///
/// The package implements the observer interfaces of other modules and passes its table to the registry. It makes
/// no decision, and no decision depends on a metric. It starts no thread; observers run in the threads that they
/// observe. Begin with [ProgramMetrics].
@NullMarked
package dev.vspherecloud.ccm.application.metrics;

import org.jspecify.annotations.NullMarked;
