package dev.vspherecloud.vsphere.inventory.object;

import static dev.vspherecloud.testkit.script.VimXml.reference;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.testkit.fakes.RecordingLog;
import dev.vspherecloud.testkit.script.Replies;
import dev.vspherecloud.testkit.script.Reply;
import dev.vspherecloud.testkit.script.ScriptedVcenter;
import dev.vspherecloud.testkit.vim25.Vim25Schema;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.ObjectUpdate;
import dev.vspherecloud.vsphere.client.PropertyValue;
import dev.vspherecloud.vsphere.client.Timeouts;
import dev.vspherecloud.vsphere.client.VcenterClient;
import dev.vspherecloud.vsphere.client.VcenterEndpoint;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterObserver;
import dev.vspherecloud.vsphere.client.VcenterSession;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests the calls to vCenter for subscriptions to objects, and the changes that listeners receive for each update.
class ObjectWatchTest {
    private static final Vim25Schema SCHEMA = Vim25Schema.vsphere67u3();
    private static final MoRef COLLECTOR = new MoRef("PropertyCollector", "session[52]pc");
    private static final MoRef FIRST = filter(1);
    private static final MoRef SECOND = filter(2);
    private static final MoRef TASK = new MoRef("Task", "task-1");
    private static final MoRef OTHER = new MoRef("Task", "task-2");
    private static final ObjectInterest TASKS = ObjectInterest.inSome("Task", "info.state");
    private static final ObjectInterest DATASTORES = ObjectInterest.inAll("Datastore", "name");

    private final ScriptedVcenter vcenter = ScriptedVcenter.start();
    private final VcenterClient client = new VcenterClient(
            new VcenterEndpoint("vc-a", "127.0.0.1", vcenter.port(), new TlsTrust.Insecure(), Optional.empty()),
            Timeouts.standard(),
            "test",
            VcenterObserver.NONE);
    private final List<String> counted = new ArrayList<>();
    private final RecordingLog log = new RecordingLog();
    private final AtomicInteger news = new AtomicInteger();
    private final RecordedChanges recorded = new RecordedChanges();
    private final ObjectWatch watch = new ObjectWatch(
            new Supervisor(System::nanoTime, _ -> {}, counted::add, log),
            "vcenter",
            "vcenter-vc-a",
            news::incrementAndGet);
    private VcenterSession session;
    private int before;

    @BeforeEach
    void start() {
        vcenter.on("CreateFilter", created(FIRST), created(SECOND), created(filter(3)));
        session = client.login(new Credentials("ccm", new Secret("s3cret")));
        watch.onNewCollector();
        before = vcenter.names().size();
    }

    @AfterEach
    void stop() {
        client.close();
        vcenter.close();
        assertThat(vcenter.requests().stream()
                        .map(request -> request.body().text())
                        .filter(body -> body.contains("Envelope")))
                .allSatisfy(request -> assertThat(SCHEMA.check(request)).isEmpty());
    }

    @Test
    void withoutASubscriptionNoCallIsMade() {
        syncFilters();
        watch.onWaitCompleted();
        watch.release();

        assertThat(calls()).isEmpty();
        assertThat(watch.isIncomplete()).isFalse();
        assertThat(watch.apply(update(FIRST, ObjectUpdate.Kind.LEAVE, TASK))).isFalse();
    }

    /// The pace of the waits depends on it: VMs that are followed end nothing that a caller waits for.
    @Test
    void onlyTasksCountAsTasks() {
        watch.subscribe(DATASTORES, recorded);
        assertThat(watch.followsVms()).isFalse();
        watch.subscribe(ObjectInterest.inSome("VirtualMachine", "config.hardware.device"), recorded)
                .add(List.of(new MoRef("VirtualMachine", "vm-1"), new MoRef("VirtualMachine", "vm-2")));
        assertThat(watch.tasks()).isZero();
        assertThat(watch.followsVms()).isTrue();

        watch.subscribe(TASKS, recorded).add(List.of(TASK));

        assertThat(watch.tasks()).isEqualTo(1);
    }

