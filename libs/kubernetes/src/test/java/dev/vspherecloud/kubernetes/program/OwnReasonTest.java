package dev.vspherecloud.kubernetes.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.kubernetes.ManualTime;
import dev.vspherecloud.kubernetes.ScriptedApi;
import dev.vspherecloud.kubernetes.event.EventRecorder;
import dev.vspherecloud.kubernetes.event.ObjectReference;
import org.junit.jupiter.api.Test;

class OwnReasonTest {
    private static final ObjectReference CLAIM =
            ObjectReference.of("v1", "PersistentVolumeClaim", "shop", "data-0", "uid-1");
    private static final ObjectReference ATTACHMENT =
            ObjectReference.of("storage.k8s.io/v1", "VolumeAttachment", "", "csi-1", "");

    private final ScriptedApi api = new ScriptedApi();
    private final ManualTime time = ManualTime.endless();
    private final EventRecorder events =
            new EventRecorder(api.server(time), "example-attacher", _ -> "uid-2", time, time, time);

    @Test
    void aReasonOfTheProgramIsPostedInTheNamespaceOfTheObject() throws InterruptedException {
        api.answers(201, "{}");

        events.warning(CLAIM, new Reason(DiskReason.DISK_IN_USE, "disk 1 is attached to vm-7; detach it there"));
        events.deliverWaiting();

        assertThat(api.callLines()).containsExactly("POST /api/v1/namespaces/shop/events");
        assertThat(api.calls().getFirst().body())
                .contains("\"involvedObject\":{\"apiVersion\":\"v1\",\"kind\":\"PersistentVolumeClaim\","
                        + "\"namespace\":\"shop\",\"name\":\"data-0\",\"uid\":\"uid-1\"},"
                        + "\"type\":\"Warning\",\"reason\":\"DiskInUse\","
                        + "\"message\":\"disk 1 is attached to vm-7; detach it there\","
                        + "\"source\":{\"component\":\"example-attacher\"}");
    }

    @Test
    void aReasonOfTheLibraryIsPostedForObjectsOfTheProgram() throws InterruptedException {
        api.answers(201, "{}");

        events.warning(ATTACHMENT, new Reason(VsphereReason.LOGIN_REFUSED, "wrong password"));
        events.deliverWaiting();

        assertThat(api.callLines()).containsExactly("POST /api/v1/namespaces/default/events");
        assertThat(api.calls().getFirst().body())
                .contains("\"involvedObject\":{\"apiVersion\":\"storage.k8s.io/v1\",\"kind\":\"VolumeAttachment\","
                        + "\"name\":\"csi-1\",\"uid\":\"uid-2\"},\"type\":\"Warning\",\"reason\":\"LoginRefused\"");
    }
}
