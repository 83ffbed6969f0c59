/// Decides the next step of creating, deleting and expanding a volume, so that each happens exactly once.
///
/// An [OperationRecord] in the cluster says what was started. [OperationFacts] collects what one call has learned
/// from the record, from vCenter's tasks and from CNS. [OperationPolicy] names the next [OperationStep]. An executor
/// carries it out, adds the result to the facts, and asks again. [SweepPolicy] decides what becomes of records, and
/// of volumes that an abandoned attempt created late.
@NullMarked
package dev.vspherecloud.csi.domain;

import org.jspecify.annotations.NullMarked;
