/// The client for the API server: watches, Events, Leases and Secrets, and leader election.
///
/// Every call goes through a [KubeConnection]. It knows where the API server is and with which credentials to
/// authenticate, gives each call a deadline, and turns each failure into a [KubeException] with a kind. Of each
/// object only the needed fields are read. The package knows no program: what a Node or a Service means to one is read
/// by that program.
///
/// Threads: [LeaseWatch] starts one while the process waits for a Lease, [KubeElectionEvents] a short one for the
/// Event of a new leader, and the HTTP client of each [ApiClient] has an executor of virtual threads. Watches, the
/// sender of Events and the elector are [Runnable]s that the caller runs and interrupts.
///
/// Begin with [KubeConnection], then [ApiServer] for calls, [CollectionWatcher] for watches, [EventPoster] for Events,
/// and [LeaderElector] for elections.
@NullMarked
package dev.vspherecloud.kubernetes;

import org.jspecify.annotations.NullMarked;
