package dev.vspherecloud.vsphere.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.testkit.script.Replies;
import dev.vspherecloud.testkit.script.Reply;
import dev.vspherecloud.testkit.script.ResponseChannel;
import dev.vspherecloud.testkit.script.ScriptedVcenter;
import dev.vspherecloud.testkit.script.VimXml;
import dev.vspherecloud.testkit.wire.Request;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.Timeouts;
import dev.vspherecloud.vsphere.client.VcenterClient;
import dev.vspherecloud.vsphere.client.VcenterEndpoint;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterObserver;
import dev.vspherecloud.vsphere.client.VcenterSession;
import dev.vspherecloud.vsphere.inventory.object.ObjectChange;
import dev.vspherecloud.vsphere.inventory.object.ObjectInterest;
import dev.vspherecloud.vsphere.inventory.object.ObjectSubscription;
import dev.vspherecloud.vsphere.inventory.object.ObjectWatch;
import dev.vspherecloud.vsphere.inventory.object.RecordedChanges;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Tests that a question whose answer was too large is asked again for fewer objects, down to one that is left out.
class TooLargeAnswersTest {
    private static final Pattern MAX_OBJECTS = Pattern.compile("<maxObjectUpdates>(\\d+)<");
    private static final Duration WAIT = Duration.ofSeconds(1);
    private static final MoRef VIEWED = Fixtures.ref(1);
    private static final MoRef OTHER = Fixtures.ref(2);

    /// Takes more heap than one answer may.
    private static final String LARGE = "<a/>".repeat(200_000);

    private final ScriptedVcenter vcenter = ScriptedVcenter.start();
    private final VcenterClient client = new VcenterClient(
            new VcenterEndpoint("vc-large", "127.0.0.1", vcenter.port(), new TlsTrust.Insecure(), Optional.empty()),
            Timeouts.standard(),
            "test",
            VcenterObserver.NONE);
    private final VcenterSession session = client.login(new Credentials("ccm", new Secret("s3cret-word")));
    private final UpdateLimit updateLimit = new UpdateLimit();
    private final List<Integer> asked = new CopyOnWriteArrayList<>();
    private long now = Duration.ofHours(1).toNanos();

    @AfterEach
    void stop() {
        session.close();
        client.close();
        vcenter.close();
    }

    @Test
    void updatesAreReadWithFewerObjectsAtOnce() {
        vcenter.on("WaitForUpdatesEx", updates(max -> max > 125 ? enter(1, LARGE) : enter(1, "")));
        VmWatch watch = watch(Set.of(VIEWED));

        watch.awaitUpdates(WAIT);

        assertThat(asked).containsExactly(500, 250, 125);
        assertThat(watch.vms()).containsOnlyKeys(VIEWED);
        assertThat(read(watch, VIEWED).name()).isEqualTo("w-1");
    }

    @Test
    void aVmThatIsTooLargeAloneIsLeftOutAsUnreadableAndTheOthersAreRead() {
        vcenter.on("WaitForUpdatesEx", updates(_ -> isRemoved(1) ? enter(2, "") : enter(1, LARGE)));
        VmWatch watch = watch(Set.of(VIEWED, OTHER));

        watch.awaitUpdates(WAIT);

        assertThat(asked).containsExactly(500, 250, 125, 62, 31, 15, 7, 3, 1, 1);
        assertThat(watch.vms()).containsOnlyKeys(VIEWED, OTHER);
        assertThat(read(watch, OTHER).name()).isEqualTo("w-2");
        assertThat(read(watch, VIEWED).uuids()).isEmpty();
        assertThat(watch.isWatching(Set.of(VIEWED, OTHER))).isTrue();
        assertThat(watch.missingVms(Set.of(VIEWED, OTHER), OptionalLong.of(now + WAIT.toNanos() * 60)))
                .isEmpty();
    }

    @Test
    void aVmThatWasLeftOutIsReadAgainAfterTenMinutes() {
        updateLimit.leaveOut(VIEWED, now);
        vcenter.on("WaitForUpdatesEx", updates(_ -> enter(1, "")));
        VmWatch watch = watch(Set.of(VIEWED));
        assertThat(read(watch, VIEWED).uuids()).isEmpty();
        assertThat(vcenter.requests("ModifyListView")).isEmpty();

        now += Duration.ofMinutes(10).toNanos();
        watch.watchVms(Set.of(VIEWED), now);
        watch.awaitUpdates(WAIT);

        assertThat(read(watch, VIEWED).name()).isEqualTo("w-1");
    }

    /// It exists, so its listener must not get it as gone, although it leaves the view.
    @Test
    void anObjectOfAListenerThatIsTooLargeAloneIsLeftOutForTenMinutes() {
        var recorded = new RecordedChanges();
        MoRef followed = Fixtures.ref(3);
        ObjectWatch objects = Fixtures.nothingElse();
        objects.subscribe(ObjectInterest.inSome("VirtualMachine", "config.hardware.device"), recorded)
                .add(List.of(followed));
        vcenter.on(
                "WaitForUpdatesEx",
                updates(_ -> isRemoved(3)
                        ? enter(1, "")
                                + "</filterSet><filterSet>"
                                + VimXml.reference("filter", "PropertyFilter", "session[52]filter-3")
                                + VimXml.leave("VirtualMachine", "vm-3")
                        : enter(3, LARGE)));
        vcenter.on("CreateFilter", filter(""), filter("-2"), filter("-3"));
        var watch = new VmWatch(session, objects, new AbortableWait("wait"), updateLimit, () -> now);
        watch.watchVms(Set.of(VIEWED), now);
        boolean _ = watch.watchObjects();

        watch.awaitUpdates(WAIT);

        assertThat(asked).containsExactly(50, 25, 12, 6, 3, 1, 1);
        assertThat(read(watch, VIEWED).name()).isEqualTo("w-1");
        assertThat(recorded.all())
                .containsExactly(
                        new ObjectChange.Restarted(),
                        new ObjectChange.Unreadable(followed),
                        new ObjectChange.Complete());

        int calls = vcenter.requests("ModifyListView").size();
        assertThat(watch.watchObjects()).isFalse();
        assertThat(vcenter.requests("ModifyListView")).hasSize(calls);

        now += Duration.ofMinutes(10).toNanos();
        assertThat(watch.watchObjects()).isTrue();
        assertThat(vcenter.requests("ModifyListView").getLast().body().text())
                .contains(VimXml.reference("add", "VirtualMachine", "vm-3"));
    }

