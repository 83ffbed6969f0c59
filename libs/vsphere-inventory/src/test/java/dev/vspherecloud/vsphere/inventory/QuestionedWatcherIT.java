package dev.vspherecloud.vsphere.inventory;

import static dev.vspherecloud.testkit.script.VimXml.enter;
import static dev.vspherecloud.testkit.script.VimXml.link;
import static dev.vspherecloud.testkit.script.VimXml.modify;
import static dev.vspherecloud.testkit.script.VimXml.object;
import static dev.vspherecloud.testkit.script.VimXml.property;
import static dev.vspherecloud.testkit.script.VimXml.reference;
import static dev.vspherecloud.testkit.script.VimXml.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.existence.EventLookup;
import dev.vspherecloud.domain.existence.ExistenceCheckRequest;
import dev.vspherecloud.domain.existence.ExistenceCheckResult;
import dev.vspherecloud.domain.existence.OwnerVcenterResult;
import dev.vspherecloud.domain.existence.UuidSearchResult;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.domain.vm.EventPosition;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.VmParents;
import dev.vspherecloud.domain.vm.VmRef;
import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.testkit.script.Replies;
import dev.vspherecloud.testkit.script.Reply;
import dev.vspherecloud.testkit.script.ResponseChannel;
import dev.vspherecloud.testkit.script.ScriptedUpdates;
import dev.vspherecloud.testkit.script.ScriptedVcenter;
import dev.vspherecloud.testkit.vim25.Vim25Schema;
import dev.vspherecloud.testkit.wire.Request;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.inventory.absence.HistoryScript;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests existence checks of the VM `vm-62` while the watcher watches `vm-1`, with answers that a vCenter sends and
/// the simulator never does. The watch continues after each result.
class QuestionedWatcherIT {
    private static final Vim25Schema SCHEMA = Vim25Schema.vsphere67u3();
    private static final UUID VCENTER = UUID.fromString("5c3b8f0e-7d34-4b44-9a35-1d0c9a6a0001");
    private static final String WATCHED = "421a0000-0000-4000-8000-abcdef000001";
    private static final SystemUuid MISSING = new SystemUuid(UUID.fromString("421a0000-0000-4000-8000-abcdef000062"));
    private static final EventPosition MARK = new EventPosition(5030, HistoryScript.NOON);
    private static final VmParents HOME =
            VmParents.parse("Folder:group-v3 ResourcePool:resgroup-8").orElseThrow();

    private final ScriptedVcenter vcenter = ScriptedVcenter.start();
    private final ScriptedUpdates updates = new ScriptedUpdates();
    private RunningWatcher watcher;
    private ExistenceCheckClient checkClient;

    /// Answer to a read of the recorded reference.
    private Reply recorded = Replies.fault("ManagedObjectNotFound", "", reference("obj", "VirtualMachine", "vm-62"));

    @BeforeEach
    void start() throws InterruptedException {
        updates.on(vcenter);
        updates.add(enter(
                "VirtualMachine",
                "vm-1",
                text("name", "w-1"),
                text("config.uuid", WATCHED),
                text("config.instanceUuid", "501a0000-0000-4000-8000-000000000001"),
                property("runtime.connectionState", "VirtualMachineConnectionState", "connected"),
                text("guest.hostName", "before")));
        vcenter.on("FindAllByUuid", QuestionedWatcherIT::find);
        vcenter.on("RetrievePropertiesEx", this::read);
        vcenter.on("CancelWaitForUpdates", (request, line) -> {
            updates.add();
            return Replies.soap("").to(request, line);
        });
        vcenter.on("QueryEvents", HistoryScript.events(5030));
        vcenter.on("CreateCollectorForTasks", Replies.soap(reference("returnval", "TaskHistoryCollector", "c")));
        vcenter.on("DestroyCollector", Replies.soap(""));
        watcher = new RunningWatcher(vcenter.port(), new Credentials("ccm", new Secret("s3cret")), false);
        checkClient = new ExistenceCheckClient(watcher);
        watcher.follow("w-1", WATCHED);
        assertThat(watcher.awaitFound("w-1", _ -> true).seenAt()).contains(MARK);
    }

    @AfterEach
    void stop() {
        watcher.close();
        vcenter.close();
        assertThat(vcenter.requests().stream()
                        .map(request -> request.body().text())
                        .filter(body -> body.contains("Envelope"))
                        .distinct())
                .allSatisfy(request -> assertThat(SCHEMA.check(request)).isEmpty());
    }

    @Test
    void aReferenceThatNamesNothingIsSearchedAndItsHistoryRead() throws InterruptedException {
        OwnerVcenterResult.NoSuchObject answer = absent(ask());

        assertThat(answer.newest()).contains(MARK);
        assertThat(answer.eventLookups()).containsEntry(MARK, EventLookup.THERE);
        assertThat(answer.unreadable()).isEmpty();
        assertStillWatching();
    }

    @Test
    void aDestructionIsRecognisedByTheChainOfItsEvent() throws InterruptedException {
        vcenter.on("QueryEvents", HistoryScript.events(5030), Replies.soap(HistoryScript.removal(5040, 5038, "vm-62")));
        vcenter.on(
                "ReadNextTasks",
                Replies.soap(HistoryScript.task("VirtualMachine.destroy", "VirtualMachine", "vm-62", "success", 5038)));

        assertThat(absent(ask()).destruction())
                .hasValueSatisfying(end -> assertThat(end.event().key()).isEqualTo(5040));
        assertThat(vcenter.requests("CreateCollectorForTasks").getLast().body().text())
                .contains("<eventChainId>5038</eventChainId>");
        assertStillWatching();
    }

