/// Metrics: one table, [Metric], behind the registry, the reference page, the dashboard and the alerts.
///
/// The package knows names, labels and the exposition format. It does not know who measures: the other modules
/// offer observers, and `ccm.metrics` connects the two. It starts no thread. Begin with [Metric]; [Metrics] is the
/// registry.
@NullMarked
package dev.vspherecloud.observability.metrics;

import org.jspecify.annotations.NullMarked;
