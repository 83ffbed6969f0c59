/// What the process counts and measures, and the text in which it tells: one table, [Metric], behind the registry, the
/// reference page, the dashboard and the alerts.
///
/// It knows nothing of what is measured. The other modules offer observers, and `ccm` ties the two together.
@NullMarked
package dev.vspherecloud.observability.metrics;

import org.jspecify.annotations.NullMarked;
