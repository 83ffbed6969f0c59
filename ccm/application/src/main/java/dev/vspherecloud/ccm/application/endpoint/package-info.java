/// Serves pages over HTTPS: health, metrics, and debug pages about the process. It also decides which clients may
/// read them.
///
/// [ServingAccess] asks the API server who a client is and what it may read. [ProcessHealth] collects the health
/// checks of all parts. The package knows the web server and the reviews of the API server, and no controller.
///
/// Threads: [ServingAccess] starts `authentication`, which reads which CA certificates are valid for clients.
///
/// Begin with [ServingEndpoint].
@NullMarked
package dev.vspherecloud.ccm.application.endpoint;

import org.jspecify.annotations.NullMarked;
