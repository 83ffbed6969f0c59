package dev.vspherecloud.vsphere.inventory;

import static dev.vspherecloud.testkit.script.VimXml.enter;
import static dev.vspherecloud.testkit.script.VimXml.leave;
import static dev.vspherecloud.testkit.script.VimXml.link;
import static dev.vspherecloud.testkit.script.VimXml.modify;
import static dev.vspherecloud.testkit.script.VimXml.modifyMissing;
import static dev.vspherecloud.testkit.script.VimXml.object;
import static dev.vspherecloud.testkit.script.VimXml.objectMissing;
import static dev.vspherecloud.testkit.script.VimXml.property;
import static dev.vspherecloud.testkit.script.VimXml.reference;
import static dev.vspherecloud.testkit.script.VimXml.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.testkit.script.Replies;
import dev.vspherecloud.testkit.script.Reply;
import dev.vspherecloud.testkit.script.ResponseChannel;
import dev.vspherecloud.testkit.script.ScriptedPages;
import dev.vspherecloud.testkit.script.ScriptedUpdates;
import dev.vspherecloud.testkit.script.ScriptedVcenter;
import dev.vspherecloud.testkit.script.VimXml;
import dev.vspherecloud.testkit.vim25.Vim25Schema;
import dev.vspherecloud.testkit.wire.Request;
import dev.vspherecloud.text.Secret;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests the watcher with answers that a vCenter sends and the simulator never does; see
/// `docs/explanation/simulator-traps.md`.
class ScriptedWatcherIT {
    private static final Vim25Schema SCHEMA = Vim25Schema.vsphere67u3();
    private static final List<Integer> VMS = List.of(1, 2, 3);
    private static final String PATH =
            object("HostSystem", "host-1", text("name", "esx-1"), link("parent", "ClusterComputeResource", "domain-c1"))
                    + object(
                            "ClusterComputeResource",
                            "domain-c1",
                            text("name", "cluster-1"),
                            link("parent", "Folder", "group-h1"))
                    + object("Folder", "group-h1", text("name", "host"), link("parent", "Datacenter", "datacenter-1"))
                    + object("Datacenter", "datacenter-1", text("name", "dc-1"));

    private final ScriptedVcenter vcenter = ScriptedVcenter.start();
    private final ScriptedUpdates updates = new ScriptedUpdates();
    private RunningWatcher watcher;

    @BeforeEach
    void start() {
        updates.on(vcenter);
        vcenter.on("FindAllByUuid", ScriptedWatcherIT::find);
        vcenter.on("RetrievePropertiesEx", Replies.soap("<returnval>" + PATH + "</returnval>"));
        watcher = new RunningWatcher(vcenter.port(), new Credentials("ccm", new Secret("s3cret")), false);
    }

    @AfterEach
    void stop() {
        watcher.close();
        vcenter.close();
        assertThat(soapRequests())
                .allSatisfy(request -> assertThat(SCHEMA.check(request)).isEmpty());
    }

    @Test
    void aLostVersionTakesANewCollectorAndNoLogin() throws Exception {
        updates.add(arrives(1, "10.0.0.1"));
        watcher.follow("w-1", uuid(1));
        watcher.awaitAddress("w-1", "10.0.0.1");

        updates.lose(arrives(1, "10.0.0.2"));

        watcher.awaitAddress("w-1", "10.0.0.2");
        assertThat(count("CreatePropertyCollector")).isEqualTo(2);
        assertThat(count("Login")).isEqualTo(1);
        assertThat(count("FindAllByUuid")).isEqualTo(1);
    }

    @Test
    void aTruncatedSetIsReadOnWithEachVersionUsedOnce() throws Exception {
        updates.addTruncated(arrives(1, "10.0.0.1")).addTruncated(arrives(2, "10.0.0.2"));
        updates.add(arrives(3, "10.0.0.3"));
        VMS.forEach(n -> watcher.follow("w-" + n, uuid(n)));

        watcher.awaitAddress("w-1", "10.0.0.1");
        watcher.awaitAddress("w-2", "10.0.0.2");
        watcher.awaitAddress("w-3", "10.0.0.3");
        assertThat(count("CreatePropertyCollector")).isEqualTo(1);
    }

