/// An HTTPS client for one server of any kind: exchanges limited in time and bytes, verification of the
/// server's certificate, and proxies.
///
/// The package handles deadlines, certificates, fingerprints, proxies and their logins. If an exchange gets no
/// response, it says why in one printable line without secrets. It does not know the content of requests or
/// what a status means, keeps no session, writes no log and never retries. A client has one thread of the JDK's
/// client and virtual threads, which end with the client.
///
/// Begin with [HttpsClient], which takes an [HttpEndpoint] (with a [TlsTrust] and an [HttpProxy]) and returns
/// an [HttpResult] or throws an [HttpException]. [PinningTrustManager] verifies certificates.
@NullMarked
package dev.vspherecloud.http;

import org.jspecify.annotations.NullMarked;
