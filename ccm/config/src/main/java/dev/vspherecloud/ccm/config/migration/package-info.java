/// Leader migration: moves controllers from one controller manager to another, so that they never run in both.
///
/// A file that both managers read names the controllers that move. These controllers run under a second Lease, for
/// which both managers compete. This package reads the file and tells under which Lease a controller runs. It knows
/// neither Leases nor the controllers of this project, and starts no thread. Begin with [MigrationReader].
///
/// Rule from: Kubernetes, KEP 2436 and `controller-manager/pkg/leadermigration`.
@NullMarked
package dev.vspherecloud.ccm.config.migration;

import org.jspecify.annotations.NullMarked;
