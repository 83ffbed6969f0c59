/// HTTPS with one server, for any server: an exchange that is bounded in time and bytes, the trust in who
/// answers, and the proxy on the way.
///
/// The package knows deadlines, certificates, fingerprints, proxies and their logins, and says in one printable
/// line without secrets why an exchange brought no answer. It does not know what is asked of the server or what a
/// status means, keeps no session, writes no log and never retries. A link has one thread of the JDK's client and
/// virtual threads, which end with it.
///
/// Begin with [HttpsClient], which takes an [HttpEndpoint] (with a [TlsTrust] and an [HttpProxy]) and gives an
/// [HttpResult] or an [HttpException]; certificates are judged in [PinningTrustManager].
@NullMarked
package dev.vspherecloud.http;

import org.jspecify.annotations.NullMarked;
