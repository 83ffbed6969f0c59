package dev.vspherecloud.ccm.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.config.Dialect;
import dev.vspherecloud.config.Problem;
import dev.vspherecloud.config.document.ConfigText;
import dev.vspherecloud.config.vcenter.CaFiles;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Converts configuration texts to the other dialect and back.
final class RoundTrip {
    private RoundTrip() {}

    /// Asserts that a valid text means the same in the other dialect and back. The converter refuses an invalid
    /// text, and a text that INI cannot express.
    ///
    /// @return the text in the other dialect
    static Conversion check(String text) {
        List<Optional<CloudConfig>> meaning = meaning(text);
        Conversion conversion = convert(text);
        switch (conversion) {
            case Conversion.Converted(String there, var _) -> {
                assertThat(ConfigText.of("c", there).dialect())
                        .isNotEqualTo(ConfigText.of("c", text).dialect());
                assertThat(meaning(there)).as(there).isEqualTo(meaning);
                String back = text(convert(there));
                assertThat(ConfigText.of("c", back).dialect())
                        .isEqualTo(ConfigText.of("c", text).dialect());
                assertThat(meaning(back)).as(back).isEqualTo(meaning);
            }
            case Conversion.Refused(List<Problem> problems) ->
                assertThat(meaning.stream().allMatch(Optional::isEmpty)
                                || problems.toString().contains("INI cannot express"))
                        .as("refused without need: %s", problems)
                        .isTrue();
        }
        return conversion;
    }

    /// Returns the text in the other dialect.
    static Conversion convert(String text) {
        Dialect to =
                switch (ConfigText.of("c", text).dialect()) {
                    case YAML -> Dialect.INI;
                    case INI -> Dialect.YAML;
                };
        return ConfigConverter.convert("c.conf", text.getBytes(StandardCharsets.UTF_8), to);
    }

    static String text(Conversion conversion) {
        return switch (conversion) {
            case Conversion.Converted(String text, var _) -> text;
            case Conversion.Refused(List<Problem> problems) -> throw new AssertionError(problems);
        };
    }

    static List<Problem> problems(Conversion conversion) {
        return switch (conversion) {
            case Conversion.Converted(var _, List<Problem> warnings) -> warnings;
            case Conversion.Refused(List<Problem> problems) -> problems;
        };
    }

    /// Returns the configuration of the text if no directory exists, and if every directory exists. Both are
    /// without the sections for other readers.
    static List<Optional<CloudConfig>> meaning(String text) {
        return Stream.of(false, true)
                .map(exists -> read(text, exists) instanceof ConfigResult.Accepted(CloudConfig config, var _)
                        ? Optional.of(config.withoutForeignSections())
                        : Optional.<CloudConfig>empty())
                .toList();
    }

    private static ConfigResult read(String text, boolean directoriesExist) {
        return ConfigReader.read(
                "c.conf",
                text.getBytes(StandardCharsets.UTF_8),
                Map.of(),
                _ -> new CaFiles.CaFileResult.Usable(List.of()),
                _ -> directoriesExist);
    }
}
