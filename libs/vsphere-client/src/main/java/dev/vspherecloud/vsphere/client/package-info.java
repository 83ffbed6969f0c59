/// The client for one vCenter: vim25 SOAP as of vSphere 6.7 Update 3, the tagging REST API, and the other SOAP
/// services of a vCenter in the same session ([SoapService]).
///
/// The package knows requests, responses, sessions and the meaning of a failure ([VcenterException]). Of HTTP
/// and TLS it knows only how to map their failures to those of a vCenter ([VcenterHttpClient]). It does not
/// know Kubernetes or Nodes, keeps no state beyond its sessions, and never retries or logs in by itself: the
/// caller decides when. [OpenSessions] owns each session from the response to its login until its logout, which
/// runs in a virtual thread that is never interrupted and has a deadline of a few seconds.
///
/// Begin with [VcenterClient]; the wire format is in [Vim25Requests] and [Vim25Answers].
@NullMarked
package dev.vspherecloud.vsphere.client;

import org.jspecify.annotations.NullMarked;
