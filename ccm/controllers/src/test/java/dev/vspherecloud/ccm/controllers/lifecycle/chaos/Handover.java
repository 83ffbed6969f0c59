package dev.vspherecloud.ccm.controllers.lifecycle.chaos;

import java.time.Duration;
import java.util.List;

/// What happens to the processes of the provider during a fault.
enum Handover {
    /// The process that saw the VMs runs all the time.
    WARM {
        @Override
        void apply(World world) {}
    },

    /// The processes restart, and know only what the cluster stores.
    RESTARTED {
        @Override
        void apply(World world) {
            List.copyOf(world.processes).forEach(process -> world.restart(process, false));
        }
    },

    /// Another process takes over while the leader's machine is suspended. For a moment there are two leaders.
    LEADER_CHANGED {
        @Override
        void apply(World world) {
            world.leader().ifPresent(leader -> leader.pause(Duration.ofSeconds(90), true));
        }
    };

    abstract void apply(World world);
}
