package dev.vspherecloud.csi.cluster.volume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.cluster.call.RemovalResult;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.ManualTime;
import dev.vspherecloud.kubernetes.ScriptedApi;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KubeVolumeMigrationsTest {
    private static final Duration BUDGET = Duration.ofSeconds(5);
    private static final String PATH = "/apis/cns.vmware.com/v1alpha1/cnsvspherevolumemigrations";

    private final ScriptedApi api = new ScriptedApi();
    private final ManualTime time = ManualTime.endless();
    private final KubeVolumeMigrations migrations = new KubeVolumeMigrations(api.server(time), time);

    @ParameterizedTest
    @ValueSource(strings = {"[ds 1] a/b.vmdk", "[ds 1]a/b.vmdk", " [ds 1]  a/b.vmdk "})
    void theVolumeOfADiskIsFoundOnAnyPage(String path) {
        api.answers(200, list("next", record("v-1", "[ds 1] a.vmdk"))).answers(200, list("", record("v-2", path)));

        assertThat(migrations.find("[ds 1] a/b.vmdk", BUDGET)).isEqualTo(new MigratedVolumeResult.Found("v-2"));
        assertThat(api.callLines())
                .containsExactly("GET " + PATH + "?limit=250", "GET " + PATH + "?limit=250&continue=next");
    }

    @Test
    void anotherDiskIsNotFound() {
        api.answers(200, list("", record("v-1", "[ds] A.vmdk"), record("v-2", "[DS] a.vmdk"), "{}"));

        assertThat(migrations.find("[ds] a.vmdk", BUDGET)).isEqualTo(new MigratedVolumeResult.NotFound());
    }

    @Test
    void twoVolumesOfOneDiskAreAmbiguous() {
        api.answers(200, list("", record("v-2", "[ds] a.vmdk"), record("v-1", "[ds] a.vmdk")));
        api.answers(200, list("", record("v-1", "[ds] a.vmdk"), record("v-1", "[ds]a.vmdk")));

        assertThat(migrations.find("[ds] a.vmdk", BUDGET))
                .isEqualTo(new MigratedVolumeResult.Ambiguous(List.of("v-1", "v-2")));
        assertThat(migrations.find("[ds] a.vmdk", BUDGET)).isEqualTo(new MigratedVolumeResult.Found("v-1"));
    }

    @Test
    void withoutTheKindNoVolumeIsKnown() {
        api.answers(404, "404 page not found").answers(404, "<html>").answers(403, "{}");

        assertThat(migrations.find("[ds] a.vmdk", BUDGET)).isEqualTo(new MigratedVolumeResult.NotFound());
        assertThat(migrations.find("[ds] a.vmdk", BUDGET)).isInstanceOf(MigratedVolumeResult.Unknown.class);
        assertThat(migrations.find("[ds] a.vmdk", BUDGET)).isInstanceOf(MigratedVolumeResult.Unknown.class);
    }

    @Test
    void thePathOfAVolumeIsRecordedOnce() {
        api.answers(404, "{\"details\":{\"name\":\"v-1\"}}").answers(201, "{}");
        api.answers(200, record("v-1", "[ds] a.vmdk"));

        assertThat(migrations.path("v-1", BUDGET)).isEqualTo(new VolumeRecordResult.Absent());
        assertThat(migrations.create("v-1", "[ds] a.vmdk", BUDGET))
                .isEqualTo(new VolumeRecordResult.Found("[ds] a.vmdk"));
        assertThat(migrations.path("v-1", BUDGET)).isEqualTo(new VolumeRecordResult.Found("[ds] a.vmdk"));

        assertThat(api.callLines()).containsExactly("GET " + PATH + "/v-1", "POST " + PATH, "GET " + PATH + "/v-1");
        assertThat(api.calls().get(1).body())
                .isEqualTo("{\"apiVersion\":\"cns.vmware.com/v1alpha1\",\"kind\":\"CnsVSphereVolumeMigration\","
                        + "\"metadata\":{\"name\":\"v-1\"},"
                        + "\"spec\":{\"volumeid\":\"v-1\",\"volumepath\":\"[ds] a.vmdk\"}}");
    }

    /// The disk may have moved since the record was written, and a PersistentVolume has the recorded path.
    @Test
    void theRecordedPathWins() {
        api.answers(409, "{}").answers(200, record("v-1", "[ds] old.vmdk"));
        api.fails(KubeException.Kind.TIMEOUT).answers(200, record("v-1", "[ds] new.vmdk"));

        assertThat(migrations.create("v-1", "[ds] new.vmdk", BUDGET))
                .isEqualTo(new VolumeRecordResult.Found("[ds] old.vmdk"));
        assertThat(migrations.create("v-1", "[ds] new.vmdk", BUDGET))
                .isEqualTo(new VolumeRecordResult.Found("[ds] new.vmdk"));
    }

    @Test
    void aPathThatIsNotCertainIsUnknown() {
        api.answers(200, record("v-2", "[ds] a.vmdk")).answers(200, record("v-1", " "));
        api.answers(403, "{}").answers(404, "404 page not found").answers(404, "404 page not found");
        api.fails(KubeException.Kind.TIMEOUT).answers(404, "{\"details\":{\"name\":\"v-1\"}}");

        for (int i = 0; i < 3; i++) {
            assertThat(migrations.path("v-1", BUDGET)).isInstanceOf(VolumeRecordResult.Unknown.class);
        }
        assertThat(migrations.path("v-1", BUDGET)).isEqualTo(new VolumeRecordResult.Absent());
        assertThat(migrations.create("v-1", "[ds] a.vmdk", BUDGET))
                .isInstanceOfSatisfying(VolumeRecordResult.Unknown.class, unknown -> assertThat(unknown.problem())
                        .contains("restart the driver"));
        assertThat(migrations.create("v-1", "[ds] a.vmdk", BUDGET)).isInstanceOf(VolumeRecordResult.Unknown.class);
    }

    /// 500 volumes of the in-tree driver must not cause 500 lists a minute.
    @Test
    void whatTheWatchShowsIsNotListed() {
        api.answers(
                200, list("", record("v-1", "[ds]a.vmdk"), record("v-2", "[ds] b.vmdk"), record("v-3", "[ds] b.vmdk")));
        migrations.watch().list();

        assertThat(migrations.find("[ds] a.vmdk", BUDGET)).isEqualTo(new MigratedVolumeResult.Found("v-1"));
        assertThat(migrations.find("[ds]  b.vmdk", BUDGET))
                .isEqualTo(new MigratedVolumeResult.Ambiguous(List.of("v-2", "v-3")));
        assertThat(migrations.followed(BUDGET)).isEqualTo(new ListResult.Complete<>(Map.of("[ds] a.vmdk", "v-1")));
        assertThat(api.calls()).hasSize(1);

        api.answers(200, list("", record("v-4", "[ds] c.vmdk")));
        assertThat(migrations.find("[ds] c.vmdk", BUDGET))
                .as("a record that the watch does not show yet")
                .isEqualTo(new MigratedVolumeResult.Found("v-4"));
    }

    @Test
    void withoutTheWatchTheRecordsAreListed() {
        api.answers(200, list("", record("v-1", "[ds] a.vmdk"))).answers(404, "404 page not found");

        assertThat(migrations.followed(BUDGET)).isEqualTo(new ListResult.Complete<>(Map.of("[ds] a.vmdk", "v-1")));
        assertThat(migrations.followed(BUDGET)).isInstanceOf(ListResult.KindUnknown.class);
    }

    @Test
    void theRecordsInMemoryFollowTheWatch() {
        var followed = new FollowedMigrations();
        followed.onUpdated(new VolumeRecords.Row("v-1", "[ds] a.vmdk"));
        followed.onUpdated(new VolumeRecords.Row("v-1", "[ds] b.vmdk"));
        followed.onUpdated(new VolumeRecords.Row("v-2", "[ds] b.vmdk"));
        assertThat(followed.ids("[ds] a.vmdk")).isEmpty();
        assertThat(followed.ids("[ds] b.vmdk")).containsExactly("v-1", "v-2");

        followed.onDeleted("v-1");
        assertThat(followed.ids("[ds] b.vmdk")).containsExactly("v-2");
        followed.retain(Set.of());
        assertThat(followed.all()).isEmpty();
    }

    @Test
    void beyondItsLimitTheMemoryIsNotUsed() {
        var followed = new FollowedMigrations();
        for (int i = 0; i <= FollowedMigrations.MAX_RECORDS; i++) {
            followed.onUpdated(new VolumeRecords.Row("v-" + i, "[ds] %d.vmdk".formatted(i)));
        }
        assertThat(followed.isComplete()).isFalse();
        assertThat(followed.all()).hasSize(FollowedMigrations.MAX_RECORDS);

        followed.onListStarted();
        followed.retain(Set.of("v-1"));
        assertThat(followed.isComplete()).isTrue();
    }

    /// A volume with two records is as much in use as one with a single record.
    @Test
    void allVolumesOfRecordsAreListed() {
        api.answers(200, list("", record("v-2", "[ds] a.vmdk"), record("v-1", "[ds] a.vmdk")));

        assertThat(migrations.volumeIds(BUDGET)).isEqualTo(new ListResult.Complete<>(Set.of("v-1", "v-2")));
    }

    @Test
    void aRecordIsDeletedByItsVolume() {
        api.answers(200, "{}").answers(500, "{}");

        assertThat(migrations.delete("v-1", BUDGET)).isEqualTo(new RemovalResult.Removed());
        assertThat(migrations.delete("v-1", BUDGET)).isInstanceOf(RemovalResult.Failed.class);
        assertThat(migrations.delete("", BUDGET)).isEqualTo(new RemovalResult.Removed());
        assertThat(api.callLines()).containsExactly("DELETE " + PATH + "/v-1", "DELETE " + PATH + "/v-1");
    }

    private static String record(String volumeId, String path) {
        return "{\"metadata\":{\"name\":\"%s\"},\"spec\":{\"volumeid\":\"%s\",\"volumepath\":\"%s\"}}"
                .formatted(volumeId, volumeId, path);
    }

    private static String list(String next, String... items) {
        return "{\"metadata\":{\"resourceVersion\":\"7\",\"continue\":\"%s\"},\"items\":[%s]}"
                .formatted(next, String.join(",", items));
    }
}
