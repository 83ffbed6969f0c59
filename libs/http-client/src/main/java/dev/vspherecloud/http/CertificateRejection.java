package dev.vspherecloud.http;

/// The reason why a certificate is refused.
///
/// @param explanation one printable line that continues the text "its certificate is not accepted:"
record CertificateRejection(TlsFailureReason tlsFailureReason, String explanation) {}
