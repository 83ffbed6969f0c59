/// The log of the process, and the version of the program.
///
/// The package knows the format of a log line and which lines are written. It does not know Nodes, vCenters or
/// Kubernetes: it is an slf4j provider, found on the class path, and other modules use slf4j only. It starts no
/// thread; the calling thread writes its line.
///
/// Begin with [KlogLoggers]; [Verbosity] decides which lines are written.
@NullMarked
package dev.vspherecloud.observability;

import org.jspecify.annotations.NullMarked;
