/// What the process serves on its port, and to whom: health, metrics, and pages about the process.
///
/// [ServingAccess] asks the API server who a client is and what it may read. [ProcessHealth] gathers the health
/// checks of all parts. The package knows the web server and the reviews of the API server, and no controller.
///
/// Threads: [ServingAccess] starts `authentication`, which reads which client certificates are valid.
///
/// Begin with [ServingEndpoint].
@NullMarked
package dev.vspherecloud.ccm.application.endpoint;

import org.jspecify.annotations.NullMarked;