    @Test
    void aListenerReceivesRestartedThenEveryObjectThenComplete() {
        watch.subscribe(DATASTORES, recorded);
        assertThat(news).hasValue(1);
        syncFilters();
        assertThat(watch.isIncomplete()).isTrue();

        var store = new MoRef("Datastore", "datastore-1");
        assertThat(watch.apply(update(FIRST, ObjectUpdate.Kind.ENTER, store, "name", "one")))
                .isTrue();
        watch.onWaitCompleted();
        watch.onWaitCompleted();

        assertThat(calls()).containsExactly("CreateContainerView", "CreateFilter");
        assertThat(recorded.all())
                .containsExactly(
                        new ObjectChange.Restarted(),
                        new ObjectChange.Entered(store, values("name", "one")),
                        new ObjectChange.Complete());
        assertThat(watch.isIncomplete()).isFalse();
        syncFilters();
        assertThat(calls()).hasSize(2);
    }

    @Test
    void onlyAnObjectThatHasEnteredChangesAndLeaves() {
        follow(TASK);
        watch.apply(update(FIRST, ObjectUpdate.Kind.MODIFY, TASK, "info.state", "queued"));
        watch.apply(update(FIRST, ObjectUpdate.Kind.ENTER, TASK, "info.state", "running"));
        watch.apply(update(FIRST, ObjectUpdate.Kind.MODIFY, TASK, "info.state", "success"));
        watch.apply(update(FIRST, ObjectUpdate.Kind.LEAVE, TASK));
        watch.apply(update(FIRST, ObjectUpdate.Kind.LEAVE, TASK));

        assertThat(recorded.all())
                .containsExactly(
                        new ObjectChange.Restarted(),
                        new ObjectChange.Entered(TASK, values("info.state", "running")),
                        new ObjectChange.Changed(TASK, values("info.state", "success")),
                        new ObjectChange.Gone(TASK));
    }

    @Test
    void aTaskThatVcenterHasForgottenIsGoneAndNotRequestedAgain() {
        vcenter.on("ModifyListView", Replies.soap(reference("returnval", "Task", "task-1")), Replies.soap(""));
        ObjectSubscription tasks = follow(TASK);
        syncFilters();
        assertThat(vcenter.requests("ModifyListView")).hasSize(1);

        tasks.add(List.of(OTHER));
        syncFilters();

        assertThat(recorded.all()).containsExactly(new ObjectChange.Restarted(), new ObjectChange.Gone(TASK));
        assertThat(vcenter.requests("ModifyListView").getLast().body().text())
                .contains("task-2")
                .doesNotContain("task-1");
    }

    @Test
    void anObjectThatIsAddedLaterIsAwaitedAndCompletedAgain() {
        ObjectSubscription tasks = follow(TASK);
        watch.onWaitCompleted();

        tasks.add(List.of(OTHER));
        syncFilters();
        assertThat(watch.isIncomplete()).isTrue();
        watch.onWaitCompleted();

        assertThat(recorded.count(ObjectChange.Complete.class)).isEqualTo(2);
        assertThat(recorded.count(ObjectChange.Restarted.class)).isEqualTo(1);
        assertThat(calls()).containsExactly("CreateListView", "CreateFilter", "ModifyListView", "ModifyListView");
    }

    @Test
    void aRemovedObjectIsNotReportedAnyMore() {
        ObjectSubscription tasks = follow(TASK);
        watch.onWaitCompleted();
        int known = recorded.all().size();

        tasks.remove(List.of(TASK));
        watch.apply(update(FIRST, ObjectUpdate.Kind.ENTER, TASK, "info.state", "running"));
        syncFilters();
        watch.apply(update(FIRST, ObjectUpdate.Kind.LEAVE, TASK));

        assertThat(recorded.all()).hasSize(known);
        assertThat(watch.isIncomplete()).isFalse();
        assertThat(vcenter.requests("ModifyListView").getLast().body().text()).contains("<remove", "task-1");
    }

