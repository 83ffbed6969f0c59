package dev.vspherecloud.csi.application.scenario.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.application.scenario.CsiCalls;
import dev.vspherecloud.csi.application.scenario.DriverBed;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.servers.VcenterOptions;
import dev.vspherecloud.testkit.volume.SimulatedVolume;
import dev.vspherecloud.testkit.volume.VolumeRule;
import dev.vspherecloud.testkit.volume.VolumeSettings.FaultForm;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What refuses snapshots, restores and clones: the code, the sentence, and what is left.
@Tag("csi")
class SnapshotFaultScenario {
    private static final Pattern VOLUME = Pattern.compile("\"volumeId\":\"([^\"]+)\"");
    private static final Pattern SNAPSHOT = Pattern.compile("\"snapshotId\":\"([^\"]+)\"");
    private static final String NO_VOLUME = "0f4a0e0c-1111-4222-8333-444455556666";

    private static KubeApiServer api;
    private static DriverBed bed;
    private static CsiCalls calls;

    @BeforeAll
    static void start(@TempDir Path folder) {
        api = KubeApiServer.shared();
        bed = start(api, folder, VcenterOptions.defaults());
        calls = new CsiCalls(bed.socket());
    }

    private static DriverBed start(KubeApiServer api, Path folder, VcenterOptions options) {
        var bed = new DriverBed(api, folder);
        bed.addVcenter("snapshots", options);
        bed.start().awaitReady();
        return bed;
    }

    @AfterAll
    static void stop() {
        bed.close();
        api.close();
    }

    /// Names of snapshots and volumes are free for the next test.
    @AfterEach
    void deleteAll() {
        bed.volumes().apply();
        for (SimulatedVolume volume : bed.volumes().list()) {
            volume.snapshots().forEach(each -> succeeds(calls.deleteSnapshot(volume.id() + "+" + each.id())));
            succeeds(calls.delete(volume.id()));
        }
        assertThat(bed.volumes().list()).isEmpty();
    }

    @Test
    void snapshotsAreLimitedAndReplaysAreNot() {
        String volume = volume("limited");
        List<String> names = IntStream.range(0, 3).mapToObj(n -> "s-" + n).toList();
        List<String> handles =
                names.stream().map(name -> snapshot(name, volume)).toList();

        refused(
                calls.snapshot("s-3", volume),
                "FailedPrecondition",
                "found 3 snapshots of volume " + volume + ", expected fewer than 3");
        refused(
                calls.copy("clone", 1024, CsiCalls.ofVolume(volume), "{}"),
                "FailedPrecondition",
                "found 3 snapshots of volume");
        // The last slot is in use by the snapshot itself.
        assertThat(snapshot("s-2", volume)).isEqualTo(handles.get(2));
        assertThat(of(volume).snapshots()).hasSize(3);

        refused(
                calls.delete(volume),
                "FailedPrecondition",
                "it has 3 snapshots (s-0-%1$s, s-1-%1$s, s-2-%1$s); delete them first".formatted(volume));
        refused(calls.expand(volume, 2048), "FailedPrecondition", "was not expanded: it has 3 snapshots");
        handles.forEach(handle -> succeeds(calls.deleteSnapshot(handle)));
        handles.forEach(handle -> succeeds(calls.deleteSnapshot(handle)));
        succeeds(calls.delete(volume));
        assertThat(bed.volumes().list()).noneMatch(each -> each.id().equals(volume));
    }

    @Test
    void aNameBelongsToOneVolume() {
        String one = volume("one");
        String other = volume("other");
        String handle = snapshot("daily", one);

        refused(
                calls.snapshot("daily", other),
                "AlreadyExists",
                "a snapshot with the name daily exists of volume " + one);
        refused(calls.snapshot("weekly", NO_VOLUME), "NotFound", "does not exist in CNS");
        succeeds(calls.deleteSnapshot(handle));
        assertThat(snapshot("daily", other)).startsWith(other + "+");
    }

    @Test
    void sourcesAreChecked() {
        String volume = volume("source");
        String handle = snapshot("s", volume);
        String noSnapshot = volume + "+" + NO_VOLUME;

        refused(calls.copy("c", 1024, CsiCalls.ofSnapshot(noSnapshot), "{}"), "NotFound", "found no snapshot");
        refused(
                calls.copy("c", 1024, CsiCalls.ofSnapshot(NO_VOLUME + "+" + NO_VOLUME), "{}"),
                "NotFound",
                "found no volume " + NO_VOLUME);
        refused(calls.copy("c", 1024, CsiCalls.ofVolume(NO_VOLUME), "{}"), "NotFound", "found no volume");
        refused(
                calls.copy("c", 1023, CsiCalls.ofSnapshot(handle), "{}"),
                "OutOfRange",
                "expected at least the 1024 MiB of the source volume");
        refused(calls.copy("c", 1023, CsiCalls.ofVolume(volume), "{}"), "OutOfRange", "expected at least the 1024 MiB");
        refused(
                calls.copy("c", 1024, CsiCalls.ofSnapshot(handle), "{\"datastoreurl\": \"ds:///vmfs/volumes/none/\"}"),
                "FailedPrecondition",
                "datastore ds:///vmfs/volumes/none/ is not among the datastores that vCenter shows");
        assertThat(bed.volumes().list()).noneMatch(each -> each.name().equals("c"));
    }

