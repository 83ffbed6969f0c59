/// An HTTPS client for one server of any kind: exchanges limited in time and bytes, verification of the server's
/// certificate, and the proxy on the way.
///
/// The package knows deadlines, certificates, fingerprints, proxies and their logins. It says in one printable
/// line without secrets why an exchange got no response. It does not know the content of requests or what a status
/// means, keeps no session, writes no log and never retries. A client has one thread of the JDK's client and
/// virtual threads, which end with it.
///
/// Begin with [HttpsClient], which takes an [HttpEndpoint] (with a [TlsTrust] and an [HttpProxy]) and returns an
/// [HttpResult] or throws an [HttpException]. [PinningTrustManager] verifies certificates.
@NullMarked
package dev.vspherecloud.http;

import org.jspecify.annotations.NullMarked;
