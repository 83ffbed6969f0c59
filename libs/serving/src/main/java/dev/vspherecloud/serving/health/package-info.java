/// The pages `/healthz`, `/livez`, `/readyz` and `/metrics/slis`.
///
/// The package knows how checks become a page and how results are counted. It does not know the checks
/// themselves: a [HealthCheck] is a name and a function. It starts no thread; checks run in the thread of the
/// request. Begin with [HealthPage].
@NullMarked
package dev.vspherecloud.serving.health;

import org.jspecify.annotations.NullMarked;
