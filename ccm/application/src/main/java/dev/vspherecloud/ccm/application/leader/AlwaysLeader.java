package dev.vspherecloud.ccm.application.leader;

import dev.vspherecloud.ccm.domain.lifecycle.Leadership;

/// The office of a process that was told to be alone (`--leader-elect=false`): nobody else can have it.
final class AlwaysLeader implements Leadership {
    @Override
    public boolean isHeld() {
        return true;
    }

    @Override
    public boolean isConfirmed() {
        return true;
    }
}
