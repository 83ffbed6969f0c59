package dev.vspherecloud.http;

/// Why a certificate is refused.
///
/// @param reason continues the text "its certificate is not accepted:"; one printable line
record CertificateRejection(TlsFailureReason flaw, String reason) {}
