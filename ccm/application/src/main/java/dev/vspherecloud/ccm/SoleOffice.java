package dev.vspherecloud.ccm;

import dev.vspherecloud.domain.lifecycle.Office;

/// The office of a process that was told to be alone (`--leader-elect=false`): nobody else can have it.
final class SoleOffice implements Office {
    @Override
    public boolean isHeld() {
        return true;
    }

    @Override
    public boolean isConfirmed() {
        return true;
    }
}
