package dev.vspherecloud.vsphere.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.testkit.script.Replies;
import dev.vspherecloud.testkit.script.Reply;
import dev.vspherecloud.testkit.script.ScriptedVcenter;
import dev.vspherecloud.testkit.script.VimXml;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests the history with servers that omit events, hide them, or fail during a read.
class VcenterHistoryTest {
    private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");

    private final ScriptedVcenter vcenter = ScriptedVcenter.start();
    private VcenterClient client;
    private VcenterHistory history;

    @BeforeEach
    void logIn() {
        var endpoint =
                new VcenterEndpoint("vc-a", "127.0.0.1", vcenter.port(), new TlsTrust.Insecure(), Optional.empty());
        client = new VcenterClient(endpoint, Timeouts.standard(), "test", VcenterObserver.NONE);
        history = client.login(new Credentials("ccm", new Secret("s3cret"))).history();
        vcenter.on("CreateCollectorForEvents", collector("EventHistoryCollector"));
        vcenter.on("CreateCollectorForTasks", collector("TaskHistoryCollector"));
        vcenter.on("DestroyCollector", Replies.soap(""));
    }

    @AfterEach
    void stop() {
        client.close();
        vcenter.close();
    }

    @Test
    void theLatestEventTakesOneCall() {
        vcenter.on("RetrievePropertiesEx", latestEvent(5030), latestEvent(5031));

        assertThat(history.newest()).map(VcenterEvent::key).contains(5030L);
        assertThat(history.newest()).map(VcenterEvent::key).contains(5031L);

        assertThat(vcenter.requests("CreateCollectorForEvents")).isEmpty();
    }

    @Test
    void aLandmarkIsFoundAgain() {
        vcenter.on("RetrievePropertiesEx", latestEvent(5030));
        vcenter.on("QueryEvents", Replies.soap(returned(5029) + returned(5030)));

        assertThat(history.landmark()).map(VcenterEvent::key).contains(5030L);

        assertThat(vcenter.requests("QueryEvents")).hasSize(1);
    }

    @Test
    void aLatestEventThatNoQueryShowsIsNoLandmark() {
        vcenter.on("RetrievePropertiesEx", latestEvent(5030));
        vcenter.on("QueryEvents", Replies.soap(returned(5029)), Replies.soap(returned(5029) + returned(5028)));

        assertThat(history.landmark()).map(VcenterEvent::key).contains(5029L);
    }

    @Test
    void withoutVisibleEventsThereIsNoLandmark() {
        vcenter.on("RetrievePropertiesEx", latestEvent(5030));
        vcenter.on("QueryEvents", Replies.soap(""));

        assertThat(history.landmark()).isEmpty();
    }

    @Test
    void aMissingLatestEventPropertyIsReadOnlyOnce() {
        vcenter.on(
                "RetrievePropertiesEx",
                Replies.soap("<returnval>" + VimXml.object("EventManager", "EventManager") + "</returnval>"),
                latestPage(5029));

        assertThat(history.newest()).map(VcenterEvent::key).contains(5029L);
        assertThat(history.newest()).map(VcenterEvent::key).contains(5029L);

        assertThat(vcenter.requests("RetrievePropertiesEx")).hasSize(3);
    }

    @Test
    void aMissingPrivilegeIsReportedInBothForms() {
        vcenter.on(
                "RetrievePropertiesEx",
                Replies.soap("<returnval>"
                        + VimXml.objectMissing("EventManager", "EventManager", "latestEvent", "NoPermission")
                        + "</returnval>"));
        vcenter.on("QueryEvents", Replies.noPermission("Folder", "group-d1", "System.View"));

        assertThat(VcenterClientTest.failure(history::newest).kind()).isEqualTo(Kind.NO_PERMISSION);
        assertThat(VcenterClientTest.failure(() -> history.query(EventQuery.anyUntil(NOON)))
                        .kind())
                .isEqualTo(Kind.NO_PERMISSION);
    }

    @Test
    void aCollectorThatCannotBeReadIsDestroyed() {
        vcenter.on("ReadNextTasks", Replies.fault("InvalidArgument", "maxCount"));

        VcenterException e = VcenterClientTest.failure(() -> history.tasks(5028));

        assertThat(e.kind()).isEqualTo(Kind.FAULT);
        assertThat(vcenter.names().getLast()).isEqualTo("DestroyCollector");
    }

    @Test
    void aFailureToDestroyACollectorIsIgnored() {
        vcenter.on("ReadNextTasks", Replies.soap(tasks(1)));
        vcenter.on("DestroyCollector", Replies.fault("ManagedObjectNotFound", ""));

        assertThat(history.tasks(5028)).extracting(VcenterTask::key).containsExactly("task-0");
    }

    @Test
    void aServerThatIgnoresTheChainFilterIsReadForThreePages() {
        vcenter.on("ReadNextTasks", Replies.soap(tasks(1000)));

        assertThat(history.tasks(5028)).hasSize(3000);
    }

    @Test
    void aTaskThatHasEndedIsNotUnfinishedWhateverTheServerSelects() {
        vcenter.on(
                "ReadNextTasks",
                Replies.soap(tasks(1) + "<returnval><key>task-8</key><state>running</state></returnval>"
                        + "<returnval><key>task-9</key><state>queued</state></returnval>"));

        assertThat(history.unfinishedTasks(NOON, NOON.plusSeconds(60)).orElseThrow())
                .extracting(VcenterTask::key)
                .containsExactly("task-8", "task-9");
        assertThat(vcenter.names().getLast()).isEqualTo("DestroyCollector");
    }

    @Test
    void aListThatIsNotCompleteIsNoList() {
        vcenter.on("ReadNextTasks", Replies.soap(tasks(1000)));

        assertThat(history.unfinishedTasks(NOON, NOON.plusSeconds(60))).isEmpty();
    }

    private static Reply collector(String type) {
        return Replies.soap(VimXml.reference("returnval", type, "session[52]h1"));
    }

    private static Reply latestEvent(long key) {
        return Replies.soap("<returnval>"
                + VimXml.object(
                        "EventManager",
                        "EventManager",
                        VimXml.property("latestEvent", "UserLoginSessionEvent", fields(key)))
                + "</returnval>");
    }

    private static Reply latestPage(long... keys) {
        String page = IntStream.range(0, keys.length)
                .mapToObj(i -> "<Event xsi:type=\"VmPoweredOnEvent\">" + fields(keys[i]) + "</Event>")
                .collect(Collectors.joining());
        return Replies.soap("<returnval>"
                + VimXml.object(
                        "EventHistoryCollector", "session[52]h1", VimXml.property("latestPage", "ArrayOfEvent", page))
                + "</returnval>");
    }

    private static String returned(long key) {
        return "<returnval xsi:type=\"VmPoweredOnEvent\">" + fields(key) + "</returnval>";
    }

    private static String fields(long key) {
        return "<key>%d</key><chainId>%d</chainId><createdTime>%s</createdTime><userName>ops</userName>"
                .formatted(key, key, NOON);
    }

    private static String tasks(int count) {
        return IntStream.range(0, count)
                .mapToObj(n -> "<returnval><key>task-" + n + "</key><state>success</state></returnval>")
                .collect(Collectors.joining());
    }
}
