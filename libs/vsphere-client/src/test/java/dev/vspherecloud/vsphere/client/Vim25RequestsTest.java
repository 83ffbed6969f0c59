package dev.vspherecloud.vsphere.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.testkit.vim25.Vim25Schema;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.client.soap.SoapRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Compares each request with its golden file, one element per line. `-Dgolden.update=true` rewrites the files; review
/// the difference.
class Vim25RequestsTest {
    private static final Vim25Schema VCENTER = Vim25Schema.vsphere67u3();
    private static final Instant NOON = Instant.parse("2026-01-02T12:00:00.250001Z");
    private static final Path GOLDEN = Path.of("src/test/resources/golden/soap");

    /// A request with the name of its golden file.
    record Golden(String name, SoapRequest request) {
        @Override
        public String toString() {
            return name;
        }
    }

    @ParameterizedTest
    @MethodSource("requests")
    void matchesItsGoldenFile(Golden golden) throws IOException {
        Path file = GOLDEN.resolve(golden.name() + ".xml");
        String sent = golden.request().envelope().replace("><", ">\n<") + "\n";
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(file, sent);
        }

        assertThat(sent).isEqualTo(Files.readString(file));
    }

    @ParameterizedTest
    @MethodSource("requests")
    void matchesTheSchemaOfVsphere67Update3(Golden golden) {
        assertThat(VCENTER.check(golden.request().envelope())).isEmpty();
    }

    @Test
    void escapesUserAndPassword() {
        var credentials = new Credentials("EXAMPLE\\us<er", new Secret("a&b\"c'd\u00e9"));

        assertThat(Vim25Requests.login(ref("SessionManager"), credentials).body())
                .contains("<userName>EXAMPLE\\us&lt;er</userName><password>a&amp;b&quot;c'd\u00e9</password>");
    }

    @Test
    void refusesCharactersThatXmlCannotHoldWithoutShowingThem() {
        var credentials = new Credentials("user", new Secret("bell\u0007"));

        assertThat(Vim25Requests.login(ref("SessionManager"), credentials))
                .isEqualTo(SoapRequest.unsendable("Login", "the text has a control character that XML does not allow"));
    }

    @Test
    void aRequestInALogDoesNotShowItsBody() {
        assertThat(Vim25Requests.login(ref("SessionManager"), Recorded.CREDENTIALS))
                .hasToString("Login");
    }

    static Stream<Golden> requests() {
        var collector = new MoRef("PropertyCollector", "propertyCollector");
        var view = new MoRef("ListView", "session[52]a1");
        var vms = List.of(new MoRef("VirtualMachine", "vm-62"), new MoRef("VirtualMachine", "vm-63"));
        var paths = List.of("name", "runtime.powerState");
        return Stream.of(
                golden("RetrieveServiceContent", Vim25Requests.retrieveServiceContent()),
                golden("CurrentTime", Vim25Requests.currentTime()),
                golden("Login", Vim25Requests.login(ref("SessionManager"), Recorded.CREDENTIALS)),
                golden("Logout", Vim25Requests.logout(ref("SessionManager"))),
                golden(
                        "RetrievePropertiesEx-objects",
                        Vim25Requests.retrieveProperties(
                                collector, RetrieveQuery.ofObjects("VirtualMachine", paths, vms), 0)),
                golden(
                        "RetrievePropertiesEx-tolerant-paged",
                        Vim25Requests.retrieveProperties(
                                collector,
                                RetrieveQuery.ofObjects("VirtualMachine", paths, vms)
                                        .toleratingMissing(),
                                100)),
                golden(
                        "RetrievePropertiesEx-ancestors",
                        Vim25Requests.retrieveProperties(collector, RetrieveQuery.ancestors(vms), 0)),
                golden(
                        "RetrievePropertiesEx-view",
                        Vim25Requests.retrieveProperties(
                                collector, RetrieveQuery.ofView(view, "VirtualMachine", paths), 500)),
                golden(
                        "RetrievePropertiesEx-currentSession",
                        Vim25Requests.retrieveProperties(
                                collector,
                                RetrieveQuery.ofObjects(
                                        "SessionManager", List.of("currentSession"), List.of(ref("SessionManager"))),
                                0)),
                golden("ContinueRetrievePropertiesEx", Vim25Requests.continueRetrieveProperties(collector, "token-1")),
                golden("CancelRetrievePropertiesEx", Vim25Requests.cancelRetrieveProperties(collector, "token-1")),
                golden("CreatePropertyCollector", Vim25Requests.createPropertyCollector(collector)),
                golden("DestroyPropertyCollector", Vim25Requests.destroyPropertyCollector(collector)),
                golden(
                        "CreateFilter",
                        Vim25Requests.createFilter(collector, RetrieveQuery.ofView(view, "VirtualMachine", paths))),
                golden(
                        "DestroyPropertyFilter",
                        Vim25Requests.destroyFilter(new MoRef("PropertyFilter", "session[52]filter"))),
                golden(
                        "WaitForUpdatesEx-first",
                        Vim25Requests.waitForUpdates(collector, "", Duration.ofSeconds(30), 100)),
                golden("WaitForUpdatesEx-next", Vim25Requests.waitForUpdates(collector, "17", Duration.ZERO, 100)),
                golden("CancelWaitForUpdates", Vim25Requests.cancelWaitForUpdates(collector)),
                golden("CreateListView", Vim25Requests.createListView(ref("ViewManager"))),
                golden("ModifyListView", Vim25Requests.modifyListView(view, vms.subList(0, 1), vms.subList(1, 2))),
                golden(
                        "CreateContainerView",
                        Vim25Requests.createContainerView(
                                ref("ViewManager"), new MoRef("Folder", "group-d1"), "VirtualMachine")),
                golden("DestroyView", Vim25Requests.destroyView(view)),
                golden(
                        "FindAllByUuid",
                        Vim25Requests.findAllByUuid(ref("SearchIndex"), "63d40cc5-9cba-5cc1-884a-f7f19070ecea", false)),
                golden(
                        "HasUserPrivilegeOnEntities",
                        Vim25Requests.hasUserPrivilegeOnEntities(
                                ref("AuthorizationManager"),
                                List.of(new MoRef("Datastore", "datastore-15"), new MoRef("Datastore", "datastore-16")),
                                "VSPHERE.LOCAL\\csi",
                                List.of("Datastore.FileManagement", "System.Read"))),
                golden("FindAllByDnsName", Vim25Requests.findAllByDnsName(ref("SearchIndex"), "node1.example.com")),
                golden(
                        "QueryEvents-between",
                        Vim25Requests.queryEvents(ref("EventManager"), EventQuery.between(NOON, NOON.plusSeconds(2)))),
                golden("QueryEvents-until", Vim25Requests.queryEvents(ref("EventManager"), EventQuery.anyUntil(NOON))),
                golden(
                        "QueryEvents-since",
                        Vim25Requests.queryEvents(ref("EventManager"), EventQuery.since(NOON, "VmRemovedEvent"))),
                golden(
                        "CreateCollectorForEvents",
                        Vim25Requests.createCollectorForEvents(ref("EventManager"), EventQuery.latest(10))),
                golden("CreateCollectorForTasks", Vim25Requests.createCollectorForTasks(ref("TaskManager"), 5030)),
                golden(
                        "CreateCollectorForTasks-unfinished",
                        Vim25Requests.createCollectorForUnfinishedTasks(
                                ref("TaskManager"),
                                Instant.parse("2026-01-02T03:04:05Z"),
                                Instant.parse("2026-01-02T03:06:05.5Z"))),
                golden("ReadNextTasks", Vim25Requests.readNextTasks(ref("TaskHistoryCollector"), 1000)),
                golden("DestroyCollector", Vim25Requests.destroyHistoryCollector(ref("TaskHistoryCollector"))),
                golden(
                        "RetrievePropertiesEx-latestEvent",
                        Vim25Requests.retrieveProperties(
                                collector,
                                RetrieveQuery.ofObjects(
                                        "EventManager", List.of("latestEvent"), List.of(ref("EventManager"))),
                                0)),
                golden(
                        "RetrievePropertiesEx-latestPage",
                        Vim25Requests.retrieveProperties(
                                collector,
                                RetrieveQuery.ofObjects(
                                        "EventHistoryCollector",
                                        List.of("latestPage"),
                                        List.of(ref("EventHistoryCollector"))),
                                0)));
    }

    private static Golden golden(String name, SoapRequest request) {
        return new Golden(name, request);
    }

    private static MoRef ref(String singleton) {
        return new MoRef(singleton, singleton);
    }
}
