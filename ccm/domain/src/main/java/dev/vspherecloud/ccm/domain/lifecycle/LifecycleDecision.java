package dev.vspherecloud.ccm.domain.lifecycle;

import dev.vspherecloud.domain.existence.Proof;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.vm.Vm;

/// What to do if the VM of one Node is gone or does not run. See [LifecyclePolicy].
public sealed interface LifecycleDecision {
    /// Add the shutdown taint, because the VM does not run.
    record Taint(Vm vm) implements LifecycleDecision {}

    /// Remove the shutdown taint.
    ///
    /// @param why for people
    record Untaint(String why) implements LifecycleDecision {}

    /// Delete the Node, because its VM is gone.
    record Delete(Proof proof) implements LifecycleDecision {}

    /// Keep the Node although its VM is missing, and report why.
    record Keep(Reason reason) implements LifecycleDecision {}

    /// Do nothing and report nothing.
    record NoChange() implements LifecycleDecision {}
}
