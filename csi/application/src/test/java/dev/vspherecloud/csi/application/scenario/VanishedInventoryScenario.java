package dev.vspherecloud.csi.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.csi.ParallelCalls;
import dev.vspherecloud.testkit.inventory.TaggedObject;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// vCenter suddenly shows only half of the VMs. `ListVolumes` is refused instead of complete in appearance, so that
/// csi-attacher, which compares it with all attachments, publishes and detaches nothing.
@Tag("csi")
@Timeout(600)
class VanishedInventoryScenario {
    private static final int PODS = 8;

    /// csi-attacher of this bed compares every 2 s.
    private static final int COMPARISONS = 4;

    private static PodBed bed;

    @BeforeAll
    static void start() {
        bed = PodBed.shared(false).startNodes();
    }

    @AfterAll
    static void stop() {
        bed.close();
    }

    @AfterEach
    void showAll() {
        bed.site().vcenter().rights().restore();
    }

    @Test
    void nothingIsPublishedOrDetachedWhenHalfTheInventoryVanishes() throws InterruptedException {
        var life = new PodLife(bed);
        life.create("kept", PODS, List.of("shared"));
        life.everyDiskIsOnTheVmOfItsPod();
        awaitListed("OK");
        bed.volumes().resetCalls();
        List<JsonNode> before = bed.items(PodBed.ATTACHMENTS);

        bed.site()
                .vcenter()
                .rights()
                .hide(Stream.of("n-0", "n-1")
                        .map(node -> TaggedObject.vm(bed.vms().getOrDefault(node, "")))
                        .toArray(TaggedObject[]::new));

        awaitListed("Unavailable");
        long refused = listCalls();
        bed.objects().await("/api/v1/nodes/n-3", PodBed.LIMIT, _ -> listCalls() >= refused + COMPARISONS);
        assertThat(bed.volumes().calls().of("CnsAttachVolume")).isZero();
        assertThat(bed.volumes().calls().of("CnsDetachVolume")).isZero();
        assertThat(bed.items(PodBed.ATTACHMENTS))
                .extracting(PodBed::name)
                .containsExactlyElementsOf(before.stream().map(PodBed::name).toList());
        assertThat(bed.items(PodBed.ATTACHMENTS))
                .allMatch(each -> each.at("/status/attached").asBoolean());
        life.everyDiskIsOnTheVmOfItsPod();

        bed.site().vcenter().rights().restore();

        awaitListed("OK");
        assertThat(bed.volumes().calls().of("CnsAttachVolume")).isZero();
        life.delete();
        life.nothingIsLeft();
    }

    private static void awaitListed(String code) {
        bed.objects().await("/api/v1/nodes/n-3", PodBed.LIMIT, _ -> listed().equals(code));
    }

    private static String listed() {
        try {
            return ParallelCalls.make(bed.socket(), "/csi.v1.Controller/ListVolumes", "{}", 1, 1)
                    .calls()
                    .getFirst()
                    .path("code")
                    .asText();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /// The number of calls of `ListVolumes` that the driver has served.
    private static long listCalls() {
        return bed.driver()
                .program()
                .log()
                .lines()
                .filter(line -> line.contains("Served a CSI call") && line.contains("Controller/ListVolumes"))
                .count();
    }
}
