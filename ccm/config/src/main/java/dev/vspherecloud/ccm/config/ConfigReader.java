package dev.vspherecloud.ccm.config;

import dev.vspherecloud.config.Problems;
import dev.vspherecloud.config.document.ConfigText;
import dev.vspherecloud.config.vcenter.CaFiles;
import dev.vspherecloud.config.vcenter.VsphereConf;
import dev.vspherecloud.config.vcenter.VsphereConfReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// Reads `vsphere.conf`.
///
/// The caller gets a configuration with its warnings, or all problems with their places. No method throws an
/// exception, whatever the file contains. Besides the file itself it reads only the CA files that the file names,
/// and checks whether the directory of credentials exists.
public final class ConfigReader {
    private ConfigReader() {}

    /// Reads the file. Blocks on the file system only. Call it again when the file has changed.
    ///
    /// @param environment the environment variables of the process; some of them override the file
    public static ConfigResult read(Path file, Map<String, String> environment) {
        return report(file, environment).result();
    }

    /// Reads the file as [#read] does, and reports where each value comes from.
    public static ConfigReport report(Path file, Map<String, String> environment) {
        var problems = new Problems();
        return ConfigText.content(file, CloudConfigTable.OPTION, problems)
                .map(content -> report(file.toString(), content, environment, CaFiles.ofPem(), Files::isDirectory))
                .orElseGet(() -> rejected(problems));
    }

    /// Reads the content of a file.
    ///
    /// @param name the name of the file, for messages
    static ConfigResult read(
            String name,
            byte[] content,
            Map<String, String> environment,
            CaFiles files,
            Predicate<Path> directoryExists) {
        return report(name, content, environment, files, directoryExists).result();
    }

    /// Reads the content of a file, and reports where each value comes from.
    ///
    /// @param name the name of the file, for messages
    static ConfigReport report(
            String name,
            byte[] content,
            Map<String, String> environment,
            CaFiles files,
            Predicate<Path> directoryExists) {
        var problems = new Problems();
        Optional<VsphereConf> conf = new VsphereConfReader(CloudConfigTable.TABLE, environment, files, directoryExists)
                .read(name, content, problems);
        Optional<CloudConfig> config = conf.flatMap(each -> new ConfigValidator(each, problems).config());
        return config.isPresent()
                ? new ConfigReport(
                        new ConfigResult.Accepted(config.get(), problems.all()),
                        Optional.of(EffectiveConfig.of(conf.orElseThrow().raw(), environment, config.get())))
                : rejected(problems);
    }

    private static ConfigReport rejected(Problems problems) {
        return new ConfigReport(new ConfigResult.Rejected(problems.all()), Optional.empty());
    }
}
