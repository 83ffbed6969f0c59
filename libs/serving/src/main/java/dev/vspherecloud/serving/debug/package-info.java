/// Debug pages for administrators: flags, status, threads, heap, log level.
///
/// The pages show the state of the process and change nothing but the log verbosity. The package knows the
/// JVM's own interfaces; it does not know Nodes or vCenters, and starts no thread. Begin with [DebugPages].
@NullMarked
package dev.vspherecloud.serving.debug;

import org.jspecify.annotations.NullMarked;
