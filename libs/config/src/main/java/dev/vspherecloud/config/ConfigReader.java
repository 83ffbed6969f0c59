package dev.vspherecloud.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// Reads `vsphere.conf`.
///
/// The caller gets a configuration with its warnings, or every problem with its place; nothing is thrown, whatever
/// the file holds. Beside the file itself only the CA files that it names are looked at, and whether the directory of
/// credentials is there.
public final class ConfigReader {
    private static final int MAX_BYTES = 4 << 20;

    private ConfigReader() {}

    /// Reads the file. Blocks on the file system only; safe to call again when the file has changed.
    ///
    /// @param environment the variables of the process: some of them override what the file says
    public static ConfigResult read(Path file, Map<String, String> environment) {
        return report(file, environment).result();
    }

    /// Reads the file as [#read] does, and says where each value comes from.
    public static ConfigReport report(Path file, Map<String, String> environment) {
        var problems = new Problems();
        return content(file, problems)
                .map(content -> report(file.toString(), content, environment, new PemFiles(), Files::isDirectory))
                .orElseGet(() -> rejected(problems));
    }

    /// What is in the file; nothing when it cannot be read, which is then a problem.
    static Optional<byte[]> content(Path file, Problems problems) {
        Place place = Place.wholeFile(file.toString());
        if (Files.isDirectory(file)) {
            problems.error(place, "found a directory, expected a file; name the file in it");
            return Optional.empty();
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] content = in.readNBytes(MAX_BYTES + 1);
            if (content.length <= MAX_BYTES) {
                return Optional.of(content);
            }
            problems.error(place, "found more than 4 MiB, expected a configuration; check the name of the file");
        } catch (IOException e) {
            problems.error(
                    place,
                    "cannot read it (" + reason(e) + "), expected the vSphere configuration;"
                            + " mount it, or correct --cloud-config");
        }
        return Optional.empty();
    }

    /// Reads what was in the file of this name.
    static ConfigResult read(
            String name,
            byte[] content,
            Map<String, String> environment,
            CaFiles files,
            Predicate<Path> directoryExists) {
        return report(name, content, environment, files, directoryExists).result();
    }

    /// Reads what was in the file of this name, and says where each value comes from.
    static ConfigReport report(
            String name,
            byte[] content,
            Map<String, String> environment,
            CaFiles files,
            Predicate<Path> directoryExists) {
        var problems = new Problems();
        Optional<Overridden> overridden = text(name, content, problems)
                .flatMap(text -> raw(name, text, problems))
                .map(raw -> new EnvironmentOverrides(raw, environment, problems).applied());
        Optional<CloudConfig> config = overridden.flatMap(
                each -> new Validation(each, environment, files, directoryExists, problems).config());
        return config.isPresent()
                ? new ConfigReport(
                        new ConfigResult.Accepted(config.get(), problems.all()),
                        Optional.of(EffectiveConfig.of(overridden.orElseThrow().config(), environment, config.get())))
                : rejected(problems);
    }

    private static ConfigReport rejected(Problems problems) {
        return new ConfigReport(new ConfigResult.Rejected(problems.all()), Optional.empty());
    }

    private static Optional<RawConfig> raw(String name, String text, Problems problems) {
        return switch (DialectRule.of(text)) {
            case YAML -> new YamlReader(name, problems).read(text);
            case INI -> new IniReader(name, problems).read(text);
        };
    }

    /// The content as text, without a byte order mark.
    static Optional<String> text(String name, byte[] content, Problems problems) {
        if (content.length == 0) {
            problems.error(Place.wholeFile(name), "found an empty file, expected the vSphere configuration; fill it");
            return Optional.empty();
        }
        CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder();
        var bytes = ByteBuffer.wrap(content);
        var chars = CharBuffer.allocate(content.length);
        CoderResult result = utf8.decode(bytes, chars, true);
        String text = chars.flip().toString();
        if (result.isError()) {
            int line = (int) text.chars().filter(c -> c == '\n').count() + 1;
            problems.error(
                    new Place(name, line, text.length() - text.lastIndexOf('\n'), ""),
                    "found bytes that are not UTF-8, expected UTF-8 text; save the file as UTF-8");
            return Optional.empty();
        }
        return Optional.of(text.startsWith("\ufeff") ? text.substring(1) : text);
    }

    /// Why a file could not be read, in words.
    static String reason(IOException e) {
        return switch (e) {
            case NoSuchFileException _ -> "there is no such file";
            case AccessDeniedException _ -> "no permission";
            default -> String.valueOf(e.getMessage());
        };
    }
}
