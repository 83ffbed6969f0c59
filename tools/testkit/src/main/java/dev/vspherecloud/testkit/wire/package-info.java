/// HTTP/1.1 at the level of bytes: what the fault proxy and the scripted vCenter have in common.
///
/// Knows message heads, body framing, loopback listeners, TLS identities and who owns which thread. Knows nothing of
/// SOAP, REST or Kubernetes. Everything here is for tests: it favours being able to misbehave over being fast.
@NullMarked
package dev.vspherecloud.testkit.wire;

import org.jspecify.annotations.NullMarked;
