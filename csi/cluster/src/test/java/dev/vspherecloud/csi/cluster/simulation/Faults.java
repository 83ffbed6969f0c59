package dev.vspherecloud.csi.cluster.simulation;

/// Decides whether a fault happens. After the end of the faults, none does.
final class Faults {
    private final Events events;
    private double strength;

    Faults(Events events, double strength) {
        this.events = events;
        this.strength = strength;
    }

    boolean happens(double probability) {
        return events.chance(probability * strength);
    }

    void end() {
        strength = 0;
    }

    boolean isOver() {
        return strength == 0;
    }
}
