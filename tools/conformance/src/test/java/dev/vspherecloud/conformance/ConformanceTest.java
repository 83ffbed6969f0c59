package dev.vspherecloud.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ConformanceTest {
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
    void casesAreUniqueAndEveryMarkNamesOne() {
        List<String> ids = ids(_ -> true);

        assertThat(ids).doesNotHaveDuplicates();
        assertThat(tests).allSatisfy(test -> assertThat(ids).as(test.name()).containsAll(test.ids()));
    }

    @Test
    void thePageIsRenderedFromTheMarks() {
        String rendered = ConformancePage.render(cases, tests, DatacenterSpelling.all());

        assertThat(Project.renewed(Project.path("docs/explanation/conformance.md"), rendered))
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
    void anInvalidLineIsNamed() {
        assertThatThrownBy(() -> UpstreamCase.parse(List.of("A1 | given"))).hasMessageContaining("A1 | given");
        assertThatThrownBy(() -> UpstreamCase.parse(List.of("A1 | given | then | because")))
                .hasMessageContaining("none or differs");
    }

    private List<String> ids(Predicate<UpstreamCase> wanted) {
        return cases.stream().filter(wanted).map(UpstreamCase::id).toList();
    }

    private static List<UpstreamCase> cases() {
        return UpstreamCase.parse(
                Project.resource(ConformanceTest.class, "cases.txt").lines().toList());
    }

    private static List<MarkedTest> tests() {
        return Project.files("", ".java").stream()
                .filter(file -> file.toString().contains("/src/test/java/"))
                .filter(file -> !file.startsWith(Project.path("tools/conformance")))
                .flatMap(file ->
                        MarkedTest.in(file.getFileName().toString().replace(".java", ""), Project.read(file)).stream())
                .toList();
    }
}
