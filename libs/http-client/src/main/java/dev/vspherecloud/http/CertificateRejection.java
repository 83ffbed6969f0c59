package dev.vspherecloud.http;

/// Why a certificate is refused.
///
/// @param explanation continues the text "its certificate is not accepted:"; one printable line
record CertificateRejection(TlsFailureReason tlsFailureReason, String explanation) {}
