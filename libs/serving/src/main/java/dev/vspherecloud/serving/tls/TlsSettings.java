package dev.vspherecloud.serving.tls;

import java.util.List;

/// The TLS settings of the server.
///
/// @param certificate  the certificate for clients that request none of the server names in `sni`
/// @param minVersion   the lowest protocol version as Java names it, such as `TLSv1.2`
/// @param cipherSuites the cipher suites by their IANA names, in order of preference; empty means Java's own
/// @param curves       named groups as Java names them; empty means Java's own
public record TlsSettings(
        CertificateSource certificate,
        List<SniCertificate> sni,
        String minVersion,
        List<String> cipherSuites,
        List<String> curves) {
    public TlsSettings {
        sni = List.copyOf(sni);
        cipherSuites = List.copyOf(cipherSuites);
        curves = List.copyOf(curves);
    }
}
