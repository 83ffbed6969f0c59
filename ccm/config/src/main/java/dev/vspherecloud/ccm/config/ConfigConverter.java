package dev.vspherecloud.ccm.config;

import dev.vspherecloud.config.ConfigLocation;
import dev.vspherecloud.config.Dialect;
import dev.vspherecloud.config.Problem;
import dev.vspherecloud.config.Problems;
import dev.vspherecloud.config.document.ConfigText;
import dev.vspherecloud.config.vcenter.CaFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Converts a configuration file between YAML and INI. It keeps the order and the comments that stand on lines of
/// their own.
///
/// The converter reads the result again, and returns it only if it has the same meaning. The environment and the
/// contents of CA files are ignored in this comparison, because neither is part of the file.
public final class ConfigConverter {
    private static final CaFiles ANY = _ -> new CaFiles.CaFileResult.Usable(List.of());

    private ConfigConverter() {}

    /// Converts the file to this dialect. Blocks on the file system only, and reads no other file.
    public static Conversion convert(Path file, Dialect to) {
        var problems = new Problems();
        return ConfigText.content(file, CloudConfigTable.OPTION, problems)
                .map(content -> convert(file.toString(), content, to))
                .orElseGet(() -> new Conversion.Refused(problems.all()));
    }

    /// Converts the content of a file to this dialect.
    ///
    /// @param name the name of the file, for messages
    static Conversion convert(String name, byte[] content, Dialect to) {
        List<Optional<CloudConfig>> meaning = parsedConfigs(name, content);
        if (meaning.stream().allMatch(Optional::isEmpty)
                && read(name, content, false) instanceof ConfigResult.Rejected(List<Problem> reasons)) {
            return new Conversion.Refused(reasons);
        }
        var problems = new Problems();
        ConfigText text = ConfigText.of(name, content, problems).orElseThrow();
        if (text.dialect() == to) {
            problems.warning(ConfigLocation.wholeFile(name), "is already in this format; it is printed unchanged");
            return new Conversion.Converted(text.text(), problems.all());
        }
        String converted = text.rewritten(CloudConfigTable.TABLE, problems);
        if (!problems.hasErrors() && !meaning.equals(parsedConfigs(name, converted.getBytes(StandardCharsets.UTF_8)))) {
            problems.error(
                    ConfigLocation.wholeFile(name),
                    "cannot be converted: the result would not mean the same; join keys and sections that occur "
                            + "twice; if that does not help, open an issue with the file, without passwords");
        }
        return problems.hasErrors()
                ? new Conversion.Refused(problems.all())
                : new Conversion.Converted(converted, problems.all());
    }

    /// Returns the configurations that the content means: one if no directory of credentials exists, and one if all
    /// of them exist. Each is empty if the content is invalid. The names of sections for other programs are left
    /// out, since they differ between YAML and INI.
    private static List<Optional<CloudConfig>> parsedConfigs(String name, byte[] content) {
        return Stream.of(false, true)
                .map(exists -> read(name, content, exists) instanceof ConfigResult.Accepted(CloudConfig config, var _)
                        ? Optional.of(config.withoutForeignSections())
                        : Optional.<CloudConfig>empty())
                .toList();
    }

    private static ConfigResult read(String name, byte[] content, boolean directoriesExist) {
        return ConfigReader.read(name, content, Map.of(), ANY, _ -> directoriesExist);
    }
}
