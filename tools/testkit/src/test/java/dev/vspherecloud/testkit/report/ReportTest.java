package dev.vspherecloud.testkit.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");

    @Test
    void namesCommitDateJvmAndMachine() {
        List<String> lines = Report.header(Path.of(""), () -> NOW);

        assertThat(lines).hasSize(4);
        assertThat(lines.get(0)).matches("commit:  (unknown|[0-9a-f]{12,40}(, with changes that are not committed)?)");
        assertThat(lines.get(1)).isEqualTo("date:    2026-01-02T03:04:05Z");
        assertThat(lines.get(2))
                .startsWith("JVM:     ")
                .contains(Runtime.version().toString());
        assertThat(lines.get(3))
                .matches("machine: .+, \\d+ cores \\(.+\\), \\d+[.,]\\d GiB")
                .contains(System.getProperty("os.arch"));
    }

    @Test
    void aFolderWithoutHistoryHasNoCommit(@TempDir Path folder) {
        assertThat(Report.header(folder, () -> NOW).getFirst()).isEqualTo("commit:  unknown");
    }
}
