package dev.vspherecloud.ccm.controllers.lifecycle.chaos.time;

import java.util.ArrayList;
import java.util.List;

/// What happened in a run, for the person who has to understand it; off unless it is replayed.
public final class Trace {
    private final boolean isOn;
    private final List<String> lines = new ArrayList<>();
    private VirtualTime time = new VirtualTime();

    public Trace(boolean isOn) {
        this.isOn = isOn;
    }

    public void follow(VirtualTime clock) {
        time = clock;
    }

    // The annotation that is asked for is in a library that nothing else here needs.
    @SuppressWarnings("AnnotateFormatMethod")
    public void say(String format, Object... values) {
        if (isOn) {
            long millis = time.nanos() / 1_000_000;
            lines.add("%3d:%06.3f  ".formatted(millis / 60_000, millis % 60_000 / 1000.0) + format.formatted(values));
        }
    }

    public List<String> lines() {
        return List.copyOf(lines);
    }
}
