package dev.vspherecloud.csi.cns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.cns.CnsTaskSearch.Kind;
import dev.vspherecloud.testkit.script.VimXml;
import dev.vspherecloud.vsphere.client.VcenterTask;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CnsTaskSearchTest {
    private static final Instant NOW = Instant.parse("2026-01-02T12:10:00Z");
    private static final Instant SINCE = Instant.parse("2026-01-02T12:00:00Z");
    private static final Instant UNTIL = Instant.parse("2026-01-02T12:01:15Z");

    private final ScriptedCns vcenter = new ScriptedCns("8.0.3.0");

    @BeforeEach
    void answer() {
        vcenter.on("CurrentTime", "<returnval>2026-01-02T13:10:00Z</returnval>")
                .on("CreateCollectorForTasks", VimXml.reference("returnval", "TaskHistoryCollector", "session[52]h1"))
                .on("DestroyCollector", "");
    }

    @AfterEach
    void stop() {
        vcenter.close();
    }

    private static String task(String id, String method, String user, String rest) {
        return "<returnval><key>" + id + "</key><descriptionId>" + method
                + "</descriptionId><state>running</state><reason xsi:type=\"TaskReasonUser\"><userName>" + user
                + "</userName></reason>" + rest + "</returnval>";
    }

    private List<String> found(Kind kind) {
        return CnsTaskSearch.unfinished(vcenter.session(), kind, SINCE, UNTIL, NOW).orElseThrow().stream()
                .map(VcenterTask::key)
                .toList();
    }

    /// The user is that of the answer to the login. As a vCenter 8 logs it (kubernetes-sigs/vsphere-csi-driver, pull
    /// request 2776): no name, the root folder as the entity.
    @Test
    void aTaskThatMayBelongToALostCallIsFound() {
        vcenter.on(
                "ReadNextTasks",
                task("task-1", "com.vmware.cns.tasks.createvolume", "VSPHERE.LOCAL\\ccm", "")
                        + task("task-2", "com.vmware.cns.tasks.createvolume", "ccm@vsphere.local", "")
                        + task("task-3", "com.vmware.cns.tasks.createvolume", "VSPHERE.LOCAL\\other", "")
                        + task("task-4", "com.vmware.cns.tasks.attachvolume", "VSPHERE.LOCAL\\ccm", "")
                        + task("task-5", "VirtualMachine.clone", "VSPHERE.LOCAL\\ccm", "")
                        + task("task-6", "com.vmware.cns.tasks.createsnapshots", "VSPHERE.LOCAL\\ccm", "")
                        + task("task-7", "com.vmware.cns.tasks.deletesnapshots", "VSPHERE.LOCAL\\ccm", "")
                        + "<returnval><key>task-8</key><state>queued</state></returnval>");

        assertThat(found(Kind.VOLUME)).containsExactly("task-1", "task-2", "task-8");
        assertThat(found(Kind.SNAPSHOT)).containsExactly("task-6", "task-8");
    }

    /// The clock of this vCenter is an hour ahead.
    @Test
    void theTimesAreThoseOfTheClockOfVcenter() {
        vcenter.on("ReadNextTasks", "");

        assertThat(found(Kind.VOLUME)).isEmpty();
        assertThat(vcenter.sent("CreateCollectorForTasks").getFirst())
                .contains("<timeType>queuedTime</timeType><beginTime>2026-01-02T12:59:00Z</beginTime>"
                        + "<endTime>2026-01-02T13:02:15Z</endTime>")
                .contains("<state>queued</state><state>running</state>");
    }

    @Test
    void theTokenOfATaskIsReturned() {
        vcenter.on(
                "ReadNextTasks",
                task(
                        "task-1",
                        "com.vmware.cns.tasks.createvolume",
                        "VSPHERE.LOCAL\\ccm",
                        "<activationId>6ee2b7d5</activationId>"));

        assertThat(CnsTaskSearch.unfinished(vcenter.session(), Kind.VOLUME, SINCE, UNTIL, NOW))
                .hasValueSatisfying(tasks ->
                        assertThat(tasks).extracting(VcenterTask::activationId).containsExactly("6ee2b7d5"));
    }
}
