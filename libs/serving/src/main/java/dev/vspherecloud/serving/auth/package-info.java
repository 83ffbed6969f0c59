/// Authentication and authorization of requests to the HTTPS server, delegated to the cluster.
///
/// The package knows the order of client certificates, bearer tokens and front proxies, what an answer of the
/// cluster means, and how long it is cached. It does not send requests to the API server: other modules
/// implement [TokenReviews], [AccessReviews] and [ClusterAuthentication]. It starts no thread; a thread of the
/// caller refreshes [ClusterClientCa].
///
/// Begin with [DelegatedAccessFilter] and [Authorization].
///
/// Rule from: kubernetes/apiserver, delegating authentication and authorization.
@NullMarked
package dev.vspherecloud.serving.auth;

import org.jspecify.annotations.NullMarked;
