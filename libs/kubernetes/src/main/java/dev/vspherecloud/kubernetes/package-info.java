/// Sends requests to the API server, and classifies failures.
///
/// An [ApiServer] gives each call a deadline, waits when the server requests that, sends no faster than
/// allowed, and writes only while this process leads. Every failure is a [KubeException] with a kind. The
/// package does not know how a connection is made (`access`) or what the objects mean (`watch`, `event`,
/// `lease`, `review`, `secret`), and it starts no thread. Begin with [ApiServer], then [ApiTransport], which
/// sends one call.
@NullMarked
package dev.vspherecloud.kubernetes;

import org.jspecify.annotations.NullMarked;
