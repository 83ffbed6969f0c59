/// Posts Events about objects of any kind.
///
/// An [EventRecorder] queues Events, raises the count of repeated ones, and keeps one object with many Events from
/// flooding the API server. It does not know what the reasons mean. It starts no thread: it is a [Runnable] that
/// its caller runs and interrupts. Begin with [EventRecorder], and with [EventJson] for the JSON that the server
/// gets.
@NullMarked
package dev.vspherecloud.kubernetes.event;

import org.jspecify.annotations.NullMarked;
