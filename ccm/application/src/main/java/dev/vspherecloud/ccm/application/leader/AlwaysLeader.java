package dev.vspherecloud.ccm.application.leader;

import dev.vspherecloud.ccm.domain.lifecycle.Leadership;

/// The leadership of a process that runs without election (`--leader-elect=false`): it always leads.
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
