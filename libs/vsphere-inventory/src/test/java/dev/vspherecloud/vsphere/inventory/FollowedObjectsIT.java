package dev.vspherecloud.vsphere.inventory;

import static dev.vspherecloud.testkit.inventory.VmSpec.change;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.proxy.Call;
import dev.vspherecloud.testkit.proxy.Calls;
import dev.vspherecloud.testkit.time.EventTimeout;
import dev.vspherecloud.testkit.wire.AnyCertificate;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.PropertyValue;
import dev.vspherecloud.vsphere.inventory.object.ObjectChange;
import dev.vspherecloud.vsphere.inventory.object.ObjectInterest;
import dev.vspherecloud.vsphere.inventory.object.ObjectSubscription;
import dev.vspherecloud.vsphere.inventory.object.RecordedChanges;
import java.io.IOException;
import java.net.CookieManager;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests subscriptions to datastores, hosts and tasks beside the VMs of Nodes. A proxy in front of the simulated
/// vCenter counts: one session, one collector, one long poll.
class FollowedObjectsIT {
    private static final String WAIT = "WaitForUpdatesEx";
    private static final Pattern COLLECTOR = Pattern.compile("_this[^<>]*>([^<]*)</");
    private static final Pattern TASK = Pattern.compile("<returnval[^<>]*>(task-[^<]+)</returnval>");
    private static final ObjectInterest DATASTORES = ObjectInterest.inAll("Datastore", "name", "vm");
    private static final ObjectInterest HOSTS = ObjectInterest.inAll("HostSystem", "name", "runtime.connectionState");
    private static final ObjectInterest TASKS = ObjectInterest.inSome("Task", "info.state", "info.descriptionId");

    @TempDir
    Path folder;

    private VcenterSite site;
    private RunningWatcher watcher;
    private List<String> vms;
    private final RecordedChanges stores = new RecordedChanges();
    private final RecordedChanges hosts = new RecordedChanges();
    private final RecordedChanges tasks = new RecordedChanges();

    @BeforeEach
    void start() throws Exception {
        site = VcenterSite.start("vc-a", folder);
        vms = site.addVms("w", 0, 2);
        watcher = new RunningWatcher(
                site.proxy().port(),
                new Credentials(
                        site.vcenter().username(), new Secret(site.vcenter().password())),
                false);
        watcher.follow("w-0", site.uuid("w", 0, 1));
        watcher.awaitAddress("w-0", VcenterSite.address(0));
    }

    @AfterEach
    void stop() {
        watcher.close();
        site.close();
    }

    @Test
    void datastoresHostsAndTasksArriveBesideVmsByOneLongPoll() throws Exception {
        watcher.watcher().subscribe(DATASTORES, stores);
        watcher.watcher().subscribe(HOSTS, hosts);
        ObjectSubscription watchedNodes = watcher.watcher().subscribe(TASKS, tasks);
        stores.await(recorded -> recorded.count(ObjectChange.Complete.class) == 1);
        hosts.await(recorded -> recorded.known().size() == 4);
        int used = vmsOf(stores);

        site.addVms("x", 0, 1);
        stores.await(recorded -> vmsOf(recorded) == used + 1);

        MoRef host = hosts.known().keySet().iterator().next();
        site.vcenter().operations().disconnectHost(host.value());
        hosts.awaitText(host, "runtime.connectionState", "disconnected");

        MoRef task = powerOff(vms.get(1));
        watchedNodes.add(List.of(task));
        tasks.awaitText(task, "info.state", "success");
        tasks.awaitText(task, "info.descriptionId", "VirtualMachine.powerOff");

        address("10.98.0.1");
        watcher.awaitAddress("w-0", "10.98.0.1");
        assertThat(site.proxy().calls().await(calls -> waiting(calls) == 1, EventTimeout.LIMIT))
                .as("one long poll is under way")
                .isTrue();
        assertThat(collectorsWaitedOn()).hasSize(1);
        Calls calls = site.proxy().calls().all();
        assertThat(calls.count("Login")).isEqualTo(1);
        assertThat(calls.count("CreatePropertyCollector")).isEqualTo(1);
        assertThat(calls.count("CreateFilter")).isEqualTo(2 + 3);
        assertThat(stores.count(ObjectChange.Restarted.class)).isEqualTo(1);
    }

