package dev.vspherecloud.config;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Says a configuration in the other dialect, with its comments and in its order.
///
/// The result is read back, and handed out only if it comes to the same. The environment of the process and the CA
/// files do not matter for that: neither is in the file.
public final class ConfigConverter {
    private static final CaFiles ANY = _ -> new CaFiles.Look.Usable(List.of());

    private final String name;
    private final Dialect to;
    private final Problems problems = new Problems();

    private ConfigConverter(String name, Dialect to) {
        this.name = name;
        this.to = to;
    }

    /// Converts the file. Blocks on the file system only, and reads nothing else.
    public static Conversion convert(Path file, Dialect to) {
        var problems = new Problems();
        return ConfigReader.content(file, problems)
                .map(content -> convert(file.toString(), content, to))
                .orElseGet(() -> new Conversion.Refused(problems.all()));
    }

    /// Converts what was in the file of this name.
    static Conversion convert(String name, byte[] content, Dialect to) {
        List<ConfigResult> meanings = meanings(name, content);
        if (meanings.stream().noneMatch(ConfigResult.Accepted.class::isInstance)) {
            return new Conversion.Refused(problems(meanings.getFirst()));
        }
        String text = ConfigReader.text(name, content, new Problems()).orElseThrow();
        return new ConfigConverter(name, to).convert(text, meanings);
    }

    private Conversion convert(String text, List<ConfigResult> meanings) {
        Dialect from = DialectRule.of(text);
        if (from == to) {
            problems.warning(Place.wholeFile(name), "is in this form already; it is printed as it is");
            return new Conversion.Converted(text, problems.all());
        }
        String converted =
                switch (from) {
                    case YAML -> IniWriter.text(YamlOutline.of(name, text, problems), problems);
                    case INI -> YamlWriter.text(IniOutline.of(name, text, problems));
                };
        if (!problems.hasErrors() && !isSame(meanings, meanings(name, converted.getBytes(StandardCharsets.UTF_8)))) {
            problems.error(
                    Place.wholeFile(name),
                    "cannot be converted: what was written would not mean the same; report this, without passwords");
        }
        return problems.hasErrors()
                ? new Conversion.Refused(problems.all())
                : new Conversion.Converted(converted, problems.all());
    }

    /// What the content comes to where no directory of credentials exists, and where every one does.
    private static List<ConfigResult> meanings(String name, byte[] content) {
        return Stream.of(false, true)
                .map(exists -> ConfigReader.read(name, content, Map.of(), ANY, _ -> exists))
                .toList();
    }

    private static boolean isSame(List<ConfigResult> meanings, List<ConfigResult> others) {
        return meanings.stream()
                .map(ConfigConverter::ours)
                .toList()
                .equals(others.stream().map(ConfigConverter::ours).toList());
    }

    /// The configuration without the names of sections for other readers, which differ between dialects; nothing when
    /// it cannot be used.
    private static Optional<CloudConfig> ours(ConfigResult result) {
        return result instanceof ConfigResult.Accepted(CloudConfig config, var _)
                ? Optional.of(config.withoutForeignSections())
                : Optional.empty();
    }

    private static List<Problem> problems(ConfigResult result) {
        return switch (result) {
            case ConfigResult.Accepted(var _, List<Problem> warnings) -> warnings;
            case ConfigResult.Rejected(List<Problem> problems) -> problems;
        };
    }
}
