package dev.vspherecloud.csi.commands.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.commands.arguments.CsiCommandLine.Command;
import dev.vspherecloud.text.VisibleText;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TakeoverPlanTest {
    private static TakeoverPlan plan(List<String> unread, TakeoverCode... codes) {
        var rows = new SubjectRows(TakeoverSubject.VOLUME);
        rows.add("pv-0", List.of());
        for (TakeoverCode code : codes) {
            rows.add("pv", List.of(new TakeoverFinding(code, "because")));
        }
        return new TakeoverPlan(List.of(rows.result()), Map.of(), unread, List.of("vCenter"));
    }

    @Test
    void onlyWhatStopsWaitsOrIsUnreadPreventsTheReplacement() {
        assertThat(plan(List.of()).isClear()).isTrue();
        assertThat(plan(List.of(), TakeoverCode.FILE_VOLUME, TakeoverCode.NODE_ID_IS_NAME)
                        .isClear())
                .isTrue();
        assertThat(plan(List.of(), TakeoverCode.HANDLE_INVALID).isClear()).isFalse();
        assertThat(plan(List.of(), TakeoverCode.OPERATION_IN_PROGRESS).isClear())
                .isFalse();
        assertThat(plan(List.of("no right")).isClear()).isFalse();
    }

    @Test
    void manyFindingsOfOneCodeAreCountedAndTheFirstAreNamed() {
        var rows = new SubjectRows(TakeoverSubject.VOLUME);
        for (int i = 0; i < SubjectRows.MAX_ROWS + 5; i++) {
            rows.add("pv-" + i, List.of(new TakeoverFinding(TakeoverCode.FILE_VOLUME, "file")));
        }
        rows.add("pv-last", List.of(new TakeoverFinding(TakeoverCode.HANDLE_INVALID, "text")));
        SubjectPlan result = rows.result();

        assertThat(result.special()).isEqualTo(SubjectRows.MAX_ROWS + 6);
        assertThat(result.omitted()).isEqualTo(5);
        assertThat(result.rows().getLast().object()).isEqualTo("pv-last");
        assertThat(TakeoverPlanText.of(new TakeoverPlan(List.of(result), Map.of(), List.of(), List.of())))
                .contains("  and 5 more\n");
    }

    /// A user who names objects must not move the cursor of the terminal.
    @Test
    void controlCharactersAreNotPrinted() {
        var rows = new SubjectRows(TakeoverSubject.VOLUME);
        String hostile = "pv\u001b[2J\u009b31m\u202e\u2066\u2028\u200b";
        rows.add(hostile, List.of(new TakeoverFinding(TakeoverCode.HANDLE_INVALID, hostile)));
        var plan = new TakeoverPlan(List.of(rows.result()), Map.of(), List.of(hostile), List.of(hostile));

        assertThat(TakeoverPlanText.of(plan))
                .contains("pv [2J 31m")
                .isEqualTo(VisibleText.lines(TakeoverPlanText.of(plan)));
        assertThat(TakeoverPlanJson.of(plan))
                .contains("pv\\u001b[2J\\u009b31m\\u202e")
                .isEqualTo(VisibleText.lines(TakeoverPlanJson.of(plan)));
    }

    @Test
    void anErrorCannotControlTheTerminal() {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        Optional<String> kubeconfig = Optional.of("absent\u001b[2J\u009b31m\u202e");

        int exitCode = new TakeoverPlanCommand(
                        new Command.Plan(kubeconfig, true, false), Map.of(), new PrintStream(out), new PrintStream(err))
                .run();

        assertThat(exitCode).isOne();
        assertThat(err.toString(StandardCharsets.UTF_8)).startsWith("Error: ").contains("absent?[2J?31m?");
    }

    @Test
    void theJsonHasEachCount() {
        assertThat(TakeoverPlanJson.of(plan(List.of("no right"), TakeoverCode.FILE_VOLUME)))
                .contains("\"unread\":[\"no right\"]")
                .contains("\"notChecked\":[\"vCenter\"]")
                .contains("{\"kind\":\"PersistentVolume\",\"total\":2,\"special\":1,\"omitted\":0}")
                .contains("\"summary\":{\"stops\":0,\"waits\":0,\"changes\":1,\"stays\":0,\"replaceNow\":false}");
    }

    @Test
    void codesHaveSentences() {
        assertThat(TakeoverCode.FILE_VOLUME.text()).isEqualTo("FileVolume");
        assertThat(Arrays.asList(TakeoverCode.values())).allSatisfy(code -> {
            assertThat(code.meaning()).endsWith(".").matches("(?s)\\p{javaUpperCase}.*|csi-.*|vsphere-.*");
            assertThat(code.action()).doesNotEndWith(".");
        });
    }
}
