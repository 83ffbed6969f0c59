/// Asks the API server who a client of this process is, what it may do, and whose certificates it trusts.
///
/// The answers come from TokenReviews, SubjectAccessReviews and the ConfigMap `extension-apiserver-authentication`.
/// The package knows no port and no cache: who serves clients keeps the answers. It starts no thread. Begin with
/// [KubeTokenReviews] and [KubeAccessReviews].
@NullMarked
package dev.vspherecloud.kubernetes.review;

import org.jspecify.annotations.NullMarked;
