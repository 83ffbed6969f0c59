package dev.vspherecloud.ccm.scenario;

import static dev.vspherecloud.testkit.servers.VmSpec.change;

import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.Rule;
import dev.vspherecloud.testkit.proxy.SoapFaults;
import dev.vspherecloud.testkit.servers.TaggedObject;
import dev.vspherecloud.testkit.wire.Request;
import dev.vspherecloud.testkit.wire.Response;
import dev.vspherecloud.testkit.wire.ServerIdentity;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/// What may make a VM that lives look as if it were gone.
enum ExistenceFault {
    REFUSED(Sign.SILENCE, stage -> stage.site().proxy().cutAll(), stage -> stage.site().proxy().restore()),

    BLACK_HOLE(Sign.SILENCE, stage -> {
        stage.plant(Rule.onAny().then(Fault.hang()));
        stage.site().proxy().cutConnections();
    }, FaultStage::clearRules),

    ANOTHER_CERTIFICATE(
            Sign.SILENCE,
            stage -> stage.site().proxy().show(ServerIdentity.generate()),
            stage -> stage.site().proxy().show(stage.identity())),

    LOGIN_REFUSED(Sign.SILENCE, stage -> {
        stage.site().vcenter().changePassword(Passwords.ROTATED);
        stage.site().vcenter().terminateSessions();
    }, stage -> stage.configure(Passwords.ROTATED)),

    /// Again and again, whatever is being asked.
    SESSION_LOST(Sign.QUESTIONS, stage -> {
        hideLast(stage);
        stage.plant(Rule.when("calls in a session", ExistenceFault::isInSession)
                .withProbability(0.2)
                .times(30)
                .then(Fault.soapFault("NotAuthenticated", "The session is not authenticated.")));
    }, stage -> {
        stage.clearRules();
        stage.site().vcenter().rights().restore();
    }),

    ONE_FOLDER_HIDDEN(
            Sign.QUESTIONS,
            stage -> stage.site().vcenter().rights().hide(TaggedObject.folder(stage.folder())),
            stage -> stage.site().vcenter().rights().restore()),

    ONE_FOLDER_REFUSED(
            Sign.QUESTIONS,
            stage -> stage.site().vcenter().rights().refuse(TaggedObject.folder(stage.folder())),
            stage -> stage.site().vcenter().rights().restore()),

    EVERYTHING_HIDDEN(
            Sign.ANYTHING,
            stage -> stage.site().vcenter().rights().hideEverything(),
            stage -> stage.site().vcenter().rights().restore()),

    /// The VMs are hidden, and all that held them can be read.
    EMPTY_SEARCHES(
            Sign.QUESTIONS,
            stage -> stage.site()
                    .vcenter()
                    .rights()
                    .hide(stage.fleet().vms(0, FaultStage.COUNT).stream()
                            .map(TaggedObject::vm)
                            .toArray(TaggedObject[]::new)),
            stage -> stage.site().vcenter().rights().restore()),

    /// Whoever reads the VM by its reference is told that there is no such object, some times.
    HIDDEN_FOR_SOME_READS(Sign.QUESTIONS, stage -> {
        hideLast(stage);
        String last = stage.last();
        stage.plant(Rule.when("reads of " + last, (name, request) -> name.equals("RetrievePropertiesEx")
                        && request.body().text().contains(">" + last + "<"))
                .times(12)
                .then(Fault.answer(500, "text/xml; charset=utf-8", noSuchObject(last))));
    }, stage -> {
        stage.clearRules();
        stage.site().vcenter().rights().restore();
    }),

    EMPTY_VCENTER(Sign.QUESTIONS, stage -> stage.site().vcenter().replaceWithEmpty(), stage -> {
        stage.site().vcenter().restore(stage.backup());
        stage.acknowledgeAll();
    }),

    RESTORED_WITHOUT_ONE(1),
    RESTORED_WITHOUT_FIVE(5),
    RESTORED_WITHOUT_HALF(FaultStage.HALF),

    /// While the VM is moved there.
    OTHER_VCENTER_DOWN(Sign.QUESTIONS, stage -> {
        stage.other().proxy().cutAll();
        stage.site().vcenter().operations().unregister(List.of(stage.last()));
        stage.lastMovedTo(
                stage.other(),
                stage.other()
                        .vcenter()
                        .addVm(stage.other()
                                .vm("moved", FaultStage.LAST)
                                .uuid(stage.site().uuid("w", FaultStage.LAST, 1))
                                .instanceUuid(stage.site().uuid("w", FaultStage.LAST, 2))));
    }, stage -> {
        stage.other().proxy().restore();
        stage.awaitLastRecorded();
    }),

    MOVED_TO_UNLISTED_DATACENTER(
            Sign.CHANGE,
            stage -> stage.site().vcenter().operations().relocate(List.of(stage.last()), FaultStage.UNLISTED, "far"),
            stage -> stage.site()
                    .vcenter()
                    .operations()
                    .relocate(List.of(stage.last()), "vc-a-dc", "vc-a-cluster-b")),

    REGISTERED_AGAIN(
            Sign.CHANGE,
            stage -> {
                List<String> was = List.of(stage.last());
                stage.site().vcenter().operations().unregister(was);
                stage.lastIsNow(stage.site()
                        .vcenter()
                        .operations()
                        .register(was)
                        .getFirst());
            },
            FaultStage::awaitLastRecorded),