    /// Between two waits, a Node may be deleted and created again. The view of its VM is the same as before, so
    /// vCenter would deliver nothing.
    @Test
    void anObjectThatIsRemovedAndAddedAgainIsDeliveredAgain() {
        ObjectSubscription tasks = follow(TASK);
        watch.apply(update(FIRST, ObjectUpdate.Kind.ENTER, TASK, "info.state", "running"));
        watch.onWaitCompleted();

        tasks.remove(List.of(TASK));
        tasks.add(List.of(TASK));
        syncFilters();
        assertThat(watch.isIncomplete()).isTrue();
        watch.apply(update(SECOND, ObjectUpdate.Kind.ENTER, TASK, "info.state", "success"));
        watch.onWaitCompleted();

        assertThat(recorded.all())
                .containsExactly(
                        new ObjectChange.Restarted(),
                        new ObjectChange.Entered(TASK, values("info.state", "running")),
                        new ObjectChange.Complete(),
                        new ObjectChange.Restarted(),
                        new ObjectChange.Entered(TASK, values("info.state", "success")),
                        new ObjectChange.Complete());
        assertThat(calls())
                .containsExactly(
                        "CreateListView",
                        "CreateFilter",
                        "ModifyListView",
                        "DestroyPropertyFilter",
                        "DestroyView",
                        "CreateListView",
                        "CreateFilter",
                        "ModifyListView");
    }

    @Test
    void aClosedSubscriptionLeavesNothingBehindAndItsUpdatesReachNoOtherListener() {
        ObjectSubscription stores = watch.subscribe(DATASTORES, recorded);
        syncFilters();
        stores.close();
        stores.close();
        syncFilters();

        assertThat(calls())
                .containsExactly("CreateContainerView", "CreateFilter", "DestroyPropertyFilter", "DestroyView");
        assertThat(watch.apply(update(FIRST, ObjectUpdate.Kind.LEAVE, new MoRef("Datastore", "datastore-1"))))
                .isTrue();
        watch.onWaitCompleted();
        assertThat(watch.apply(update(FIRST, ObjectUpdate.Kind.LEAVE, new MoRef("Datastore", "datastore-1"))))
                .isFalse();
        assertThat(recorded.all()).containsExactly(new ObjectChange.Restarted());
        assertThat(news).hasValue(2);
    }

    @Test
    void aRefusedInterestEndsNeitherTheWatchNorAnotherInterest() {
        vcenter.on("CreateFilter", Replies.fault("InvalidProperty", "No such property."), created(SECOND));
        var others = new RecordedChanges();
        watch.subscribe(ObjectInterest.inAll("Datastore", "summary.url"), recorded);
        watch.subscribe(DATASTORES, others);
        syncFilters();
        syncFilters();

        assertThat(recorded.all())
                .singleElement()
                .isInstanceOfSatisfying(ObjectChange.Refused.class, refused -> assertThat(refused.why())
                        .contains("InvalidProperty"));
        assertThat(others.all()).containsExactly(new ObjectChange.Restarted());
        assertThat(calls())
                .containsExactly(
                        "CreateContainerView", "CreateFilter", "DestroyView", "CreateContainerView", "CreateFilter");

        watch.onNewCollector();
        syncFilters();
        assertThat(recorded.all().getLast()).isEqualTo(new ObjectChange.Restarted());
    }

    @Test
    void aFaultForTheNamedObjectsEndsTheInterest() {
        vcenter.on("ModifyListView", Replies.fault("InvalidArgument", "A specified parameter was not correct."));
        follow(TASK);

        assertThat(recorded.all().getLast()).isInstanceOf(ObjectChange.Refused.class);
        assertThat(watch.isIncomplete()).isFalse();
        syncFilters();
        assertThat(calls())
                .containsExactly(
                        "CreateListView", "CreateFilter", "ModifyListView", "DestroyPropertyFilter", "DestroyView");
    }

    @Test
    void aLostSessionIsThrownToTheWatcher() {
        vcenter.on("CreateFilter", Replies.fault("NotAuthenticated", "The session is not authenticated."));
        watch.subscribe(DATASTORES, recorded);

        assertThatThrownBy(this::syncFilters).isInstanceOfSatisfying(VcenterException.class, e -> assertThat(e.kind())
                .isEqualTo(VcenterException.Kind.SESSION_LOST));
        assertThat(recorded.all()).isEmpty();
    }

