package dev.vspherecloud.controllers.lifecycle.chaos;

import dev.vspherecloud.domain.lifecycle.Office;

/// Whether a process leads, as far as it can know.
final class ModelOffice implements Office {
    private final ModelProcess process;
    private final World world;

    ModelOffice(ModelProcess process, World world) {
        this.process = process;
        this.world = world;
    }

    @Override
    public boolean isHeld() {
        return process.isHeld();
    }

    @Override
    public boolean isConfirmed() {
        return process.call(() -> world.cluster.lease().holder().equals(process.name()))
                .orElse(false);
    }
}
