/// Leader migration: how controllers move from one controller manager to another without two of a kind at work.
///
/// A file, the same for both managers, says which controllers move; they run under a second Lease that both stand for.
/// This package reads the file and answers where a controller runs. It knows neither Leases nor our controllers.
///
/// Rule from: Kubernetes, KEP 2436 and `controller-manager/pkg/leadermigration`.
@NullMarked
package dev.vspherecloud.config.migration;

import org.jspecify.annotations.NullMarked;