    /// The simulator sends pages of a hundred, as vCenter does.
    @Test
    void severalPagesAreCompleteOnlyWithTheLast() throws Exception {
        site.addVms("y", 0, 250);
        var all = new RecordedChanges();
        watcher.watcher().subscribe(ObjectInterest.inAll("VirtualMachine", "name"), all);

        all.await(recorded -> recorded.count(ObjectChange.Complete.class) == 1);

        List<ObjectChange> until = all.all();
        until = until.subList(0, until.indexOf(new ObjectChange.Complete()));
        assertThat(until.stream().filter(ObjectChange.Entered.class::isInstance))
                .hasSize(252);
        address("10.98.0.1");
        watcher.awaitAddress("w-0", "10.98.0.1");
        assertThat(site.proxy().calls().count("CreatePropertyCollector")).isEqualTo(1);
    }

    @Test
    void withoutASubscriptionNoExtraCallIsMade() throws Exception {
        address("10.98.0.1");
        watcher.awaitAddress("w-0", "10.98.0.1");

        Calls calls = site.proxy().calls().all();
        assertThat(calls.count("CreateFilter")).isEqualTo(2);
        assertThat(calls.count("CreateListView")).isEqualTo(2);
        assertThat(calls.count("CreatePropertyCollector")).isEqualTo(1);
        assertThat(calls.names()).doesNotContain("CreateContainerView", "DestroyPropertyFilter", "DestroyView");
    }

    @Test
    void afterALostSessionTheObjectsAreReadAgain() throws Exception {
        watcher.watcher().subscribe(DATASTORES, stores);
        ObjectSubscription watchedNodes = watcher.watcher().subscribe(TASKS, tasks);
        MoRef task = powerOff(vms.get(1));
        watchedNodes.add(List.of(task));
        tasks.awaitText(task, "info.state", "success");
        stores.await(recorded -> recorded.count(ObjectChange.Complete.class) == 1);
        var known = stores.known();

        site.vcenter().terminateSessions();

        stores.await(recorded -> recorded.count(ObjectChange.Complete.class) == 2);
        tasks.await(recorded -> recorded.count(ObjectChange.Restarted.class) == 2);
        tasks.awaitText(task, "info.state", "success");
        assertThat(stores.count(ObjectChange.Restarted.class)).isEqualTo(2);
        assertThat(stores.known()).isEqualTo(known);
        address("10.98.0.1");
        watcher.awaitAddress("w-0", "10.98.0.1");
        assertThat(site.proxy().calls().count("Login")).isEqualTo(2);
    }

    @Test
    void afterALostCollectorTheObjectsAreReadAgainInTheSameSession() throws Exception {
        watcher.watcher().subscribe(DATASTORES, stores);
        stores.await(recorded -> recorded.count(ObjectChange.Complete.class) == 1);

        site.vcenter().destroyCollectors();

        stores.await(recorded -> recorded.count(ObjectChange.Complete.class) == 2);
        int used = vmsOf(stores);
        site.addVms("x", 0, 1);
        stores.await(recorded -> vmsOf(recorded) == used + 1);
        assertThat(site.proxy().calls().count("Login")).isEqualTo(1);
    }

    @Test
    void afterARestartOfVcenterTheObjectsAreReadAgain() throws Exception {
        watcher.watcher().subscribe(HOSTS, hosts);
        hosts.await(recorded -> recorded.count(ObjectChange.Complete.class) == 1);

        site.vcenter().restart();

        hosts.await(recorded -> recorded.count(ObjectChange.Complete.class) == 2);
        assertThat(hosts.known()).hasSize(4);
        watcher.awaitFound("w-0", _ -> true);
    }

