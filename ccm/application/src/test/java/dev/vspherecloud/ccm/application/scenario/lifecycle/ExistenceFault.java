package dev.vspherecloud.ccm.application.scenario.lifecycle;

import dev.vspherecloud.testkit.bed.ActiveFault;
import dev.vspherecloud.testkit.bed.VcenterFault;
import dev.vspherecloud.testkit.proxy.ActiveRule;
import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.Rule;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;

/// A fault that makes a live VM look as if it did not exist, and the sign that the program has noticed it.
///
/// It affects the last VM, or several of the last VMs.
enum ExistenceFault {
    REFUSED(VcenterFault.REFUSED, FaultTestBed::awaitSilenceIsTold),
    BLACK_HOLE(VcenterFault.BLACK_HOLE, FaultTestBed::awaitSilenceIsTold),
    UNTRUSTED(VcenterFault.UNTRUSTED, FaultTestBed::awaitSilenceIsTold),

    /// Lasts until the configuration has the new password.
    LOGIN_REFUSED(0, FaultTestBed::awaitSilenceIsTold, stage -> {
        stage.site().vcenter().changePassword(FaultTestBed.ROTATED);
        stage.site().vcenter().terminateSessions();
        return () -> stage.configure(FaultTestBed.ROTATED);
    }),

    SESSION_LOST(0, FaultTestBed::awaitQuestion, stage -> {
        ActiveFault hidden = inflicted(VcenterFault.NO_PERMISSION, 1, stage);
        ActiveFault lost = inflicted(VcenterFault.SESSION_LOST, 1, stage);
        return () -> {
            lost.close();
            hidden.close();
        };
    }),

    NO_PERMISSION(VcenterFault.NO_PERMISSION, FaultTestBed::awaitQuestion),
    PERMISSION_REFUSED(VcenterFault.PERMISSION_REFUSED, FaultTestBed::awaitQuestion),
    NO_PERMISSION_ON_FOLDER(VcenterFault.NO_PERMISSION_ON_FOLDER, FaultTestBed::awaitQuestion),
    NO_PERMISSION_AT_ALL(VcenterFault.NO_PERMISSION_AT_ALL, FaultTestBed::awaitQuestion),
    EMPTY_RESULTS(FaultTestBed.COUNT, VcenterFault.EMPTY_RESULTS, FaultTestBed::awaitQuestion),
    HIDDEN(VcenterFault.HIDDEN, FaultTestBed::awaitQuestion),
    TRUNCATED(VcenterFault.TRUNCATED, FaultTestBed::aChangeArrives),
    STALE(VcenterFault.STALE, FaultTestBed::aChangeArrives),
    REST_DOWN(VcenterFault.REST_DOWN, FaultTestBed::aChangeArrives),

    /// The SOAP API fails.
    REST_ONLY(0, FaultTestBed::awaitSilenceIsTold, stage -> {
        ActiveRule down = stage.site()
                .proxy()
                .add(Rule.when("SOAP", (name, _) -> name.indexOf(' ') < 0)
                        .then(Fault.answer(503, "text/plain", "no healthy upstream")));
        stage.site().proxy().cutConnections();
        return down::close;
    }),

    SWAPPED(VcenterFault.SWAPPED, FaultTestBed::awaitQuestion),
    RESTORED_WITHOUT_ONE(1),
    RESTORED_WITHOUT_FIVE(5),
    RESTORED_WITHOUT_HALF(FaultTestBed.COUNT / 2),

    /// The other vCenter fails while the VM moves to it.
    OTHER_VCENTER_DOWN(0, FaultTestBed::awaitQuestion, stage -> {
        stage.other().proxy().cutAll();
        stage.moveLastToTheOther();
        return () -> {
            stage.other().proxy().restore();
            stage.awaitLastRecorded();
        };
    }),

    MOVED(VcenterFault.MOVED, FaultTestBed::aChangeArrives),

    /// The VM gets a new reference.
    REGISTERED_AGAIN(0, FaultTestBed::aChangeArrives, stage -> {
        List<String> was = List.of(stage.last());
        stage.site().vcenter().operations().unregister(was);
        stage.lastIsNow(stage.site().vcenter().operations().register(was).getFirst());
        return stage::awaitLastRecorded;
    }),

    UNREGISTERED(VcenterFault.UNREGISTERED, FaultTestBed::awaitQuestion),
    HOST_LOST(VcenterFault.HOST_LOST, FaultTestBed::aChangeArrives),
    HOST_REMOVED(VcenterFault.HOST_REMOVED, FaultTestBed::awaitQuestion),
    INACCESSIBLE(VcenterFault.INACCESSIBLE, FaultTestBed::aChangeArrives);

    private final int younger;
    private final Consumer<FaultTestBed> sign;
    private final Function<FaultTestBed, ActiveFault> onset;

    /// @param younger number of VMs that are newer than the backup
    /// @param sign    waits until the program has noticed the fault
    ExistenceFault(int younger, Consumer<FaultTestBed> sign, Function<FaultTestBed, ActiveFault> onset) {
        this.younger = younger;
        this.sign = sign;
        this.onset = onset;
    }

    ExistenceFault(VcenterFault fault, Consumer<FaultTestBed> sign) {
        this(1, fault, sign);
    }

    ExistenceFault(int hit, VcenterFault fault, Consumer<FaultTestBed> sign) {
        this(0, sign, stage -> inflicted(fault, hit, stage));
    }

    /// Restores a backup without the newest VMs, and later the state from before the restore.
    ExistenceFault(int younger) {
        this(younger, FaultTestBed::awaitQuestion, stage -> inflicted(VcenterFault.RESTORED, younger, stage));
    }

    FaultTestBed stage() {
        return new FaultTestBed(younger);
    }

    ActiveFault inflict(FaultTestBed stage) {
        return onset.apply(stage);
    }

    /// Waits until the running program has noticed the fault.
    void awaitMet(FaultTestBed stage) {
        sign.accept(stage);
    }

    private static ActiveFault inflicted(VcenterFault fault, int hit, FaultTestBed stage) {
        return fault.apply(stage.target(IntStream.range(FaultTestBed.COUNT - hit, FaultTestBed.COUNT)));
    }
}
