package dev.vspherecloud.config.document;

import dev.vspherecloud.config.ConfigLocation;
import dev.vspherecloud.config.Dialect;
import dev.vspherecloud.config.KeyTable;
import dev.vspherecloud.config.Problem;
import dev.vspherecloud.config.Problems;
import dev.vspherecloud.config.RawConfig;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The text of a configuration file, with its dialect. The text may contain passwords.
public final class ConfigText {
    private static final int MAX_BYTES = 4 << 20;

    private final String name;
    private final String text;
    private final Dialect dialect;

    private ConfigText(String name, String text, Dialect dialect) {
        this.name = name;
        this.text = text;
        this.dialect = dialect;
    }

    /// Returns the content of the file. If the file cannot be read, the result is empty and an error is
    /// reported.
    ///
    /// @param option the flag or variable that names the file, for messages
    public static Optional<byte[]> content(Path file, String option, Problems problems) {
        ConfigLocation place = ConfigLocation.wholeFile(file.toString());
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
                    "cannot read it (" + Problem.reason(e) + "), expected the vSphere configuration;"
                            + " mount it, or correct " + option);
        }
        return Optional.empty();
    }

    /// Creates the configuration text from the content of a file. If the content is not text, the result is
    /// empty and an error is reported.
    public static Optional<ConfigText> of(String name, byte[] content, Problems problems) {
        return decoded(name, content, problems).map(text -> of(name, text));
    }

    /// Creates the configuration text of the file with this name. The text decides which dialect it is.
    public static ConfigText of(String name, String text) {
        return new ConfigText(name, text, DialectRule.of(text));
    }

    /// Creates the configuration text of the file with this name, in the given dialect.
    public static ConfigText of(String name, String text, Dialect dialect) {
        return new ConfigText(name, text, dialect);
    }

    /// Decodes the content as UTF-8 and removes a byte order mark. If that fails, the result is empty and an
    /// error is reported.
    private static Optional<String> decoded(String name, byte[] content, Problems problems) {
        if (content.length == 0) {
            problems.error(
                    ConfigLocation.wholeFile(name), "found an empty file, expected the vSphere configuration; fill it");
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
                    new ConfigLocation(name, line, text.length() - text.lastIndexOf('\n'), ""),
                    "found bytes that are not UTF-8, expected UTF-8 text; save the file as UTF-8");
            return Optional.empty();
        }
        return Optional.of(text.startsWith("\ufeff") ? text.substring(1) : text);
    }

    public Dialect dialect() {
        return dialect;
    }

    /// Returns the text as written, including all passwords.
    public String text() {
        return text;
    }

    /// Parses the text with this table of keys. If the text is no configuration at all, the result is empty and
    /// an error is reported.
    public Optional<RawConfig> read(KeyTable table, Problems problems) {
        return switch (dialect) {
            case YAML -> new YamlReader(table, name, text, problems).read();
            case INI -> new IniReader(table, name, problems).read(text);
        };
    }

    /// Returns the configuration in the other dialect, in the same order, with the comments that stand on lines
    /// of their own. Call this only if [#read] accepts the text.
    ///
    /// @param problems receives a warning for everything that becomes a comment, and an error for everything
    ///     that the other dialect cannot express
    public String rewritten(KeyTable table, Problems problems) {
        return switch (dialect) {
            case YAML -> IniDocument.write(YamlDocument.read(table, name, text, problems), problems);
            case INI -> YamlDocument.write(IniDocument.read(table, name, text, problems));
        };
    }
}
