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

/// The text of a configuration, with its dialect. It contains passwords.
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

    /// Returns the content of the file; empty if it cannot be read, which is then a problem.
    ///
    /// @param option what names the file, for people: a flag or variable of the program
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

    /// Creates the text from the content of the file with this name; empty if it is no text, which is then a
    /// problem.
    public static Optional<ConfigText> of(String name, byte[] content, Problems problems) {
        return decoded(name, content, problems).map(text -> of(name, text));
    }

    /// Creates the text of the file with this name.
    public static ConfigText of(String name, String text) {
        return new ConfigText(name, text, DialectRule.of(text));
    }

    /// Creates the text of the file with this name, in the given dialect.
    public static ConfigText of(String name, String text, Dialect dialect) {
        return new ConfigText(name, text, dialect);
    }

    /// Returns the content as text, without a byte order mark.
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

    /// Returns the text as it was written, with every password.
    public String text() {
        return text;
    }

    /// Parses the text by this table; empty if it is no configuration at all, which is then a problem.
    public Optional<RawConfig> read(KeyTable table, Problems problems) {
        return switch (dialect) {
            case YAML -> new YamlReader(table, name, problems).read(text);
            case INI -> new IniReader(table, name, problems).read(text);
        };
    }

    /// Returns the text in the other dialect, in its order, with the comments that stand on lines of their own.
    /// The text must be one that [#read] accepts.
    ///
    /// @param problems gets a warning for whatever becomes a comment, and an error for everything that the other
    ///   dialect cannot express
    public String rewritten(KeyTable table, Problems problems) {
        return switch (dialect) {
            case YAML -> IniDocument.write(YamlDocument.read(table, name, text, problems), problems);
            case INI -> YamlDocument.write(IniDocument.read(table, name, text, problems));
        };
    }
}
