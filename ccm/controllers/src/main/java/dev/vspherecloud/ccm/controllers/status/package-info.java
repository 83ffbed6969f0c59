/// Reports why a Node needs attention: an Event, a log line, a count.
///
/// The package knows what was already reported and when to repeat it; a problem of a whole vCenter is reported once
/// and not for each Node. It does not decide whether a reason applies. It starts no thread. Begin with
/// [StatusReporter].
@NullMarked
package dev.vspherecloud.ccm.controllers.status;

import org.jspecify.annotations.NullMarked;
