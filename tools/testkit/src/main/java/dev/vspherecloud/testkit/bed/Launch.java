package dev.vspherecloud.testkit.bed;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The settings with which a [TestBed] starts the program. An immutable value, so it can start the program again, as a
/// kubelet does.
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

    /// Uses this configuration file.
    public Launch config(Path file) {
        return with("--cloud-config=" + file);
    }

    /// Turns leader election on.
    public Launch electing() {
        return with("--leader-elect=true");
    }

    /// Serves the endpoints of the program on this port of the loopback interface, for example one from
    /// [TestBed#reservePort].
    public Launch serving(int port) {
        return with("--bind-address=127.0.0.1", "--secure-port=" + port);
    }

    /// Adds flags. If a flag has several values, the last one counts.
    public Launch with(String... more) {
        return new Launch(bed, Stream.concat(flags.stream(), Stream.of(more)).toList(), environment);
    }

    public Launch environment(String name, String value) {
        return environment(Map.of(name, value));
    }

    /// Adds variables to the environment of this process. A later value replaces an earlier one.
    public Launch environment(Map<String, String> more) {
        var all = new HashMap<>(environment);
        all.putAll(more);
        return new Launch(bed, flags, all);
    }

    /// Starts the program, with its own log.
    public Program start() {
        return bed.start(flags, environment);
    }

    /// Runs a command that ends by itself, such as `config check FILE`, without the flags.
    public Program command(String... words) {
        return bed.start(List.of(words), environment);
    }
}