    @Test
    void afterALostConnectionTheSameStateNotifiesNoNode() throws Exception {
        updates.add(arrives(1, "10.0.0.1"));
        watcher.follow("w-1", uuid(1));
        watcher.awaitFound("w-1", ScriptedWatcherIT::hasPath);
        int before = watcher.announced().size();

        vcenter.cutConnections();
        updates.add(modify("VirtualMachine", "vm-1", text("guest.hostName", "renamed")));

        watcher.awaitFound("w-1", vm -> vm.guest().hostName().equals("renamed"));
        assertThat(watcher.announced().size() - before).isEqualTo(1);
        assertThat(count("Login")).isEqualTo(1);
    }

    @Test
    void aRepeatedEnterNotifiesNoNode() throws Exception {
        updates.add(arrives(1, "10.0.0.1"));
        watcher.follow("w-1", uuid(1));
        watcher.awaitFound("w-1", ScriptedWatcherIT::hasPath);
        int before = watcher.announced().size();

        updates.add(arrives(1, "10.0.0.1"));
        updates.add(modify("VirtualMachine", "vm-1", text("guest.hostName", "renamed")));

        watcher.awaitFound("w-1", vm -> vm.guest().hostName().equals("renamed"));
        assertThat(watcher.announced().size() - before).isEqualTo(1);
    }

    @Test
    void anEnterOfOneVmDoesNotChangeTheOthers() throws Exception {
        new Members().on(vcenter);
        watcher.follow("w-1", uuid(1));
        watcher.awaitFound("w-1", ScriptedWatcherIT::hasPath);
        int before = watcher.announced().size();

        watcher.follow("w-2", uuid(2));

        watcher.awaitFound("w-2", ScriptedWatcherIT::hasPath);
        watcher.awaitAddress("w-1", "10.0.1.1");
        assertThat(watcher.announced().stream().skip(before)).isNotEmpty().doesNotContain("w-1");
    }

    @Test
    void aVmThatLeavesAndComesBackInOneSetIsStillThere() throws Exception {
        updates.add(arrives(1, "10.0.0.1"));
        watcher.follow("w-1", uuid(1));
        watcher.awaitAddress("w-1", "10.0.0.1");

        updates.add(leave("VirtualMachine", "vm-1"), arrives(1, "10.0.0.2"));

        watcher.awaitAddress("w-1", "10.0.0.2");
    }

    @Test
    void aVmThatLeftIsSearchedAndWatchedAnew() throws Exception {
        new Members().on(vcenter);
        watcher.follow("w-1", uuid(1));
        watcher.awaitAddress("w-1", "10.0.1.1");

        updates.add(leave("VirtualMachine", "vm-1"));

        watcher.awaitAddress("w-1", "10.0.2.1");
    }

    @Test
    void aPropertyThatBecomesUnreadableKeepsItsLastValue() throws Exception {
        updates.add(arrives(1, "10.0.0.1"));
        watcher.follow("w-1", uuid(1));
        watcher.awaitAddress("w-1", "10.0.0.1");

        updates.add(modifyMissing("VirtualMachine", "vm-1", "guest.net", "NoPermission"));
        updates.add(modify("VirtualMachine", "vm-1", text("guest.hostName", "renamed")));

        Vm vm = watcher.awaitFound("w-1", each -> each.guest().hostName().equals("renamed"));
        assertThat(RunningWatcher.addresses(vm)).containsExactly("10.0.0.1");
        assertThat(count("Login")).isEqualTo(1);
    }

