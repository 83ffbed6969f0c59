package dev.vspherecloud.ccm.controllers.node;

import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.vm.Vm;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// The VM of each Node that the lifecycle controller has confirmed.
///
/// While vCenter hides the VM of a Node, a search may find only a copy with the same BIOS UUID. If the Node then
/// recorded the copy, the end of the copy would lead to the deletion of the Node. So the record of one VM is
/// replaced by another VM only after the lifecycle controller confirmed that the recorded VM is gone.
///
/// Threads: any.
public final class ConfirmedVms {
    private final Map<NodeName, Confirmed> confirmed = new ConcurrentHashMap<>();
    private final Consumer<NodeName> replaced;

    /// The confirmed VM of one Node.
    ///
    /// @param uid the UID of the Node; a later Node of the same name has another UID
    private record Confirmed(String uid, RecordedVm vm) {}

    /// Creates an empty set of confirmed VMs.
    ///
    /// @param replaced receives the name of each Node for which another VM was confirmed than before
    public ConfirmedVms(Consumer<NodeName> replaced) {
        this.replaced = replaced;
    }

    public void confirm(NodeView node, Vm vm) {
        boolean isReplaced = !allows(node, vm);
        confirmed.put(node.name(), new Confirmed(node.meta().uid(), RecordedVm.of(vm)));
        if (isReplaced) {
            replaced.accept(node.name());
        }
    }

    public void forget(NodeName node) {
        confirmed.remove(node);
    }

    /// Returns true if the VM may be recorded on the Node: it is not another VM than the confirmed or recorded one.
    public boolean allows(NodeView node, Vm vm) {
        return Optional.ofNullable(confirmed.get(node.name()))
                .filter(known -> known.uid().equals(node.meta().uid()))
                .map(Confirmed::vm)
                .or(node::recordedVm)
                .filter(known -> known.isOther(vm))
                .isEmpty();
    }
}
