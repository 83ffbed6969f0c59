package dev.vspherecloud.csi.cluster.volume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.cluster.call.RemovalResult;
import dev.vspherecloud.kubernetes.KubeException.Kind;
import dev.vspherecloud.kubernetes.ManualTime;
import dev.vspherecloud.kubernetes.ScriptedApi;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KubeVolumeVcentersTest {
    private static final Duration BUDGET = Duration.ofSeconds(5);
    private static final String PATH = "/apis/cns.vmware.com/v1alpha1/namespaces/csi/cnsvolumeinfoes";
    private static final String MISSING = "{\"details\":{\"name\":\"v-1\"}}";

    private final ScriptedApi api = new ScriptedApi();
    private final ManualTime time = ManualTime.endless();
    private final KubeVolumeVcenters vcenters = new KubeVolumeVcenters(api.server(time), time, "csi");

    @Test
    void theVcenterOfAVolumeIsRead() {
        api.answers(200, record("file:v-1", "vc-a")).answers(404, MISSING);

        assertThat(vcenters.read("file:v-1", BUDGET)).isEqualTo(new VolumeRecordResult.Found("vc-a"));
        assertThat(vcenters.read("v-1", BUDGET)).isEqualTo(new VolumeRecordResult.Absent());
        assertThat(api.callLines()).containsExactly("GET " + PATH + "/file-v-1", "GET " + PATH + "/v-1");
    }

    /// A cluster that had one vCenter has no definition. A caller then asks every vCenter.
    @Test
    void withoutTheDefinitionThereIsNoRecordAndNoneCanBeWritten() {
        api.answers(404, "404 page not found").answers(404, "404 page not found");

        assertThat(vcenters.read("v-1", BUDGET)).isEqualTo(new VolumeRecordResult.Absent());
        assertThat(vcenters.create("v-1", "vc-a", BUDGET))
                .isInstanceOfSatisfying(VolumeRecordResult.Unknown.class, unknown -> assertThat(unknown.problem())
                        .contains("the definition cnsvolumeinfoes.cns.vmware.com is missing"));
    }

    @ParameterizedTest
    @CsvSource({"v-2, vc-a", "v-1, ''", "'', vc-a"})
    void aRecordOfAnotherVolumeIsNotBelieved(String volumeId, String vcenter) {
        api.answers(200, record(volumeId, vcenter));

        assertThat(vcenters.read("v-1", BUDGET))
                .isInstanceOfSatisfying(VolumeRecordResult.Unknown.class, unknown -> assertThat(unknown.problem())
                        .contains("CNSVolumeInfo v-1", "expected the volume v-1"));
    }

    @Test
    void aRecordIsCreatedOnce() {
        api.answers(201, "{}").answers(409, "{}").answers(200, record("v-1", "vc-b"));

        assertThat(vcenters.create("v-1", "vc-a", BUDGET)).isEqualTo(new VolumeRecordResult.Found("vc-a"));
        assertThat(vcenters.create("v-1", "vc-a", BUDGET)).isEqualTo(new VolumeRecordResult.Found("vc-b"));
        assertThat(api.calls().getFirst().body())
                .isEqualTo("{\"apiVersion\":\"cns.vmware.com/v1alpha1\",\"kind\":\"CNSVolumeInfo\","
                        + "\"metadata\":{\"name\":\"v-1\",\"namespace\":\"csi\"},"
                        + "\"spec\":{\"volumeID\":\"v-1\",\"vCenterServer\":\"vc-a\"}}");
    }

    @Test
    void aLostAnswerIsLookedUp() {
        api.fails(Kind.TIMEOUT).answers(200, record("v-1", "vc-a"));
        api.fails(Kind.TIMEOUT).answers(404, MISSING);
        api.answers(422, "{}");

        assertThat(vcenters.create("v-1", "vc-a", BUDGET)).isEqualTo(new VolumeRecordResult.Found("vc-a"));
        assertThat(vcenters.create("v-1", "vc-a", BUDGET)).isEqualTo(new VolumeRecordResult.Unknown("scripted"));
        assertThat(vcenters.create("v-1", "vc-a", BUDGET)).isInstanceOf(VolumeRecordResult.Unknown.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a/b", "..", "V-1", "a b"})
    void aHandleThatIsNoNameCausesNoRequest(String volumeId) {
        assertThat(vcenters.read(volumeId, BUDGET)).isEqualTo(new VolumeRecordResult.Absent());
        assertThat(vcenters.delete(volumeId, BUDGET)).isEqualTo(new RemovalResult.Removed());
        assertThat(vcenters.create(volumeId, "vc-a", BUDGET)).isInstanceOf(VolumeRecordResult.Unknown.class);
        assertThat(api.calls()).isEmpty();
    }

    @Test
    void aRecordIsDeletedByTheNameOfItsVolume() {
        api.answers(200, "{}");

        assertThat(vcenters.delete("file:v-1", BUDGET)).isEqualTo(new RemovalResult.Removed());
        assertThat(api.callLines()).containsExactly("DELETE " + PATH + "/file-v-1");
    }

    @Test
    void allRecordsAreListedByVolume() {
        api.answers(
                200,
                "{\"metadata\":{\"resourceVersion\":\"7\"},\"items\":[%s,%s,{}]}"
                        .formatted(record("file:v-1", "vc-a"), record("v-2", "vc-b")));

        assertThat(vcenters.list(BUDGET))
                .isEqualTo(new ListResult.Complete<>(Map.of("file:v-1", "vc-a", "v-2", "vc-b")));
    }

    private static String record(String volumeId, String vcenter) {
        return "{\"spec\":{\"volumeID\":\"%s\",\"vCenterServer\":\"%s\"}}".formatted(volumeId, vcenter);
    }
}