    @Test
    void anotherMissingObjectProvesNothing() throws InterruptedException {
        recorded =
                Replies.fault("ManagedObjectNotFound", "", reference("obj", "PropertyCollector", "propertyCollector"));

        assertThat(ask().ownerResult()).isInstanceOf(OwnerVcenterResult.Unanswered.class);
        assertStillWatching();
    }

    @Test
    void anEmptyAnswerProvesNothing() throws InterruptedException {
        recorded = Replies.soap("");

        assertThat(ask().ownerResult()).isInstanceOf(OwnerVcenterResult.Unanswered.class);
        assertStillWatching();
    }

    @Test
    void aMissingPrivilegeProvesNothing() throws InterruptedException {
        recorded = Replies.noPermission("VirtualMachine", "vm-62", "System.View");

        assertThat(ask().ownerResult())
                .isInstanceOfSatisfying(
                        OwnerVcenterResult.Unanswered.class,
                        silent -> assertThat(silent.silence().code()).isEqualTo(VsphereReason.PERMISSION_MISSING));
        assertStillWatching();
    }

    @Test
    void aRefusedSearchCountsAsUnanswered() throws InterruptedException {
        vcenter.on("FindAllByUuid", Replies.fault("InvalidArgument", "uuid"));

        ExistenceCheckResult report = ask();

        assertThat(report.ownerResult()).isInstanceOf(OwnerVcenterResult.NoSuchObject.class);
        assertThat(report.searches().getFirst()).isInstanceOf(UuidSearchResult.Unanswered.class);
        assertStillWatching();
    }

    @Test
    void whileServicesStartTheCheckIsUnansweredAndTheWatchContinues() throws InterruptedException {
        recorded = Replies.unavailable();

        ExistenceCheckResult report = ask();

        assertThat(report.ownerResult()).isInstanceOf(OwnerVcenterResult.Unanswered.class);
        assertThat(report.searches().getFirst()).isInstanceOf(UuidSearchResult.Unanswered.class);
        assertStillWatching();
    }

    @Test
    void aSessionThatIsLostDuringACheckIsReplacedAndTheCheckAnswered() throws InterruptedException {
        vcenter.on("FindAllByUuid", Replies.fault("NotAuthenticated", ""), QuestionedWatcherIT::find);

        assertThat(absent(ask()).eventLookups()).containsEntry(MARK, EventLookup.THERE);
        assertThat(vcenter.requests("Login")).hasSize(2);
        assertStillWatching();
    }

    @Test
    void aRecordWithMarkupProvesNothing() throws InterruptedException {
        var markup = new RecordedVm(
                new VmRef(VCENTER, "vm-</obj>]]>&\"'"), UUID.randomUUID(), Optional.of(HOME), Optional.of(MARK));

        assertThat(checkClient.ask(request(markup)).ownerResult()).isInstanceOf(OwnerVcenterResult.Unanswered.class);
        assertStillWatching();
    }

    private ExistenceCheckResult ask() throws InterruptedException {
        return checkClient.ask(request(
                new RecordedVm(new VmRef(VCENTER, "vm-62"), UUID.randomUUID(), Optional.of(HOME), Optional.of(MARK))));
    }

    private static ExistenceCheckRequest request(RecordedVm vm) {
        var query = new VmQuery(Fixtures.node(62), Optional.of(MISSING), Optional.of(MISSING), Optional.of(vm));
        return new ExistenceCheckRequest(query, vm, Optional.empty(), false, false, List.of());
    }

    private static OwnerVcenterResult.NoSuchObject absent(ExistenceCheckResult report) {
        assertThat(report.ownerResult()).isInstanceOf(OwnerVcenterResult.NoSuchObject.class);
        return (OwnerVcenterResult.NoSuchObject) report.ownerResult();
    }

    private void assertStillWatching() throws InterruptedException {
        assertThat(watcher.watcher().silence()).isEmpty();
        updates.add(modify("VirtualMachine", "vm-1", text("guest.hostName", "after")));
        watcher.awaitFound("w-1", vm -> vm.guest().hostName().equals("after"));
    }

    private static Reply.Next find(Request request, ResponseChannel line) throws IOException, InterruptedException {
        boolean isWatched = request.body().text().contains(WATCHED);
        return Replies.soap(isWatched ? reference("returnval", "VirtualMachine", "vm-1") : "")
                .to(request, line);
    }

    private Reply.Next read(Request request, ResponseChannel line) throws IOException, InterruptedException {
        String body = request.body().text();
        Reply reply = body.contains("latestEvent")
                ? HistoryScript.latestEvent(5030)
                : body.contains(">vm-62<") ? recorded : places();
        return reply.to(request, line);
    }

    private static Reply places() {
        return Replies.soap("<returnval>"
                + object("Folder", "group-v3", text("name", "vm"), link("parent", "Datacenter", "datacenter-1"))
                + object(
                        "ResourcePool",
                        "resgroup-8",
                        text("name", "pool"),
                        link("parent", "ResourcePool", "resgroup-1"))
                + "</returnval>");
    }
}
