/// vCenter on the wire: what the rest of the program may ask it, and what can go wrong.
///
/// The public types are [VcenterClient][dev.vspherecloud.vsphere.client.VcenterClient], the two sessions it
/// opens, the values they take and give, and one exception with a kind. This package turns those values into
/// vim25 SOAP (as of vSphere 6.7 Update 3) and tagging REST calls, over one HTTP client per vCenter. It knows
/// nothing of Kubernetes, keeps no state beyond a session, never retries and never logs in by itself: when to
/// try again is the caller's decision.
@NullMarked
package dev.vspherecloud.vsphere.client;

import org.jspecify.annotations.NullMarked;
