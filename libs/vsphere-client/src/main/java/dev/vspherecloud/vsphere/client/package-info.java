/// The client for one vCenter: vim25 SOAP as of vSphere 6.7 Update 3, the tagging REST API, and the other SOAP
/// services of a vCenter in the same session ([SoapService]).
///
/// The package knows requests, responses, sessions and what a failure means ([VcenterException]); of HTTP and
/// TLS it knows only which failure there is which of a vCenter ([VcenterHttpClient]). It does not know
/// Kubernetes or Nodes, keeps no state beyond its sessions, and never retries or logs in by itself: the caller
/// decides when. [OpenSessions] owns each session from the response to its login until its log-out, which runs
/// in a virtual thread that nobody interrupts and has a deadline of a few seconds.
///
/// Begin with [VcenterClient]; the wire format is in [Vim25Requests] and [Vim25Answers].
@NullMarked
package dev.vspherecloud.vsphere.client;

import org.jspecify.annotations.NullMarked;