    @Test
    void neitherAFailingListenerNorARefusedInterestNorAForgottenTaskStopsTheWatchOfVms() throws Exception {
        watcher.watcher().subscribe(DATASTORES, _ -> {
            throw new IllegalStateException("a bug");
        });
        watcher.watcher().subscribe(ObjectInterest.inAll("Datastore", "nonsense"), stores);
        ObjectSubscription watchedNodes = watcher.watcher().subscribe(TASKS, tasks);
        var forgotten = new MoRef("Task", "task-99999999");
        watchedNodes.add(List.of(forgotten));
        stores.await(recorded -> recorded.count(ObjectChange.Refused.class) == 1);
        tasks.await(recorded -> recorded.all().contains(new ObjectChange.Gone(forgotten)));
        long mark = site.proxy().calls().mark();

        address("10.98.0.1");
        watcher.awaitAddress("w-0", "10.98.0.1");
        MoRef task = powerOff(vms.get(1));
        watchedNodes.add(List.of(task));
        tasks.awaitText(task, "info.state", "success");

        Calls since = site.proxy().calls().since(mark);
        assertThat(since.names()).doesNotContain("Login", "CreatePropertyCollector", "CreateFilter");
        assertThat(stores.all()).hasSize(1);
    }

    @Test
    void aClosedSubscriptionLeavesNoFilterBehind() throws Exception {
        ObjectSubscription watchedNodes = watcher.watcher().subscribe(DATASTORES, stores);
        stores.await(recorded -> recorded.count(ObjectChange.Complete.class) == 1);
        int recorded = stores.all().size();

        watchedNodes.close();

        assertThat(site.proxy().calls().await(calls -> calls.count("DestroyPropertyFilter") == 1, EventTimeout.LIMIT))
                .isTrue();
        site.addVms("x", 0, 1);
        address("10.98.0.1");
        watcher.awaitAddress("w-0", "10.98.0.1");
        assertThat(stores.all()).hasSize(recorded);
    }

    private void address(String address) {
        site.vcenter().change(change(vms.getFirst()).address(address + "/16"));
    }

    private static long waiting(Calls calls) {
        return calls.named(WAIT).countWhere(Call::open);
    }

    private Set<String> collectorsWaitedOn() {
        var collectors = new HashSet<String>();
        for (String request : site.proxy().calls().soapRequests()) {
            Matcher matcher = COLLECTOR.matcher(request);
            if (request.contains(WAIT) && matcher.find()) {
                collectors.add(matcher.group(1));
            }
        }
        return collectors;
    }

    /// Returns the number of VMs on the datastores according to the recorded changes.
    private static int vmsOf(RecordedChanges stores) {
        return stores.known().values().stream()
                .map(values -> values.getOrDefault("vm", new PropertyValue.Unset()))
                .mapToInt(held -> held.items().size())
                .sum();
    }

    /// Powers off the VM in a separate session that bypasses the proxy, as a person does.
    private MoRef powerOff(String vm) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newBuilder()
                .sslContext(AnyCertificate.context())
                .cookieHandler(new CookieManager())
                .build()) {
            String _ = call(
                    http,
                    "<Login xmlns=\"urn:vim25\"><_this type=\"SessionManager\">SessionManager</_this><userName>%s</userName><password>%s</password></Login>"
                            .formatted(site.vcenter().username(), site.vcenter().password()));
            String answer = call(
                    http,
                    "<PowerOffVM_Task xmlns=\"urn:vim25\"><_this type=\"VirtualMachine\">%s</_this></PowerOffVM_Task>"
                            .formatted(vm));
            Matcher task = TASK.matcher(answer);
            assertThat(task.find()).as(answer).isTrue();
            return new MoRef("Task", task.group(1));
        }
    }

    private String call(HttpClient http, String body) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(site.vcenter().url())
                .header("Content-Type", "text/xml; charset=utf-8")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "<?xml version=\"1.0\"?><e:Envelope xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\"><e:Body>"
                                + body + "</e:Body></e:Envelope>"))
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }
}
