package dev.vspherecloud.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every link between files of this project leads to a file, and to an anchor in it, as GitHub shows them.
/// `make docs-site` checks the same in the built site. Links to other sites are not followed.
class LinksTest {
    /// The links of a template are those of the page that is rendered from it.
    static List<String> pages() {
        return Project.files("", ".md").stream()
                .map(file -> Project.root().relativize(file).toString())
                .filter(file -> !file.endsWith(".template.md"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyLinkLeadsToAFileAndAnAnchor(String path) {
        MarkdownPage page = MarkdownPage.read(path);

        assertThat(page.links().stream().flatMap(link -> flaw(path, link.address()).stream()
                        .map(flaw -> "%s:%d: %s".formatted(path, link.line(), flaw))))
                .isEmpty();
    }

    @Test
    void thePagesHaveManyLinks() {
        assertThat(pages().stream()
                        .mapToInt(path -> MarkdownPage.read(path).links().size())
                        .sum())
                .isGreaterThan(300);
    }

    @Test
    void deadLinksAreFound() {
        assertThat(Stream.of(
                                "install.md",
                                "install.md#with-helm",
                                "../../deploy",
                                "https://kubernetes.io/docs/",
                                "mailto:a@example.org",
                                "#operate",
                                "install.md#without-helm",
                                "instal.md",
                                "../../../../etc/hosts",
                                "/docs/README.md",
                                "http://kubernetes.io/",
                                "https://kubernetes")
                        .flatMap(address -> flaw("docs/how-to/labels.md", address).stream()))
                .containsExactly(
                        "#operate: the page has no such anchor",
                        "install.md#without-helm: the page has no such anchor",
                        "instal.md: there is no such file",
                        "../../../../etc/hosts: there is no such file",
                        "/docs/README.md: expected a relative address",
                        "http://kubernetes.io/: expected https:// and a host, or mailto:",
                        "https://kubernetes: expected https:// and a host, or mailto:");
    }

    private static Optional<String> flaw(String page, String address) {
        if (address.matches("[a-z][a-z0-9+.-]*:.*")) {
            return address.matches(
                            "https://[\\w-]+(\\.[\\w-]+)+(:\\d+)?(/[^\\s<>\"{}|\\\\^`]*)?|mailto:[^@\\s]+@[^@\\s]+")
                    ? Optional.empty()
                    : Optional.of(address + ": expected https:// and a host, or mailto:");
        }
        if (address.startsWith("/")) {
            return Optional.of(address + ": expected a relative address");
        }
        String[] parts = address.split("#", 2);
        // The changelog contains the texts in changes/, so their links start at the root.
        Path file = Project.path(page.startsWith("changes/") && !page.endsWith("README.md") ? "CHANGELOG.md" : page);
        Path target = parts[0].isEmpty() ? file : file.resolveSibling(parts[0]).normalize();
        if (!target.startsWith(Project.root()) || !Files.exists(target)) {
            return Optional.of(address + ": there is no such file");
        }
        boolean anchored = parts.length < 2
                || !target.toString().endsWith(".md")
                || MarkdownPage.read(Project.root().relativize(target).toString())
                        .anchors()
                        .contains(parts[1]);
        return anchored ? Optional.empty() : Optional.of(address + ": the page has no such anchor");
    }
}
