package dev.vspherecloud.testkit.bed;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// How the program is to run on a [TestBed]. A value: what it starts once it can start again, as a kubelet does.
///
/// ```java
/// Program program = bed.launch().config(mount.file("vsphere.conf")).electing().start();
/// ```
public final class Launch {
    private final TestBed bed;
    private final List<String> flags;
    private final Map<String, String> environment;

    Launch(TestBed bed, List<String> flags, Map<String, String> environment) {
        this.bed = bed;
        this.flags = List.copyOf(flags);
        this.environment = Map.copyOf(environment);
    }

    /// Reads this file, wherever it is.
    public Launch config(Path file) {
        return with("--cloud-config=" + file);
    }

    /// Takes part in the election.
    public Launch electing() {
        return with("--leader-elect=true");
    }

    /// Serves its pages on this port of the loopback interface, such as [TestBed#reservePort] gives.
    public Launch serving(int port) {
        return with("--bind-address=127.0.0.1", "--secure-port=" + port);
    }

    /// Adds flags; of several values of one the last counts.
    public Launch with(String... more) {
        return new Launch(bed, Stream.concat(flags.stream(), Stream.of(more)).toList(), environment);
    }

    public Launch environment(String name, String value) {
        return environment(Map.of(name, value));
    }

    /// Adds to the environment of this process, in which a value may be overridden.
    public Launch environment(Map<String, String> more) {
        var all = new HashMap<>(environment);
        all.putAll(more);
        return new Launch(bed, flags, all);
    }

    /// Starts it, with a log of its own.
    public Program start() {
        return bed.start(flags, environment);
    }

    /// Runs a command that ends by itself, such as `config check FILE`, without the flags.
    public Program command(String... words) {
        return bed.start(List.of(words), environment);
    }
}
