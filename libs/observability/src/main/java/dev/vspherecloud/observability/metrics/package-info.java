/// Metrics: the registry of a process, the table of metrics that a program gives it, and the exposition format.
///
/// The package knows what a table says of a metric, and bounds the values of labels by it. It knows no metric of a
/// program, and nobody who measures. It starts no thread. Begin with [MetricDefinition]; [Metrics] is the registry.
@NullMarked
package dev.vspherecloud.observability.metrics;

import org.jspecify.annotations.NullMarked;
