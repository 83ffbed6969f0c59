package dev.vspherecloud.kubernetes;

import java.util.random.RandomGenerator;

/// How time passes for an elector.
///
/// @param random spreads the tries of several candidates
record Timing(Clocks clocks, Pause pause, RandomGenerator random) {
    static Timing system() {
        return new Timing(Clocks.system(), Pause.system(), RandomGenerator.getDefault());
    }
}