    HOST_DISCONNECTED(
            Sign.CHANGE,
            stage -> stage.site().vcenter().operations().loseHost(Hosts.OF_THE_LAST),
            stage -> stage.site().vcenter().operations().findHost(Hosts.OF_THE_LAST)),

    HOST_REMOVED(
            Sign.QUESTIONS, stage -> stage.site().vcenter().operations().removeHost(Hosts.OF_THE_LAST), stage -> {
                stage.lastIsNow(stage.site()
                        .vcenter()
                        .operations()
                        .register(List.of(stage.last()), Hosts.ANOTHER)
                        .getFirst());
                stage.awaitLastRecorded();
            }),

    DATASTORE_INACCESSIBLE(
            Sign.CHANGE,
            stage -> stage.site().vcenter().change(change(stage.last()).connectionState("inaccessible")),
            stage -> stage.site().vcenter().change(change(stage.last()).connectionState("connected"))),

    TRUNCATED_ANSWERS(Sign.SILENCE, stage -> {
        stage.plant(Rule.when("SOAP", ExistenceFault::isInSession).then(Fault.cutAfter(700)));
        stage.site().proxy().cutConnections();
    }, FaultStage::clearRules),

    /// Searches go on to find nothing after the VM came back.
    STALE_ANSWERS(Sign.QUESTIONS, stage -> {
        List<String> was = List.of(stage.last());
        var first = new AtomicReference<Response>();
        stage.site().vcenter().operations().unregister(was);
        stage.plant(Rule.on("FindAllByUuid")
                .then(Fault.mutate(answer -> {
                    first.compareAndSet(null, answer);
                    return first.get();
                })));
        Sign.QUESTIONS.await(stage);
        stage.lastIsNow(
                stage.site().vcenter().operations().register(was).getFirst());
    }, stage -> {
        stage.clearRules();
        stage.awaitLastRecorded();
    }),

    /// The tagging service is all that answers.
    REST_ONLY(Sign.SILENCE, stage -> {
        stage.plant(Rule.when("SOAP", (name, _) -> isSoap(name)).then(Fault.answer(503, "text/plain", "no healthy upstream")));
        stage.site().proxy().cutConnections();
    }, FaultStage::clearRules);

    /// What shows that the program has looked at the VMs in this state of things, at least three times.
    enum Sign {
        /// Questions about a VM that is not to be seen.
        QUESTIONS,
        /// A change of another VM came through.
        CHANGE,
        /// It says that the vCenter does not answer.
        SILENCE,
        /// Any calls.
        ANYTHING;

        void await(FaultStage stage) {
            switch (this) {
                case QUESTIONS -> stage.awaitCalls(calls -> calls.count("FindAllByUuid") >= 9);
                case CHANGE -> stage.aChangeArrives();
                case SILENCE -> stage.awaitSilenceIsTold();
                case ANYTHING -> stage.awaitCalls(calls -> calls.count() >= 9);
            }
        }
    }

    private static final class Passwords {
        static final String ROTATED = "Rotated-1!";
    }

    private static final class Hosts {
        static final String OF_THE_LAST = "vc-a-cluster-b-host-2";
        static final String ANOTHER = "vc-a-cluster-b-host-1";
    }

    private final int younger;
    private final Sign sign;
    private final Consumer<FaultStage> beginning;
    private final Consumer<FaultStage> ending;

    ExistenceFault(Sign sign, Consumer<FaultStage> beginning, Consumer<FaultStage> ending) {
        this.younger = 0;
        this.sign = sign;
        this.beginning = beginning;
        this.ending = ending;
    }

    /// vCenter is restored from a backup that lacks the youngest VMs. In the end they are registered again, and somebody
    /// says that it may be believed.
    ExistenceFault(int younger) {
        this.younger = younger;
        this.sign = Sign.QUESTIONS;
        this.beginning = stage -> stage.site().vcenter().restore(stage.backup());
        this.ending = stage -> {
            stage.fleet().addVmsAgain(FaultStage.COUNT - younger, FaultStage.COUNT);
            stage.awaitLastRecorded();
            stage.acknowledgeAll();
        };
    }

    FaultStage stage() {
        return new FaultStage(younger);
    }

    Sign sign() {
        return sign;
    }

    void begin(FaultStage stage) {
        beginning.accept(stage);
    }

    /// The VMs are all to be seen again, wherever they are now.
    void end(FaultStage stage) {
        ending.accept(stage);
    }

    private static void hideLast(FaultStage stage) {
        stage.site().vcenter().rights().hide(TaggedObject.vm(stage.last()));
    }

    private static boolean isInSession(String name, Request request) {
        return isSoap(name) && !List.of("Login", "Logout", "RetrieveServiceContent").contains(name);
    }

    private static boolean isSoap(String name) {
        return name.indexOf(' ') < 0;
    }

    private static String noSuchObject(String vm) {
        return SoapFaults.envelope(
                "ManagedObjectNotFound",
                "The object 'vim.VirtualMachine:%s' has already been deleted or has not been completely created"
                        .formatted(vm),
                "<obj type=\"VirtualMachine\">%s</obj>".formatted(vm));
    }
}
