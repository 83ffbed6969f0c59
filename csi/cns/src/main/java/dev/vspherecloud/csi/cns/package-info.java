/// Cloud Native Storage (CNS) of one vCenter: the requests, the results of its tasks, and waiting for tasks.
///
/// [CnsClient] sends one call and returns a task. [TaskWatch] waits for tasks of all callers with the long poll
/// of the inventory, so a task that runs costs no call. [CnsTaskParser] reads a task, and [CnsOutcome] says what
/// it means for one volume. A result that is missing, doubled or about another volume is
/// [Unclear][CnsOutcome.Unclear], never a success and never a failure.
///
/// [FirstClassDiskClient] asks vCenter for a disk whose volume CNS does not list.
///
/// The package does not know Kubernetes, CSI or why a volume is created. It never retries, and starts no thread.
@NullMarked
package dev.vspherecloud.csi.cns;

import org.jspecify.annotations.NullMarked;
