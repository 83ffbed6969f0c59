package dev.vspherecloud.kubernetes;

import dev.vspherecloud.reconcile.Sleeper;
import java.util.random.RandomGenerator;

/// How time passes for an elector.
///
/// @param random spreads the tries of several candidates
record Timing(Clocks clocks, Sleeper pause, RandomGenerator random) {
    static Timing system() {
        return new Timing(Clocks.system(), Sleeper.system(), RandomGenerator.getDefault());
    }
}
