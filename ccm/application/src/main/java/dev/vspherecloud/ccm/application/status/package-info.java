/// The page `/status` on the serving port: what a person wants to know first when Nodes are not as they should be.
///
/// [StatusHandler] reads snapshots of what the observers of the metrics already hold, so that a request neither waits
/// for a controller nor calls another server. [StatusHtml] renders the [StatusModel] as one HTML page without scripts.
/// The only state of this package is [RecentChanges], which remembers a fixed number of writes to Nodes.
@NullMarked
package dev.vspherecloud.ccm.application.status;

import org.jspecify.annotations.NullMarked;
