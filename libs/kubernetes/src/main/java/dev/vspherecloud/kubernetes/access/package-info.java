/// Connects to the API server: kubeconfig or service account, credentials, TLS, and HTTP.
///
/// A [KubeConnection] finds the server, authenticates to it, and reads files again that change on disk. The
/// package knows nothing of the objects in requests and responses. It starts no thread of its own, but the HTTP
/// client of each [ApiClient] has an executor of virtual threads, and a plugin of a kubeconfig runs as a
/// process. Begin with [KubeConnection], then [ClusterAccess] for what it reads and [HttpTransport] for what it
/// sends.
@NullMarked
package dev.vspherecloud.kubernetes.access;

import org.jspecify.annotations.NullMarked;
