/// What the process serves on its port, and to whom: health, metrics, and pages about the process.
///
/// [ServingAccess] asks the API server who a visitor is and what he may see. [ProcessHealth] gathers the health
/// checks of all parts. The package knows the web server and the reviews of the API server, and no controller.
///
/// Threads: [ServingAccess] starts `authentication`, which follows whose certificates count.
///
/// Begin with [ServingEndpoint].
@NullMarked
package dev.vspherecloud.ccm.application.endpoint;

import org.jspecify.annotations.NullMarked;
