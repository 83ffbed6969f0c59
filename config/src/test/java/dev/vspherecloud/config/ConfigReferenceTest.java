package dev.vspherecloud.config;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ConfigReferenceTest {
    /// When true, the page is written anew instead of compared.
    private static final String RENEW = "vspherecloud.renew";

    private final String rendered = ConfigReference.render(template());

    @Test
    void thePageIsWhatTheTableSays() throws IOException {
        Path page = root().resolve("docs/reference/configuration.md");
        if (Boolean.getBoolean(RENEW)) {
            Files.writeString(page, rendered);
        }

        assertThat(page)
                .as("renew it with `make docs`, and look at the difference")
                .hasContent(rendered);
    }

    @Test
    void theExamplesAreTheSameAndWithoutAProblem() {
        assertThat(Reading.clean(example(Dialect.YAML)))
                .isEqualTo(Reading.clean(example(Dialect.INI)))
                .satisfies(config -> assertThat(config.vcenters()).hasSize(2));
    }

    @ParameterizedTest
    @EnumSource
    void theExamplesHaveEveryKeyWithAnEffect(Dialect dialect) {
        for (ConfigKey key : ConfigKey.values()) {
            assertThat(Pattern.compile("\\b" + dialect.name(key) + "( =|:)")
                            .matcher(example(dialect))
                            .find())
                    .as(key.name())
                    .isEqualTo(key.hasEffect());
        }
    }

    @Test
    void everyPlaceOfTheTemplateIsFilled() {
        assertThat(rendered.replaceAll("(?s)```.*?```", "")).doesNotContain("{", "}");
    }

    private String example(Dialect dialect) {
        Matcher block = Pattern.compile(
                        "(?s)```%s\n(.*?)```".formatted(dialect.name().toLowerCase(Locale.ROOT)))
                .matcher(rendered);
        assertThat(block.find()).isTrue();
        return block.group(1);
    }

    private static String template() {
        try (InputStream in =
                requireNonNull(ConfigReferenceTest.class.getResourceAsStream("configuration.template.md"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("the template is not on the class path", e);
        }
    }

    private static Path root() {
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve("docs/modules.puml"))) {
                return folder;
            }
        }
        throw new IllegalStateException("not inside the project: no folder above has docs/modules.puml");
    }
}
