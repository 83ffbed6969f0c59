package dev.vspherecloud.ccm.application.leader;

import dev.vspherecloud.ccm.domain.lifecycle.Leadership;

/// The [Leadership] of a process without leader election (`--leader-elect=false`): the process always leads.
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
