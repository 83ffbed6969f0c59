package dev.vspherecloud.csi.application.process;

import dev.vspherecloud.csi.config.CsiConfig;

/// What the main thread of the controller waits for.
sealed interface DriverEvent {
    /// This process is the active controller from now on.
    record BecameActive() implements DriverEvent {}

    /// This process is not the active controller any more.
    record Lost(String why) implements DriverEvent {}

    /// The configuration has changed, and the process can use it without a restart.
    record Reconfigured(CsiConfig config) implements DriverEvent {}

    /// The process is to stop.
    record Stop() implements DriverEvent {}
}
