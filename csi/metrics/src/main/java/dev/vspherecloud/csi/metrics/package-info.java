/// The table of metrics of the CSI driver, [CsiMetric], and the observers that feed it.
///
/// The package implements the observer interfaces of other modules and passes its table to the registry. It makes
/// no decision, and no decision depends on a metric. It starts no thread; observers run in the threads that they
/// observe. Begin with [CsiMetrics].
@NullMarked
package dev.vspherecloud.csi.metrics;

import org.jspecify.annotations.NullMarked;
