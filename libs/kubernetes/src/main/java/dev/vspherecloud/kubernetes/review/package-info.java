/// Asks the API server who a client of this process is, what the client may do, and which CA certificates the
/// cluster trusts.
///
/// The answers come from TokenReviews, SubjectAccessReviews and the ConfigMap
/// `extension-apiserver-authentication`. The package has no server and no cache: the code that serves clients
/// keeps the answers. It starts no thread. Begin with [KubeTokenReviews] and [KubeAccessReviews].
@NullMarked
package dev.vspherecloud.kubernetes.review;

import org.jspecify.annotations.NullMarked;
