package dev.vspherecloud.csi.cluster.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.kubernetes.KubeException.Kind;
import dev.vspherecloud.kubernetes.ManualTime;
import dev.vspherecloud.kubernetes.ScriptedApi;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClaimEventsTest {
    private static final String UID = "0123abcd-0000-4000-8000-00000000000";
    private static final String LIST = "GET /api/v1/persistentvolumeclaims?limit=250";
    private static final String POST = "POST /api/v1/namespaces/shop/events";
    private static final Reason FULL = new Reason(ClaimReason.DATASTORE_FULL, "datastore ds-1 is full; free 3 GiB");

    private final ScriptedApi api = new ScriptedApi();
    private final ManualTime time = ManualTime.endless();
    private final ClaimEvents events = new ClaimEvents(api.server(time), time, time, time);

    @Test
    void aRequestWithTheNameOfItsClaimNeedsNoSearch() throws InterruptedException {
        api.answers(201, "{}");

        events.warning(ClaimOfVolume.of("pvc-" + UID + 1, "shop", "data-0"), FULL);
        events.deliverWaiting();

        assertThat(api.callLines()).containsExactly(POST);
        assertThat(api.calls().getFirst().body())
                .contains("\"involvedObject\":{\"apiVersion\":\"v1\",\"kind\":\"PersistentVolumeClaim\","
                        + "\"namespace\":\"shop\",\"name\":\"data-0\",\"uid\":\"" + UID + 1 + "\"},"
                        + "\"type\":\"Warning\",\"reason\":\"DatastoreFull\","
                        + "\"message\":\"datastore ds-1 is full; free 3 GiB\","
                        + "\"source\":{\"component\":\"csi.vsphere.vmware.com\"}");
    }

    @Test
    void aRequestWithoutUidReadsIt() throws InterruptedException {
        api.answers(200, "{\"metadata\":{\"uid\":\"uid-7\"}}").answers(201, "{}");
        api.answers(404, "{}").answers(201, "{}");

        events.warning(ClaimOfVolume.of("vol-1", "shop", "data-0"), FULL);
        events.normal(ClaimOfVolume.of("vol-2", "shop", "data-1"), "VolumeCreated", "created");
        events.deliverWaiting();

        assertThat(api.callLines())
                .containsExactly(
                        "GET /api/v1/namespaces/shop/persistentvolumeclaims/data-0",
                        POST,
                        "GET /api/v1/namespaces/shop/persistentvolumeclaims/data-1",
                        POST);
        assertThat(api.calls().get(1).body()).contains("\"uid\":\"uid-7\"");
        assertThat(api.calls().get(3).body()).contains("\"type\":\"Normal\"").doesNotContain("\"uid\"");
    }

    @Test
    void oneSearchFindsAllClaims() throws InterruptedException {
        api.answers(200, list(claim("data-0", UID + 1), claim("data-1", UID + 2), claim("data-2", UID + 3)))
                .answers(201, "{}")
                .answers(201, "{}")
                .answers(200, "{}");

        events.warning(ClaimOfVolume.of("pvc-" + UID + 1), FULL);
        events.warning(ClaimOfVolume.of("pvc-" + UID + 2), FULL);
        events.deliverWaiting();
        events.warning(ClaimOfVolume.of("pvc-" + UID + 1), FULL);
        events.deliverWaiting();

        assertThat(api.callLines().subList(0, 3)).containsExactly(LIST, POST, POST);
        assertThat(api.callLines().get(3)).startsWith("PATCH /api/v1/namespaces/shop/events/data-0.");
        assertThat(events.dropped()).isZero();
    }

    @Test
    void claimsThatAreGoneCauseOneSearchInTenSeconds() throws InterruptedException {
        api.answers(200, list()).answers(200, list());

        events.warning(ClaimOfVolume.of("pvc-" + UID + 1), FULL);
        events.deliverWaiting();
        time.pass(Duration.ofSeconds(3));
        events.warning(ClaimOfVolume.of("pvc-" + UID + 1), FULL);
        events.deliverWaiting();

        assertThat(api.callLines()).containsExactly(LIST, LIST);
        assertThat(time.waits()).containsExactly(Duration.ofSeconds(7));
        assertThat(events.dropped()).isEqualTo(2);
    }

    @Test
    void aFailedSearchDoesNotStopOtherEvents() throws InterruptedException {
        api.answers(201, "{}").fails(Kind.UNREACHABLE);

        events.warning(ClaimOfVolume.of("pvc-" + UID + 1), FULL);
        events.warning(ClaimOfVolume.of("pvc-" + UID + 2, "shop", "data-0"), FULL);
        events.deliverWaiting();

        assertThat(api.callLines()).containsExactly(POST, LIST);
        assertThat(events.dropped()).isEqualTo(1);
    }

    @Test
    void anInterruptEndsASearch() {
        api.fails(Kind.INTERRUPTED);
        events.warning(ClaimOfVolume.of("pvc-" + UID + 1), FULL);

        Thread.currentThread().interrupt();

        assertThatThrownBy(events::deliverWaiting).isInstanceOf(InterruptedException.class);
    }

    @Test
    void anEventAboutNoClaimIsDropped() throws InterruptedException {
        events.warning(ClaimOfVolume.of("sanity-1"), FULL);
        events.warning(ClaimOfVolume.of("sanity-2", "shop/events/x", ""), FULL);
        events.deliverWaiting();

        assertThat(api.calls()).isEmpty();
        assertThat(events.dropped()).isEqualTo(2);
    }

    @Test
    void aFullQueueDropsTheOldest() {
        for (int i = 0; i < 1002; i++) {
            events.warning(ClaimOfVolume.of("pvc-" + UID + 1), FULL);
        }

        assertThat(events.dropped()).isEqualTo(2);
    }

    private static String claim(String name, String uid) {
        return "{\"metadata\":{\"namespace\":\"shop\",\"name\":\"%s\",\"uid\":\"%s\"}}".formatted(name, uid);
    }

    private static String list(String... items) {
        return "{\"metadata\":{\"resourceVersion\":\"7\"},\"items\":[%s]}".formatted(String.join(",", List.of(items)));
    }
}