    @Test
    void aNewCollectorReportsEverythingAgain() {
        follow(TASK);
        watch.apply(update(FIRST, ObjectUpdate.Kind.ENTER, TASK, "info.state", "running"));
        watch.onWaitCompleted();

        watch.onNewCollector();
        syncFilters();
        watch.apply(update(SECOND, ObjectUpdate.Kind.ENTER, TASK, "info.state", "running"));
        watch.onWaitCompleted();

        assertThat(recorded.all()).hasSize(6);
        assertThat(recorded.all().subList(0, 3)).isEqualTo(recorded.all().subList(3, 6));
    }

    @Test
    void aListenerThatFailsIsCountedAndTheOthersAreNotified() {
        watch.subscribe(DATASTORES, _ -> {
            throw new IllegalStateException("a bug");
        });
        watch.subscribe(DATASTORES, recorded);
        syncFilters();
        watch.onWaitCompleted();

        assertThat(recorded.all()).containsExactly(new ObjectChange.Restarted(), new ObjectChange.Complete());
        assertThat(counted).containsExactly("vcenter", "vcenter");
        assertThat(log.errors()).isNotEmpty();
    }

    @Test
    void aListenerMaySubscribeAndUnsubscribeDuringANotification() {
        var stores = new ArrayList<ObjectSubscription>();
        stores.add(watch.subscribe(DATASTORES, change -> {
            if (change instanceof ObjectChange.Complete) {
                stores.getFirst().close();
                watch.subscribe(TASKS, recorded).add(List.of(TASK));
            }
        }));
        syncFilters();
        watch.onWaitCompleted();
        syncFilters();
        watch.onWaitCompleted();

        assertThat(counted).isEmpty();
        assertThat(recorded.all()).containsExactly(new ObjectChange.Restarted(), new ObjectChange.Complete());
    }

    @Test
    void onlyFaultsOfTheInterestAreReportedToItsListener() {
        assertThat(Stream.of(VcenterException.Kind.values()).filter(ObjectWatch::isInterestFault))
                .containsExactlyInAnyOrderElementsOf(EnumSet.of(
                        VcenterException.Kind.INVALID_PROPERTY,
                        VcenterException.Kind.UNSUPPORTED,
                        VcenterException.Kind.NO_PERMISSION,
                        VcenterException.Kind.OBJECT_GONE,
                        VcenterException.Kind.FAULT));
    }

    @Test
    void anInterestWithoutPropertiesAndAnUnexpectedObjectAreRefused() {
        assertThatThrownBy(() -> ObjectInterest.inAll("Datastore"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("give a type and at least one property");
        ObjectSubscription stores = watch.subscribe(DATASTORES, recorded);
        assertThatThrownBy(() -> stores.add(List.of(TASK)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("use ObjectInterest.inSome");
    }

    private ObjectSubscription follow(MoRef task) {
        ObjectSubscription tasks = watch.subscribe(TASKS, recorded);
        tasks.add(List.of(task));
        syncFilters();
        return tasks;
    }

    private void syncFilters() {
        watch.syncFilters(session, COLLECTOR, 0);
    }

    /// Returns the calls since the login.
    private List<String> calls() {
        return vcenter.names().stream().skip(before).toList();
    }

    private static Reply created(MoRef filter) {
        return Replies.soap(reference("returnval", filter.type(), filter.value()));
    }

    private static MoRef filter(int n) {
        return new MoRef("PropertyFilter", "session[52]filter-" + n);
    }

    private static ObjectUpdate update(MoRef filter, ObjectUpdate.Kind kind, MoRef object, String... value) {
        Map<String, PropertyValue> changes = value.length == 0 ? Map.of() : values(value[0], value[1]);
        return new ObjectUpdate(filter, kind, object, changes, Map.of());
    }

    private static Map<String, PropertyValue> values(String path, String value) {
        return Map.of(path, new PropertyValue.Text("string", value));
    }
}
