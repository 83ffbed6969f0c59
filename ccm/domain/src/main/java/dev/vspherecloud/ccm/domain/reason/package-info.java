/// Why a Node needs attention: the table of the cloud controller manager.
///
/// The package knows what is said of each reason, in words, cause and remedy, and the order in which the reference page
/// shows them. It does not know when a reason applies; the policies decide that. Reasons that the libraries find are in
/// [dev.vspherecloud.domain.reason.VsphereReason]. Values only, no thread. Begin with [NodeReason].
@NullMarked
package dev.vspherecloud.ccm.domain.reason;

import org.jspecify.annotations.NullMarked;
