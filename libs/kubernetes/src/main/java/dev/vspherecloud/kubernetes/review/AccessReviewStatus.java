package dev.vspherecloud.kubernetes.review;

/// Whether the API server's authorizers allow what was asked.
///
/// Form: authorization.k8s.io/v1 SubjectAccessReviewStatus.
///
/// @param reason for people; may be empty
public record AccessReviewStatus(boolean isAllowed, String reason) {}
