package dev.vspherecloud.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.DocBlock;
import dev.vspherecloud.conformance.Project;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The pages about the repository are complete, and GOVERNANCE.md lists everything that the owner must set.
class OwnerSettingsTest {
    private static final Pattern PLACEHOLDER = Pattern.compile("OWNER_SETS_[A-Z_]+");
    private static final Pattern LINK = Pattern.compile("]\\((?!https?://)([^)#]*)(?:#[^)]*)?\\)");

    private static final List<String> PAGES = List.of(
            "SECURITY.md", "SUPPORT.md", "GOVERNANCE.md", "CODE_OF_CONDUCT.md", "ROADMAP.md", "changes/README.md");

    @Test
    void everyPlaceholderIsInTheListWithItsFiles() {
        String governance = Project.read(Project.path("GOVERNANCE.md"));
        List<Path> files = configuration();

        Set<String> used = files.stream()
                .flatMap(file -> PLACEHOLDER.matcher(Project.read(file)).results())
                .map(MatchResult::group)
                .collect(Collectors.toSet());
        Set<String> listed = PLACEHOLDER
                .matcher(governance)
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toSet());
        assertThat(used).isNotEmpty().isEqualTo(listed);
        assertThat(files.stream()
                        .filter(file -> PLACEHOLDER.matcher(Project.read(file)).find()))
                .allSatisfy(file ->
                        assertThat(governance).contains("`" + Project.root().relativize(file) + "`"));
    }

    @Test
    void everyLinkOfThesePagesHasATarget() {
        assertThat(PAGES).allSatisfy(page -> {
            Path file = Project.path(page);
            List<String> links = LINK.matcher(Project.read(file))
                    .results()
                    .map(found -> found.group(1))
                    .filter(link -> !link.isEmpty())
                    .toList();
            assertThat(links).isNotEmpty().allSatisfy(link -> assertThat(file.resolveSibling(link))
                    .exists());
        });
    }

    /// The test of the blocks reads these pages too.
    @Test
    void theBlocksOfThesePagesAreChecked() {
        assertThat(DocBlock.pages())
                .containsAll(PAGES.stream()
                        .filter(page -> !page.startsWith("changes/"))
                        .map(Project::path)
                        .toList());
    }

    private static List<Path> configuration() {
        return Stream.of("deploy", ".github")
                .flatMap(folder -> Project.files(folder, "").stream())
                .filter(file -> !file.toString().contains("/src/"))
                .filter(file -> file.toString().matches(".*\\.(ya?ml|md|json|tpl|txt)"))
                .toList();
    }
}
