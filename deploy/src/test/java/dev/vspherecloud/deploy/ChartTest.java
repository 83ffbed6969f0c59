package dev.vspherecloud.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.marcnuri.helm.LintResult;
import dev.vspherecloud.conformance.Project;
import dev.vspherecloud.testkit.servers.Manifest;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ChartTest {
    private static final Rendering DEFAULT = Chart.render("");

    static List<ValueSet> values() {
        return ValueSet.all();
    }

    @Test
    void helmLintReportsNoProblem() {
        LintResult lint = Chart.lint();

        assertThat(lint.isFailed()).isFalse();
        assertThat(lint.getMessages()).allMatch(message -> message.contains("icon is recommended"));
    }

    @Test
    void thereAreThirtyValueSets() {
        assertThat(ValueSet.all()).hasSizeGreaterThanOrEqualTo(30);
    }

    @Test
    void theDefaultRenderingMatchesItsFile() {
        assertThat(Project.renewed(rendering("default.yaml"), DEFAULT.text()))
                .as("renew it with `make manifests`, and look at the difference")
                .hasContent(DEFAULT.text());
    }

    @Test
    void theHooksOfHelmTestMatchTheirFile() {
        String hooks = Chart.hooks("").text();

        assertThat(Project.renewed(rendering("hooks.yaml"), hooks))
                .as("renew it with `make manifests`, and look at the difference")
                .hasContent(hooks);
    }

    /// The file has the difference from the rendering with default values.
    @ParameterizedTest
    @MethodSource("values")
    void theRenderingOfEveryValueSetMatchesItsFile(ValueSet values) {
        String difference = RenderingDiff.between(DEFAULT, Chart.render(values));

        assertThat(Project.renewed(rendering(values.name() + ".diff"), difference))
                .as("renew it with `make manifests`, and look at the difference")
                .hasContent(difference);
    }

    @ParameterizedTest
    @MethodSource("values")
    void noObjectIsRenderedTwice(ValueSet values) {
        assertThat(Chart.render(values).objects())
                .extracting(Manifest::toString)
                .doesNotHaveDuplicates();
    }

    private static Path rendering(String name) {
        return Project.path("deploy/src/test/renderings/" + name);
    }
}
