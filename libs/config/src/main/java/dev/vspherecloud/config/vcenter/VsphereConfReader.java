package dev.vspherecloud.config.vcenter;

import dev.vspherecloud.config.KeyTable;
import dev.vspherecloud.config.Problems;
import dev.vspherecloud.config.RawConfig;
import dev.vspherecloud.config.RawSection;
import dev.vspherecloud.config.Section;
import dev.vspherecloud.config.document.ConfigText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Reads `vsphere.conf` for one program, with the program's table of keys.
///
/// Besides the file itself, this class reads only the CA files that the file names, and checks whether the
/// directory of credentials exists. No method throws an exception, even if the file is invalid.
public final class VsphereConfReader {
    private final KeyTable table;
    private final Map<String, String> environment;
    private final CaFiles files;
    private final Predicate<Path> directoryExists;

    /// Creates a reader with the given access to files.
    ///
    /// @param environment the environment variables of the process; some of them override the file
    public VsphereConfReader(
            KeyTable table, Map<String, String> environment, CaFiles files, Predicate<Path> directoryExists) {
        this.table = table;
        this.environment = Map.copyOf(environment);
        this.files = files;
        this.directoryExists = directoryExists;
    }

    /// Creates a reader that uses the file system of the machine.
    public static VsphereConfReader of(KeyTable table, Map<String, String> environment) {
        return new VsphereConfReader(table, environment, CaFiles.ofPem(), Files::isDirectory);
    }

    /// Reads and checks the file. The method blocks on the file system only. If the file has changed, it may be
    /// called again.
    ///
    /// @param option the flag or variable that names the file, for messages
    /// @param problems receives every problem with its location. If an error is among them, the configuration
    ///     cannot be used
    /// @return the configuration; empty if the file is no configuration at all, which is reported as an error
    public Optional<VsphereConf> read(Path file, String option, Problems problems) {
        return ConfigText.content(file, option, problems).flatMap(content -> read(file.toString(), content, problems));
    }

    /// Reads and checks the content of a file with this name, in the same way as [#read(Path, String,
    /// Problems)].
    public Optional<VsphereConf> read(String name, byte[] content, Problems problems) {
        return ConfigText.of(name, content, problems).flatMap(text -> read(text, problems));
    }

    /// Reads and checks a text, in the same way as [#read(Path, String, Problems)].
    public Optional<VsphereConf> read(ConfigText text, Problems problems) {
        return text.read(table, problems).map(raw -> check(raw, problems));
    }

    /// Checks a configuration that was read with this program's table, in the same way as [#read(Path, String,
    /// Problems)]. A program that has rules of its own for the environment applies them before.
    public VsphereConf check(RawConfig read, Problems problems) {
        OverriddenConfig overridden = new EnvironmentOverrides(table, read, environment, problems).applied();
        RawConfig raw = overridden.config();
        var values = new ValueCheck(files, problems);
        Stream.concat(table.shared().stream().map(raw::section), named(raw)).forEach(values::check);
        var rule = new VcentersRule(overridden, environment, files, directoryExists, problems);
        return new VsphereConf(raw, rule.vcenters());
    }

    private Stream<RawSection> named(RawConfig raw) {
        return table.sections().stream()
                .filter(Section::isNamed)
                .flatMap(section -> raw.named(section).values().stream());
    }
}
