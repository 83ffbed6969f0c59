package dev.vspherecloud.ccm.controllers.lifecycle.chaos.time;

import java.util.ArrayList;
import java.util.List;

/// The events of a run, for the person who analyses it. Only a replay records them.
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

    // The annotation that Error Prone suggests is in a library that is used for nothing else here.
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
