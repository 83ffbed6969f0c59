package dev.vspherecloud.ccm.controllers.node;

import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.vm.Vm;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// The VM of each Node as the lifecycle controller has confirmed it.
///
/// While vCenter hides the VM of a Node, a search may find only a copy with its BIOS UUID. If the Node recorded
/// that copy, the end of the copy would be the end of the Node. So the record of one VM is replaced by another VM
/// only after the lifecycle controller has confirmed that the recorded one is absent.
///
/// Threads: any.
public final class ConfirmedVms {
    private final Map<NodeName, Confirmed> confirmed = new ConcurrentHashMap<>();
    private final Consumer<NodeName> replaced;

    /// @param uid of the Node: a later Node of the same name has another one
    private record Confirmed(String uid, RecordedVm vm) {}

    /// @param replaced receives each Node for which another VM was confirmed than before
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

    /// Returns true if the VM may be recorded on the Node.
    public boolean allows(NodeView node, Vm vm) {
        return Optional.ofNullable(confirmed.get(node.name()))
                .filter(known -> known.uid().equals(node.meta().uid()))
                .map(Confirmed::vm)
                .or(node::recordedVm)
                .filter(known -> known.isOther(vm))
                .isEmpty();
    }
}
