/// Leader migration: controllers move from one controller manager to another, and never run in both.
///
/// A file, the same for both managers, says which controllers move; they run under a second Lease for which both
/// compete. This package reads the file and answers under which Lease a controller runs. It does not know Leases or
/// the controllers of this project, and starts no thread. Begin with [MigrationReader].
///
/// Rule from: Kubernetes, KEP 2436 and `controller-manager/pkg/leadermigration`.
@NullMarked
package dev.vspherecloud.ccm.config.migration;

import org.jspecify.annotations.NullMarked;