    @Test
    void aCopyKeepsItsSource() {
        String volume = volume("kept");
        String handle = snapshot("s", volume);
        CsiCalls.Outcome made = calls.copy("copy", 1024, CsiCalls.ofSnapshot(handle), "{}");
        succeeds(made);
        assertThat(made.message()).contains("\"contentSource\":{\"snapshot\":{\"snapshotId\":\"" + handle);

        refused(calls.create("copy", "{}"), "AlreadyExists", "exists as a copy of snapshot " + handle);
        refused(
                calls.copy("copy", 1024, CsiCalls.ofVolume(volume), "{}"),
                "AlreadyExists",
                "the request asks for a copy of volume " + volume);
        succeeds(calls.deleteSnapshot(handle));
        CsiCalls.Outcome again = calls.copy("copy", 1024, CsiCalls.ofSnapshot(handle), "{}");
        succeeds(again);
        assertThat(again.message()).contains(handle);
        assertThat(first(VOLUME, again)).isEqualTo(first(VOLUME, made));
        succeeds(calls.delete(first(VOLUME, made)));
        succeeds(calls.create("copy", "{}"));
    }

    /// The copy has the size of its source first. The smaller volume is never returned.
    @ParameterizedTest
    @EnumSource
    void aLargerCopyIsReturnedWhenItHasGrown(FaultForm form) {
        String handle = snapshot("s", volume("small"));
        bed.volumes()
                .apply(VolumeRule.next("CnsExtendVolume").fault("NoDiskSpace").form(form));

        refused(
                calls.copy("larger", 3072, CsiCalls.ofSnapshot(handle), "{}"),
                "Aborted",
                "has the contents of its source, and was not expanded");
        assertThat(named("larger").capacityMb()).isEqualTo(1024);
        CsiCalls.Outcome made = calls.copy("larger", 3072, CsiCalls.ofSnapshot(handle), "{}");

        succeeds(made);
        assertThat(made.message()).contains("\"capacityBytes\":\"3221225472\"");
        assertThat(named("larger").capacityMb()).isEqualTo(3072);
        assertThat(bed.volumes().list())
                .filteredOn(each -> each.name().equals("larger"))
                .hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void aCloneLeavesNoSnapshotAlsoIfItFails(FaultForm form) {
        String volume = volume("origin");

        succeeds(calls.copy("clone-1", 2048, CsiCalls.ofVolume(volume), "{}"));
        assertThat(named("clone-1").capacityMb()).isEqualTo(2048);
        assertThat(of(volume).snapshots()).isEmpty();

        bed.volumes()
                .apply(VolumeRule.next("CnsCreateVolume").fault("NoDiskSpace").form(form));
        refused(calls.copy("clone-2", 1024, CsiCalls.ofVolume(volume), "{}"), "ResourceExhausted", "not enough space");
        assertThat(of(volume).snapshots()).isEmpty();
        assertThat(calls.listSnapshots("{}").message()).doesNotContain("snapshotId");
        succeeds(calls.delete(volume));
    }

    @Test
    void anOlderVcenterHasNoSnapshots(@TempDir Path folder) {
        try (var olderApi = KubeApiServer.shared();
                var older = start(olderApi, folder, VcenterOptions.defaults().apiVersion("7.0.2.0"))) {
            refusesSnapshots(new CsiCalls(older.socket()));
        }
    }

    private static void refusesSnapshots(CsiCalls calls) {
        CsiCalls.Outcome created = calls.create("old", "{}");
        succeeds(created);
        String volume = first(VOLUME, created);

        refused(calls.snapshot("s", volume), "FailedPrecondition", "expected 7.0.3 or later for snapshots; update it");
        refused(
                calls.copy("c", 1024, CsiCalls.ofVolume(volume), "{}"),
                "FailedPrecondition",
                "expected 7.0.3 or later");
        succeeds(calls.listSnapshots("{}"));
        succeeds(calls.delete(volume));
    }

    private static String volume(String name) {
        CsiCalls.Outcome outcome = calls.create(name, "{}");
        succeeds(outcome);
        return first(VOLUME, outcome);
    }

    private static String snapshot(String name, String volume) {
        CsiCalls.Outcome outcome = calls.snapshot(name, volume);
        succeeds(outcome);
        assertThat(outcome.message())
                .contains("\"readyToUse\":true")
                .contains("\"sizeBytes\":\"1073741824\"")
                .containsPattern("\"creationTime\":\"20");
        return first(SNAPSHOT, outcome);
    }

    private static SimulatedVolume of(String id) {
        return bed.volumes().list().stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static SimulatedVolume named(String name) {
        return bed.volumes().list().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String first(Pattern pattern, CsiCalls.Outcome outcome) {
        Matcher found = pattern.matcher(outcome.message());
        assertThat(found.find()).as(outcome.toString()).isTrue();
        return found.group(1);
    }

    private static void succeeds(CsiCalls.Outcome outcome) {
        assertThat(outcome.code()).as(outcome.toString()).isEqualTo("OK");
    }

    private static void refused(CsiCalls.Outcome outcome, String code, String part) {
        assertThat(outcome.code()).as(outcome.toString()).isEqualTo(code);
        assertThat(outcome.message()).contains(part);
    }
}
