/// The reasons why a Node needs attention, as far as the cloud controller manager finds them.
///
/// The package contains the meaning, the cause and the remedy of each reason, and the order in which the reference
/// page shows them. The policies decide when a reason applies. Reasons that the libraries find are in
/// [dev.vspherecloud.domain.reason.VsphereReason]. Values only, no thread. Begin with [NodeReason].
@NullMarked
package dev.vspherecloud.ccm.domain.reason;

import org.jspecify.annotations.NullMarked;
