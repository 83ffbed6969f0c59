/// The TLS of the HTTPS server: serving certificates, reloaded when they change, and the protocol versions,
/// cipher suites and curves.
///
/// The package knows certificate files and directories, and creates a self-signed certificate if there is none.
/// It does not decide which client certificates are accepted; `serving.auth` does, after the handshake. It
/// starts no thread; a thread of `HttpsServer` checks the files.
///
/// Begin with [ServerCertificates]; [CertificateLoader] loads one certificate.
@NullMarked
package dev.vspherecloud.serving.tls;

import org.jspecify.annotations.NullMarked;
