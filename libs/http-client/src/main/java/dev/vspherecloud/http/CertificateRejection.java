package dev.vspherecloud.http;

/// Why a certificate is refused.
///
/// @param reason goes on from "its certificate is not accepted:"; one line, fit to print
record CertificateRejection(TlsFailureReason flaw, String reason) {}
