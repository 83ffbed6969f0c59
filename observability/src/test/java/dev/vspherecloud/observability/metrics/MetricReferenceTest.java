package dev.vspherecloud.observability.metrics;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class MetricReferenceTest {
    /// When true, the page is written anew instead of compared.
    private static final String RENEW = "vspherecloud.renew";

    private final String rendered = MetricReference.render(template());

    @Test
    void thePageIsWhatTheTableSays() throws IOException {
        Path page = root().resolve("docs/reference/metrics.md");
        if (Boolean.getBoolean(RENEW)) {
            Files.writeString(page, rendered);
        }

        assertThat(page)
                .as("renew it with `make docs`, and look at the difference")
                .hasContent(rendered);
    }

    @Test
    void everyMetricIsOnThePage() {
        for (Metric metric : Metric.values()) {
            assertThat(rendered).contains("\n| `" + metric.text() + "` |");
        }
    }

    private static String template() {
        try (InputStream in = requireNonNull(MetricReferenceTest.class.getResourceAsStream("metrics.template.md"))) {
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
