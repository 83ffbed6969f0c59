package dev.vspherecloud.kubernetes.review;

/// The decision of the API server's authorizers about a request.
///
/// Form: authorization.k8s.io/v1 SubjectAccessReviewStatus.
///
/// @param reason the reason in words; may be empty
public record AccessReviewStatus(boolean isAllowed, String reason) {}