    @Test
    void anAddressMayArriveLate() throws Exception {
        updates.add(enter("VirtualMachine", "vm-1", withoutGuest(1)));
        watcher.follow("w-1", uuid(1));
        assertThat(RunningWatcher.addresses(watcher.awaitFound("w-1", _ -> true)))
                .isEmpty();

        updates.add(modify("VirtualMachine", "vm-1", nic("10.0.0.1")));

        watcher.awaitAddress("w-1", "10.0.0.1");
    }

    @Test
    void thePowerStateOfADisconnectedVmIsUnknown() throws Exception {
        updates.add(arrives(1, "10.0.0.1"));
        watcher.follow("w-1", uuid(1));
        watcher.awaitFound("w-1", vm -> vm.power() == PowerState.ON);

        updates.add(modify(
                "VirtualMachine",
                "vm-1",
                property("runtime.connectionState", "VirtualMachineConnectionState", "disconnected"),
                property("runtime.powerState", "VirtualMachinePowerState", "poweredOff")));

        watcher.awaitFound("w-1", vm -> vm.power() == PowerState.UNKNOWN);
    }

    @Test
    void ancestorsMayComeInUnrequestedPages() throws Exception {
        ScriptedPages.of(Stream.of(PATH.split("(?<=</objects>)")).map(List::of).toList())
                .on(vcenter);
        updates.add(arrives(1, "10.0.0.1"));
        watcher.follow("w-1", uuid(1));

        Vm vm = watcher.awaitFound("w-1", ScriptedWatcherIT::hasPath);

        assertThat(vm.placement().hostPath().stream().map(InventoryObject::name))
                .containsExactly("esx-1", "cluster-1", "host", "dc-1");
        assertThat(count("ContinueRetrievePropertiesEx"))
                .as("of the places and of the newest event, which this script does not tell apart")
                .isEqualTo(3 + 3);
    }

    @Test
    void aHiddenObjectEndsOnlyThePath() throws Exception {
        String host = object(
                "HostSystem", "host-1", text("name", "esx-1"), link("parent", "ClusterComputeResource", "domain-c1"));
        String cluster = objectMissing("ClusterComputeResource", "domain-c1", "parent", "NoPermission");
        vcenter.on("RetrievePropertiesEx", Replies.soap("<returnval>" + host + cluster + "</returnval>"));
        updates.add(arrives(1, "10.0.0.1"));
        watcher.follow("w-1", uuid(1));

        Vm vm = watcher.awaitAddress("w-1", "10.0.0.1");

        assertThat(vm.placement().hostPath().stream().map(InventoryObject::name))
                .containsExactly("esx-1", "domain-c1");
        assertThat(vcenter.requests("RetrievePropertiesEx").stream()
                        .filter(request -> request.body().text().contains("<type>ManagedEntity</type>")))
                .hasSize(1);
    }

    @Test
    void aMissingPrivilegeIsReportedAndTriedAgain() throws Exception {
        vcenter.on(
                "FindAllByUuid",
                Replies.noPermission("Folder", "group-d1", "System.View"),
                Replies.noPermission("Folder", "group-d1", "System.View"),
                ScriptedWatcherIT::find);
        updates.add(arrives(1, "10.0.0.1"));
        watcher.follow("w-1", uuid(1));

        VmLookup denied = watcher.await("w-1", VmLookup.Unknown.class::isInstance);

        assertThat(((VmLookup.Unknown) denied).silent().getFirst().why())
                .contains("NoPermission", "Folder:group-d1", "System.View", "give the account the missing privilege");
        assertThat(count("Login")).isEqualTo(1);
    }

    @Test
    void aUuidInUpperCaseIsSearchedInLowerCase() throws Exception {
        updates.add(arrives(1, "10.0.0.1"));
        watcher.follow("w-1", uuid(1).toUpperCase(Locale.ROOT));

        watcher.awaitAddress("w-1", "10.0.0.1");

        assertThat(vcenter.requests("FindAllByUuid").getFirst().body().text()).contains(uuid(1));
    }

