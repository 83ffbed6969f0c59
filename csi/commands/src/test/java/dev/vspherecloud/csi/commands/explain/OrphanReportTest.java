package dev.vspherecloud.csi.commands.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.cns.CnsSnapshot;
import dev.vspherecloud.csi.cns.CnsSnapshotId;
import dev.vspherecloud.csi.cns.CnsVolumeId;
import dev.vspherecloud.csi.domain.metadata.RecordedVolume;
import dev.vspherecloud.text.VisibleText;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OrphanReportTest {
    @Test
    void noNameControlsTheTerminal() {
        String hostile = "v\u001b[2J\u009b31m\u202e\u2066\u2028\u200b";
        var volume = new RecordedVolume(hostile, hostile, hostile, 1, hostile, hostile, List.of());
        var report = new OrphanReport(
                hostile,
                Map.of(hostile, 1),
                Map.of(hostile, 2),
                List.of(new ExplainedOrphan(hostile, volume, hostile, Optional.empty(), 0)),
                List.of(new ExplainedSnapshot(
                        hostile,
                        new CnsSnapshot(new CnsSnapshotId(new CnsVolumeId("v-1"), "s-1"), hostile, Optional.empty()))),
                Map.of(hostile, List.of(hostile, hostile)),
                List.of(hostile));

        String text = OrphanReportText.of(report, Instant.EPOCH);
        String json = OrphanReportJson.of(report);

        assertThat(text).contains("Name        v [2J 31m\n").isEqualTo(VisibleText.lines(text));
        assertThat(json).contains("v\\u001b[2J\\u009b31m\\u202e").isEqualTo(VisibleText.lines(json));
    }
}
