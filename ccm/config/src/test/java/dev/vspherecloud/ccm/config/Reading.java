package dev.vspherecloud.ccm.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.config.Dialect;
import dev.vspherecloud.config.Problem;
import dev.vspherecloud.config.document.ConfigText;
import dev.vspherecloud.config.vcenter.CaFile;
import dev.vspherecloud.config.vcenter.CaFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// Reads configuration texts as the file `c.yaml` or `c.ini`, depending on the text. CA files exist if their
/// name ends in `.pem`, directories if their name begins with `/there`. Each text must survive the conversion
/// to the other dialect and back.
final class Reading {
    private static final CaFiles FILES = file -> file.toString().endsWith(".pem")
            ? new CaFiles.CaFileResult.Usable(List.of())
            : new CaFiles.CaFileResult.Unusable("no such CA: " + file);

    private Reading() {}

    static ConfigResult read(String text) {
        return read(text, Map.of());
    }

    static ConfigResult read(String text, Map<String, String> environment) {
        return read(text, environment, directory -> directory.startsWith("/there"));
    }

    static ConfigResult read(String text, Map<String, String> environment, Predicate<Path> directories) {
        RoundTrip.check(text);
        String name = ConfigText.of("c", text).dialect() == Dialect.INI ? "c.ini" : "c.yaml";
        return ConfigReader.read(name, text.getBytes(StandardCharsets.UTF_8), environment, FILES, directories);
    }

    /// Returns the configuration, and fails if there is any problem.
    static CloudConfig clean(String text) {
        assertThat(problems(text)).isEmpty();
        return accepted(text);
    }

    static CloudConfig accepted(String text) {
        return accepted(read(text));
    }

    static CloudConfig accepted(ConfigResult result) {
        return switch (result) {
            case ConfigResult.Accepted(CloudConfig config, var _) -> config;
            case ConfigResult.Rejected(var problems) -> throw new AssertionError(problems);
        };
    }

    static VcenterConfig onlyVcenter(String text) {
        List<VcenterConfig> vcenters = accepted(text).vcenters();
        assertThat(vcenters).hasSize(1);
        return vcenters.getFirst();
    }

    /// Returns each problem as a line: `E` or `W`, then its text.
    static List<String> problems(String text) {
        return lines(read(text));
    }

    static List<String> lines(ConfigResult result) {
        List<Problem> problems =
                switch (result) {
                    case ConfigResult.Accepted(var _, var warnings) -> warnings;
                    case ConfigResult.Rejected(var all) -> all;
                };
        return problems.stream()
                .map(problem -> (problem.isError() ? "E " : "W ") + problem)
                .toList();
    }

    static List<CaFile> caFiles(String... names) {
        return List.of(names).stream()
                .map(name -> new CaFile(Path.of(name), List.of()))
                .toList();
    }
}
