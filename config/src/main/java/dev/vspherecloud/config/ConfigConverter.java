package dev.vspherecloud.config;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/// Says a configuration in the other dialect, with its comments and in its order.
///
/// The result is read back, and handed out only if it comes to the same. The environment of the process and the CA
/// files do not matter for that: neither is in the file.
public final class ConfigConverter {
    private static final CaFiles ANY = file -> new CaFiles.Look.Usable(file.toString());

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
        return switch (ConfigReader.read(name, content, Map.of(), ANY)) {
            case ConfigResult.Rejected(var problems) -> new Conversion.Refused(problems);
            case ConfigResult.Accepted(CloudConfig config, var _) ->
                new ConfigConverter(name, to).convert(ConfigReader.text(name, content, new Problems()).orElseThrow(), config);
        };
    }

    private Conversion convert(String text, CloudConfig config) {
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
        if (!problems.hasErrors()) {
            compare(config, converted);
        }
        return problems.hasErrors()
                ? new Conversion.Refused(problems.all())
                : new Conversion.Converted(converted, problems.all());
    }

    private void compare(CloudConfig config, String converted) {
        ConfigResult back = ConfigReader.read(name, converted.getBytes(StandardCharsets.UTF_8), Map.of(), ANY);
        boolean isSame = back instanceof ConfigResult.Accepted(CloudConfig again, var _)
                && ours(again).equals(ours(config));
        if (!isSame) {
            problems.error(
                    Place.wholeFile(name),
                    "cannot be converted: what was written would not mean the same; report this, without passwords");
        }
    }

    /// Without the names of sections for other readers, which differ between dialects.
    private static CloudConfig ours(CloudConfig config) {
        return new CloudConfig(config.vcenters(), config.topology(), config.networks(), Set.of());
    }
}
