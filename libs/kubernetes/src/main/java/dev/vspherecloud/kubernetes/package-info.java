/// The API server: Nodes, Services, Events, Leases and Secrets, as the domain's ports and nothing more.
///
/// Everything goes through one [KubeConnection]: it knows where the API server is and who we are, gives each call a
/// deadline and turns each failure into a [KubeException] with a kind. What comes back is read into the few fields
/// we care about. This package decides nothing about Nodes, and starts no thread: what must run is a [Runnable].
@NullMarked
package dev.vspherecloud.kubernetes;

import org.jspecify.annotations.NullMarked;
