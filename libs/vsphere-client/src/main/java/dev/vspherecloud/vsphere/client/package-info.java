/// The client for one vCenter: vim25 SOAP as of vSphere 6.7 Update 3, and the tagging REST API.
///
/// The public types are [VcenterClient], the two sessions that it opens ([VcenterSession], [TaggingSession]), their
/// values, and [VcenterException] with a kind. The package knows requests, responses, TLS and deadlines. It does
/// not know Kubernetes or Nodes, keeps no state beyond its sessions, and never retries or logs in by itself: the
/// caller decides when.
///
/// [OpenSessions] owns each session from the response to its login until its log-out. [VcenterClient#close] logs
/// out of all that are left, at the same time, each with a deadline of a few seconds ([Timeouts]).
///
/// Threads: each log-out runs in a virtual thread of its own, which is never interrupted; the HTTP client has an
/// executor of virtual threads, which [VcenterHttp] closes.
///
/// Begin with [VcenterClient]; the wire format is in [Vim25Requests] and [Vim25Answers].
@NullMarked
package dev.vspherecloud.vsphere.client;

import org.jspecify.annotations.NullMarked;
