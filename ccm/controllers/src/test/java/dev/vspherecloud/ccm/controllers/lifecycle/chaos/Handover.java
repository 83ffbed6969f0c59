package dev.vspherecloud.ccm.controllers.lifecycle.chaos;

import java.time.Duration;
import java.util.List;

/// What becomes of our processes while something else is wrong.
enum Handover {
    /// The process that saw the VMs sees all of it.
    WARM {
        @Override
        void befall(World world) {}
    },

    /// Whoever comes after knows what the cluster holds, and nothing else.
    RESTARTED {
        @Override
        void befall(World world) {
            List.copyOf(world.processes).forEach(process -> world.restart(process, false));
        }
    },

    /// Another takes over while the leader's machine is suspended; then there are two for a moment.
    LEADER_CHANGED {
        @Override
        void befall(World world) {
            world.leader().ifPresent(leader -> leader.pause(Duration.ofSeconds(90), true));
        }
    };

    abstract void befall(World world);
}
