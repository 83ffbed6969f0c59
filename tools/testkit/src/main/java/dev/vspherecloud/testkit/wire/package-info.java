/// HTTP/1.1 on the level of bytes, for the fault proxy and the scripted vCenter.
///
/// The package knows message heads, body framing, loopback listeners and TLS certificates. It does not know SOAP, REST
/// or Kubernetes. It is for tests: it can violate the protocols on purpose, and is not fast. Threads: [Workers] starts
/// the virtual threads of one server, and closing it ends them. Begin with [Connection] and [LoopbackListener].
@NullMarked
package dev.vspherecloud.testkit.wire;

import org.jspecify.annotations.NullMarked;
