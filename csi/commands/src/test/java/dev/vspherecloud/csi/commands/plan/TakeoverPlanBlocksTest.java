package dev.vspherecloud.csi.commands.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.DocBlock;
import dev.vspherecloud.conformance.Project;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// The page about `plan` shows what the program writes.
class TakeoverPlanBlocksTest {
    private static final Path PAGE = Project.path("docs/reference/csi-plan.md");
    private static final Pattern MEMBER = Pattern.compile("(?<![\\w$])\\.(\\w+)");
    private static final Pattern TABLE =
            Pattern.compile("(?s)(<!-- The table is rendered from the codes[^\n]*-->\n).*(<!-- end of the table -->)");

    private static TakeoverPlan plan() {
        var volumes = new SubjectRows(TakeoverSubject.VOLUME);
        volumes.add("pvc-1", List.of());
        volumes.add("pvc-2", List.of());
        volumes.add(
                "reports",
                List.of(new TakeoverFinding(
                        TakeoverCode.FILE_VOLUME, "its handle is file:6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11")));
        var attachments = new SubjectRows(TakeoverSubject.ATTACHMENT);
        attachments.add("csi-2c1f", List.of());
        var operations = new SubjectRows(TakeoverSubject.OPERATION);
        operations.add(
                "pvc-3",
                List.of(new TakeoverFinding(
                        TakeoverCode.OPERATION_IN_PROGRESS, "task-77 runs since 2026-01-02T03:04:05Z")));
        return new TakeoverPlan(
                List.of(volumes.result(), attachments.result(), operations.result()),
                Map.of(HandleForm.BLOCK, 2L, HandleForm.FILE, 1L),
                List.of(),
                List.of());
    }

    @Test
    void aPlan() {
        String rendered = TakeoverPlanText.of(plan());

        assertThat(DocBlock.only(TakeoverPlanBlocksTest.class, "aPlan").renewed(rendered))
                .as(DocBlock.RENEW)
                .isEqualTo(rendered);
    }

    /// The filter of the page reads nothing that the plan does not have.
    @Test
    void theMembersOfTheJson() {
        String json = TakeoverPlanJson.of(plan());
        DocBlock block = DocBlock.only(TakeoverPlanBlocksTest.class, "theMembersOfTheJson");

        assertThat(MEMBER.matcher(block.text()).results().map(found -> "\"%s\":".formatted(found.group(1))))
                .hasSizeGreaterThan(4)
                .allMatch(json::contains);
    }

    @Test
    void theTableHasEveryCode() {
        String table = Arrays.stream(TakeoverCode.values())
                .map(code -> "| `%s` | `%s` | %s | %s |\n"
                        .formatted(code.text(), code.effect().text(), code.meaning(), code.action()))
                .collect(Collectors.joining(
                        "", "\n| code | effect | meaning | what to do |\n|---|---|---|---|\n", "\n"));
        String page = Project.read(PAGE);
        String rendered =
                TABLE.matcher(page).replaceFirst(found -> found.group(1) + table.replace("$", "\\$") + found.group(2));

        assertThat(Project.read(Project.renewed(PAGE, rendered)))
                .as(DocBlock.RENEW)
                .isEqualTo(rendered);
        assertThat(rendered).contains("| `FileVolume` | `changes` |");
    }

    @Test
    void theTableOfEffectsIsThatOfTheProgram() {
        assertThat(Arrays.stream(TakeoverEffect.values())
                        .map(effect -> "| `%s` | %s |\n".formatted(effect.text(), effect.meaning())))
                .allMatch(Project.read(PAGE)::contains);
    }
}
