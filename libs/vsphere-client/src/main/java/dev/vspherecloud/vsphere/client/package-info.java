/// The client for one vCenter: vim25 SOAP as of vSphere 6.7 Update 3, and the tagging REST API.
///
/// The public types are [VcenterClient], the two sessions that it opens ([VcenterSession], [TaggingSession]), their
/// values, and [VcenterException] with a kind. The package knows requests, responses, sessions and what a failure
/// means. It does not know Kubernetes or Nodes, keeps no state beyond its sessions, and never retries or logs in by
/// itself: the caller decides when. HTTP and TLS are in [dev.vspherecloud.http]; [VcenterHttp] says which of their
/// failures is which of a vCenter.
///
/// [OpenSessions] owns each session from the response to its login until its log-out, each in a virtual thread of its
/// own that is never interrupted. [VcenterClient#close] logs out of all that are left, at the same time, each with a
/// deadline of a few seconds ([Timeouts]).
///
/// Begin with [VcenterClient]; the wire format is in [Vim25Requests] and [Vim25Answers].
@NullMarked
package dev.vspherecloud.vsphere.client;

import org.jspecify.annotations.NullMarked;
