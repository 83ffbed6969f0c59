/// Decides which use of volumes CNS records: which PersistentVolume, claim and Pods a volume has, which
/// entries are out of date, and which volumes nothing refers to. Pure functions over values.
@NullMarked
package dev.vspherecloud.csi.domain.metadata;

import org.jspecify.annotations.NullMarked;
