package dev.vspherecloud.ccm.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.config.ConfigKey;
import dev.vspherecloud.config.Dialect;
import dev.vspherecloud.conformance.Project;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ConfigReferenceTest {
    private final String rendered =
            ConfigReference.render(Project.resource(ConfigReferenceTest.class, "configuration.template.md"));

    @Test
    void thePageIsWhatTheTableSays() {
        assertThat(Project.renewed(Project.path("docs/reference/configuration.md"), rendered))
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
        for (ConfigKey key : CloudConfigTable.TABLE.keys()) {
            assertThat(Pattern.compile("\\b" + dialect.name(key) + "( =|:)")
                            .matcher(example(dialect))
                            .find())
                    .as(key.yaml())
                    .isEqualTo(key.hasEffect());
        }
    }

    @Test
    void everyPlaceOfTheTemplateIsFilled() {
        assertThat(rendered.replaceAll("(?s)```.*?```", "")).doesNotContain("{", "}");
    }

    private String example(Dialect dialect) {
        Matcher block =
                Pattern.compile("(?s)```%s\n(.*?)```".formatted(dialect.text())).matcher(rendered);
        assertThat(block.find()).isTrue();
        return block.group(1);
    }
}
