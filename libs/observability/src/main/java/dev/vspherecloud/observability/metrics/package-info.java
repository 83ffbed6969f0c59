/// Metrics: the registry of a process, the table of metrics that a program passes to the registry, and the
/// exposition format.
///
/// The package knows the columns of the table, and bounds the values of labels by it. It knows neither the
/// metrics of a program nor the code that measures. It starts no thread. Begin with [MetricDefinition];
/// [Metrics] is the registry.
@NullMarked
package dev.vspherecloud.observability.metrics;

import org.jspecify.annotations.NullMarked;
