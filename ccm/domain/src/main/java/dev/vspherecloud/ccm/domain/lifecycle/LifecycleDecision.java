package dev.vspherecloud.ccm.domain.lifecycle;

import dev.vspherecloud.domain.existence.Proof;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.vm.Vm;

/// The decision about one Node whose VM is gone or does not run. [LifecyclePolicy] makes it.
public sealed interface LifecycleDecision {
    /// Add the shutdown taint, because the VM is powered off or suspended.
    record Taint(Vm vm) implements LifecycleDecision {}

    /// Remove the shutdown taint.
    ///
    /// @param why the reason, for people
    record Untaint(String why) implements LifecycleDecision {}

    /// Delete the Node, because its VM is gone.
    record Delete(Proof proof) implements LifecycleDecision {}

    /// Keep the Node although its VM is missing, and report the reason.
    record Keep(Reason reason) implements LifecycleDecision {}

    /// Do nothing and report nothing.
    record NoChange() implements LifecycleDecision {}
}
