package dev.vspherecloud.ccm.controllers.lifecycle.chaos;

import dev.vspherecloud.ccm.domain.lifecycle.LifecycleStateStore;
import java.util.Map;
import java.util.Optional;

/// The state on the leader's Lease, which one process reads and writes while people also edit it.
final class ModelStateStore implements LifecycleStateStore {
    private final ModelProcess process;
    private final World world;

    ModelStateStore(ModelProcess process, World world) {
        this.process = process;
        this.world = world;
    }

    @Override
    public Optional<Page> read() {
        return process.call(world.cluster::lease).map(lease -> new Page(lease.texts(), Long.toString(lease.edition())));
    }

    @Override
    public boolean write(Page basis, Map<String, String> texts) {
        return process.call(() -> replace(basis, texts)).orElse(false);
    }

    private boolean replace(Page basis, Map<String, String> texts) {
        LeaderLease lease = world.cluster.lease();
        boolean isCurrent = lease.holder().equals(process.name())
                && Long.toString(lease.edition()).equals(basis.version());
        if (isCurrent) {
            world.cluster.write(lease.with(texts));
        }
        return isCurrent;
    }
}
