/// Whom to believe over TLS, how to get there through a proxy, and how to write of it: for any server that is spoken to
/// by HTTPS.
///
/// The package knows certificates, fingerprints, proxies and their logins, and says in one printable line why a server
/// is not believed. It does not know what is asked of the server, opens no connection and starts no thread. Begin with
/// [TlsTrust], [ServerTrust] and [HttpProxy].
@NullMarked
package dev.vspherecloud.http;

import org.jspecify.annotations.NullMarked;
