/// Leader election by a Lease, and other data on a Lease.
///
/// A [LeaderElector] acquires and renews the Lease, and calls [LeaderCallbacks] when it is won or lost. A
/// [LeaseLeadership] says whether this process leads at this moment. The package does not know what a leader
/// does. The elector is a [Runnable] that its caller runs. [LeaseWatch] starts a thread while the process waits
/// for a Lease, and [KubeElectionEvents] a short one for the Event of a new leader. Begin with [LeaderElector],
/// then [ElectionAttempt] and [ElectionStep] for its decisions.
@NullMarked
package dev.vspherecloud.kubernetes.lease;

import org.jspecify.annotations.NullMarked;
