/// Authentication and authorization of requests to the HTTPS server, delegated to the cluster.
///
/// The package knows the order of client certificates, bearer tokens and front proxies, what an answer of the
/// cluster means, and how long it is cached. It does not know how the API server is reached: [TokenReviews],
/// [AccessReviews] and [ClusterAuthentication] are ports. It starts no thread; [ClusterClientCa] is refreshed by a
/// thread of the caller.
///
/// Begin with [DelegatedAccessFilter] and [Authorization].
///
/// Rule from: kubernetes/apiserver, delegating authentication and authorization.
@NullMarked
package dev.vspherecloud.serving.auth;

import org.jspecify.annotations.NullMarked;
