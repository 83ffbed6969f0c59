package dev.vspherecloud.conformance;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ConformanceTest {
    /// When true, the page is written anew instead of compared.
    private static final String RENEW = "vspherecloud.renew";

    private final List<UpstreamCase> cases = cases();
    private final List<MarkedTest> tests = tests();

    @Test
    void everyCaseHasATestOrAReason() {
        Set<String> shown = tests.stream().flatMap(test -> test.ids().stream()).collect(Collectors.toSet());

        assertThat(ids(each -> !each.isWithoutTest() && !shown.contains(each.id())))
                .as("neither a test nor a reason")
                .isEmpty();
        assertThat(ids(each -> each.isWithoutTest() && shown.contains(each.id())))
                .as("a test, and a reason for having none")
                .isEmpty();
    }

    @Test
    void noCaseIsThereTwiceAndEveryMarkNamesOne() {
        List<String> ids = ids(_ -> true);

        assertThat(ids).doesNotHaveDuplicates();
        assertThat(tests).allSatisfy(test -> assertThat(ids).as(test.name()).containsAll(test.ids()));
    }

    @Test
    void thePageIsWhatTheMarksSay() throws IOException {
        Path page = root().resolve("docs/explanation/conformance.md");
        String rendered = ConformancePage.render(cases, tests);
        if (Boolean.getBoolean(RENEW)) {
            Files.writeString(page, rendered);
        }

        assertThat(page)
                .as("renew it with `make docs`, and look at the difference")
                .hasContent(rendered);
    }

    @Test
    void aMarkBelongsToTheTestAfterIt() {
        String source = """
                @Conforms("A1")
                class SomeTest {
                    @Test
                    @Conforms("A2 A3"
                            + " A4")
                    void aCase() {}
                }
                """;

        assertThat(MarkedTest.in("SomeTest", source))
                .containsExactly(
                        new MarkedTest("SomeTest", List.of("A1")),
                        new MarkedTest("SomeTest.aCase", List.of("A2", "A3", "A4")));
    }

    @Test
    void aLineThatIsNoCaseIsNamed() {
        assertThatThrownBy(() -> UpstreamCase.parse(List.of("A1 | given"))).hasMessageContaining("A1 | given");
        assertThatThrownBy(() -> UpstreamCase.parse(List.of("A1 | given | then | because")))
                .hasMessageContaining("none or differs");
    }

    private List<String> ids(Predicate<UpstreamCase> wanted) {
        return cases.stream().filter(wanted).map(UpstreamCase::id).toList();
    }

    private static List<UpstreamCase> cases() {
        try (InputStream in = requireNonNull(ConformanceTest.class.getResourceAsStream("cases.txt"))) {
            return UpstreamCase.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<MarkedTest> tests() {
        try (Stream<Path> modules = Files.list(root())) {
            return modules.map(module -> module.resolve("src/test/java"))
                    .filter(Files::isDirectory)
                    .filter(tests -> !tests.startsWith(root().resolve("conformance")))
                    .sorted()
                    .flatMap(ConformanceTest::testsBelow)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<MarkedTest> testsBelow(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files
                    .filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .flatMap(file ->
                            MarkedTest.in(file.getFileName().toString().replace(".java", ""), text(file)).stream())
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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
