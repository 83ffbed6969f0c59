/// Posts Events about objects of any kind.
///
/// An [EventRecorder] queues what is posted, counts what is said again, and keeps one noisy object from
/// flooding the API server. It does not know what the reasons mean. It starts no thread: it is a [Runnable]
/// that its caller runs and interrupts. Begin with [EventRecorder], and with [EventJson] for what the server
/// gets.
@NullMarked
package dev.vspherecloud.kubernetes.event;

import org.jspecify.annotations.NullMarked;