    @Test
    void answersThatCameWithGzipAreRead() throws Exception {
        vcenter.on("FindAllByUuid", Replies.gzipped(reference("returnval", "VirtualMachine", "vm-1")));
        vcenter.on("RetrievePropertiesEx", Replies.gzipped("<returnval>" + PATH + "</returnval>"));
        updates.add(arrives(1, "10.0.0.1"));
        watcher.follow("w-1", uuid(1));

        Vm vm = watcher.awaitFound("w-1", ScriptedWatcherIT::hasPath);

        assertThat(vm.placement().hostPath()).hasSize(4);
    }

    private static boolean hasPath(Vm vm) {
        return !vm.placement().hostPath().isEmpty();
    }

    private long count(String method) {
        return vcenter.requests(method).size();
    }

    private List<String> soapRequests() {
        return vcenter.requests().stream()
                .map(request -> request.body().text())
                .filter(body -> body.contains("Envelope"))
                .distinct()
                .toList();
    }

    private static String uuid(int n) {
        return "421a0000-0000-4000-8000-abcdef%06d".formatted(n);
    }

    /// Finds `vm-n` by the n-th UUID, in lower case only, as the simulator does.
    private static Reply.Next find(Request request, ResponseChannel line) throws IOException, InterruptedException {
        String body = request.body().text();
        String hits = VMS.stream()
                .filter(n -> body.contains(uuid(n)))
                .map(n -> reference("returnval", "VirtualMachine", "vm-" + n))
                .findFirst()
                .orElse("");
        return Replies.soap(hits).to(request, line);
    }

    /// All VMs have the same name: a vCenter allows that in different folders.
    private static String arrives(int n, String address) {
        var all = Stream.concat(Stream.of(withoutGuest(n)), Stream.of(nic(address)));
        return enter("VirtualMachine", "vm-" + n, all.toArray(VimXml.Property[]::new));
    }

    private static VimXml.Property[] withoutGuest(int n) {
        return new VimXml.Property[] {
            text("name", "the same name"),
            text("config.uuid", uuid(n)),
            text("config.instanceUuid", "501a0000-0000-4000-8000-%012d".formatted(n)),
            property("runtime.powerState", "VirtualMachinePowerState", "poweredOn"),
            property("runtime.connectionState", "VirtualMachineConnectionState", "connected"),
            link("runtime.host", "HostSystem", "host-1")
        };
    }

    private static VimXml.Property nic(String address) {
        return property(
                "guest.net",
                "ArrayOfGuestNicInfo",
                "<GuestNicInfo><network>VM Network</network><ipAddress>" + address
                        + "</ipAddress><macAddress>00:50:56:00:00:01</macAddress><connected>true</connected>"
                        + "<deviceConfigId>4000</deviceConfigId></GuestNicInfo>");
    }

    /// A list view as on a vCenter, where only objects that were not in it before enter. The n-th VM enters for
    /// the k-th time with the address `10.0.k.n`. A cancelled wait returns no updates.
    private final class Members {
        private final Set<Integer> members = new HashSet<>();
        private final Map<Integer, Integer> entered = new HashMap<>();

        void on(ScriptedVcenter script) {
            script.on("ModifyListView", (request, line) -> {
                modify(request.body().text());
                return Replies.soap("").to(request, line);
            });
            script.on("CancelWaitForUpdates", (request, line) -> {
                updates.add();
                return Replies.soap("").to(request, line);
            });
        }

        private synchronized void modify(String request) {
            for (int n : VMS) {
                if (request.contains(reference("remove", "VirtualMachine", "vm-" + n))) {
                    members.remove(n);
                }
                if (request.contains(reference("add", "VirtualMachine", "vm-" + n)) && members.add(n)) {
                    updates.add(arrives(n, "10.0.%d.%d".formatted(entered.merge(n, 1, Integer::sum), n)));
                }
            }
        }
    }
}
