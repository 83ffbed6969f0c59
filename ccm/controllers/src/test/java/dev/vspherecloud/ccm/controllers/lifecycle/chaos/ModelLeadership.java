package dev.vspherecloud.ccm.controllers.lifecycle.chaos;

import dev.vspherecloud.ccm.domain.lifecycle.Leadership;

/// The leadership of a process, as far as the process can know.
final class ModelLeadership implements Leadership {
    private final ModelProcess process;
    private final World world;
    private final TermRecord record;

    ModelLeadership(ModelProcess process, World world, TermRecord record) {
        this.process = process;
        this.world = world;
        this.record = record;
    }

    @Override
    public boolean isHeld() {
        return process.isHeld();
    }

    @Override
    public boolean isConfirmed() {
        return process.call(() -> {
                    boolean isHolder = world.cluster.lease().holder().equals(process.name());
                    record.confirmed(isHolder);
                    return isHolder;
                })
                .orElse(false);
    }
}
