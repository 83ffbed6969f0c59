package dev.vspherecloud.ccm;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class FlagReferenceTest {
    /// When true, the page is written anew instead of compared.
    private static final String RENEW = "vspherecloud.renew";

    @Test
    void thePageIsWhatTheTablesSay() throws IOException {
        String rendered = FlagReference.render(template());
        Path page = Sources.root().resolve("docs/reference/flags.md");
        if (Boolean.getBoolean(RENEW)) {
            Files.writeString(page, rendered);
        }

        assertThat(page)
                .as("renew it with `make docs`, and look at the difference")
                .hasContent(rendered);
        assertThat(rendered).doesNotContain("{");
    }

    private static String template() throws IOException {
        try (InputStream in = requireNonNull(FlagReferenceTest.class.getResourceAsStream("flags.template.md"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