    @Test
    void aListenerOfAllObjectsIsRefusedIfOneIsTooLarge() {
        var recorded = new RecordedChanges();
        ObjectWatch objects = Fixtures.nothingElse();
        ObjectSubscription _ = objects.subscribe(ObjectInterest.inAll("VirtualMachine", "name"), recorded);
        vcenter.on("CreateContainerView", Replies.soap(VimXml.reference("returnval", "ContainerView", "session[1]5")));
        vcenter.on("CreateFilter", filter(""), filter("-2"), filter("-3"));
        vcenter.on(
                "WaitForUpdatesEx",
                updates(_ -> vcenter.requests("DestroyPropertyFilter").isEmpty() ? enter(3, LARGE) : enter(1, "")));
        var watch = new VmWatch(session, objects, new AbortableWait("wait"), updateLimit, () -> now);
        watch.watchVms(Set.of(VIEWED), now);
        boolean _ = watch.watchObjects();

        watch.awaitUpdates(WAIT);

        assertThat(read(watch, VIEWED).name()).isEqualTo("w-1");
        assertThat(recorded.all()).hasSize(2).last().isInstanceOf(ObjectChange.Refused.class);
    }

    @Test
    void anObjectThatIsNotAWatchedVmEndsTheWatch() {
        vcenter.on("WaitForUpdatesEx", updates(_ -> enter(3, LARGE)));
        VmWatch watch = watch(Set.of(VIEWED));

        assertThatThrownBy(() -> watch.awaitUpdates(WAIT))
                .isInstanceOfSatisfying(
                        VcenterException.class, e -> assertThat(e.kind()).isEqualTo(VcenterException.Kind.TOO_LARGE))
                .hasMessageContaining("vCenter vc-large");
    }

    @Test
    void aReadOfAllVmsThatIsTooLargeIsDroppedAndTheNodesAreSearchedOneByOne() {
        vcenter.on(
                "RetrievePropertiesEx",
                Replies.gzipped("<returnval>"
                        + VimXml.object("VirtualMachine", "vm-1", VimXml.property("guest.hostName", "Some", LARGE))
                        + "</returnval>"));
        vcenter.on("CreateContainerView", Replies.soap(VimXml.reference("returnval", "ContainerView", "session[1]5")));
        vcenter.on("FindAllByUuid", Replies.soap(VimXml.reference("returnval", "VirtualMachine", "vm-1")));
        var queries = IntStream.range(0, 50)
                .mapToObj(n -> Fixtures.asked(Fixtures.node(n), Fixtures.bios(n)))
                .toList();

        Map<NodeName, VmLocation> found = new VmSearch(session, List::of, () -> {}).search(queries, _ -> false);

        assertThat(found).hasSize(32).containsValue(new VmLocation.Candidates(Set.of(VIEWED)));
        assertThat(vcenter.requests("RetrievePropertiesEx")).hasSize(1);
    }

    private VmWatch watch(Set<MoRef> vms) {
        var watch = new VmWatch(session, Fixtures.nothingElse(), new AbortableWait("wait"), updateLimit, () -> now);
        watch.watchVms(vms, now);
        return watch;
    }

    private static VmRecord read(VmWatch watch, MoRef vm) {
        return Objects.requireNonNull(watch.vms().get(vm));
    }

    private static Reply filter(String n) {
        return Replies.soap(VimXml.reference("returnval", "PropertyFilter", "session[52]filter" + n));
    }

    private boolean isRemoved(int n) {
        return vcenter.requests("ModifyListView").stream()
                .anyMatch(request ->
                        request.body().text().contains(VimXml.reference("remove", "VirtualMachine", "vm-" + n)));
    }

    private interface Content {
        /// Returns the objects of an update set of at most this many.
        String of(int maxObjects);
    }

    private Reply updates(Content content) {
        return (request, line) -> answer(request, line, content);
    }

    private Reply.Next answer(Request request, ResponseChannel line, Content content)
            throws IOException, InterruptedException {
        Matcher max = MAX_OBJECTS.matcher(request.body().text());
        asked.add(max.find() ? Integer.parseInt(max.group(1)) : 0);
        return Replies.gzipped("<returnval><version>1</version><filterSet>"
                        + VimXml.reference("filter", "PropertyFilter", "session[52]filter")
                        + content.of(asked.getLast())
                        + "</filterSet></returnval>")
                .to(request, line);
    }

    private static String enter(int n, String large) {
        return VimXml.enter(
                "VirtualMachine",
                "vm-" + n,
                VimXml.text("name", "w-" + n),
                VimXml.property("guest.net", "ArrayOfGuestNicInfo", large));
    }
}
