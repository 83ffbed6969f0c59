package dev.vspherecloud.ccm.domain.lifecycle;

import dev.vspherecloud.domain.existence.Proof;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.vm.Vm;

/// What is to be done about the end of one Node. See [LifecyclePolicy].
public sealed interface LifecycleDecision {
    /// Its VM does not run.
    record Taint(Vm vm) implements LifecycleDecision {}

    /// @param why in words
    record Untaint(String why) implements LifecycleDecision {}

    /// Its VM is gone.
    record Delete(Proof proof) implements LifecycleDecision {}

    /// Its VM is missing, and it stays all the same; whoever looks at it must learn why.
    record Keep(Reason reason) implements LifecycleDecision {}

    /// There is nothing to be done, and nothing to say.
    record Nothing() implements LifecycleDecision {}
}
