package dev.vspherecloud.kubernetes.review;

import java.util.List;
import java.util.Map;

/// A user as the API server identifies them, in reviews of tokens and of access.
///
/// Form: authentication.k8s.io/v1 UserInfo.
///
/// @param uid   the uid of the user; empty if there is none
/// @param extra further data for the cluster's authorizers, such as the Pod that a token belongs to
public record Subject(String name, String uid, List<String> groups, Map<String, List<String>> extra) {
    public Subject {
        groups = List.copyOf(groups);
        extra = Map.copyOf(extra);
    }
}
