package dev.vspherecloud.ccm.application.scenario.lifecycle;

import dev.vspherecloud.testkit.bed.Trouble;
import dev.vspherecloud.testkit.bed.VcenterFault;
import dev.vspherecloud.testkit.proxy.ActiveRule;
import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.Rule;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;

/// What may make a VM that lives look as if it were gone, and how it shows that the program has met it.
///
/// The last VM is hit, or as many of the last as it says.
enum ExistenceFault {
    REFUSED(VcenterFault.REFUSED, FaultStage::awaitSilenceIsTold),
    BLACK_HOLE(VcenterFault.BLACK_HOLE, FaultStage::awaitSilenceIsTold),
    UNTRUSTED(VcenterFault.UNTRUSTED, FaultStage::awaitSilenceIsTold),

    /// Until the configuration has the new password.
    LOGIN_REFUSED(0, FaultStage::awaitSilenceIsTold, stage -> {
        stage.site().vcenter().changePassword(FaultStage.ROTATED);
        stage.site().vcenter().terminateSessions();
        return () -> stage.configure(FaultStage.ROTATED);
    }),

    SESSION_LOST(0, FaultStage::awaitQuestion, stage -> {
        Trouble hidden = inflicted(VcenterFault.NO_PERMISSION, 1, stage);
        Trouble lost = inflicted(VcenterFault.SESSION_LOST, 1, stage);
        return () -> {
            lost.close();
            hidden.close();
        };
    }),

    NO_PERMISSION(VcenterFault.NO_PERMISSION, FaultStage::awaitQuestion),
    PERMISSION_REFUSED(VcenterFault.PERMISSION_REFUSED, FaultStage::awaitQuestion),
    NO_PERMISSION_ON_FOLDER(VcenterFault.NO_PERMISSION_ON_FOLDER, FaultStage::awaitQuestion),
    NO_PERMISSION_AT_ALL(VcenterFault.NO_PERMISSION_AT_ALL, FaultStage::awaitQuestion),
    EMPTY_RESULTS(FaultStage.COUNT, VcenterFault.EMPTY_RESULTS, FaultStage::awaitQuestion),
    HIDDEN(VcenterFault.HIDDEN, FaultStage::awaitQuestion),
    TRUNCATED(VcenterFault.TRUNCATED, FaultStage::aChangeArrives),
    STALE(VcenterFault.STALE, FaultStage::aChangeArrives),
    REST_DOWN(VcenterFault.REST_DOWN, FaultStage::aChangeArrives),

    /// All of SOAP is down.
    REST_ONLY(0, FaultStage::awaitSilenceIsTold, stage -> {
        ActiveRule down = stage.site()
                .proxy()
                .add(Rule.when("SOAP", (name, _) -> name.indexOf(' ') < 0)
                        .then(Fault.answer(503, "text/plain", "no healthy upstream")));
        stage.site().proxy().cutConnections();
        return down::close;
    }),

    SWAPPED(VcenterFault.SWAPPED, FaultStage::awaitQuestion),
    RESTORED_WITHOUT_ONE(1),
    RESTORED_WITHOUT_FIVE(5),
    RESTORED_WITHOUT_HALF(FaultStage.COUNT / 2),

    /// While the VM is moved there.
    OTHER_VCENTER_DOWN(0, FaultStage::awaitQuestion, stage -> {
        stage.other().proxy().cutAll();
        stage.moveLastToTheOther();
        return () -> {
            stage.other().proxy().restore();
            stage.awaitLastRecorded();
        };
    }),

    MOVED(VcenterFault.MOVED, FaultStage::aChangeArrives),

    /// With a new reference.
    REGISTERED_AGAIN(0, FaultStage::aChangeArrives, stage -> {
        List<String> was = List.of(stage.last());
        stage.site().vcenter().operations().unregister(was);
        stage.lastIsNow(stage.site().vcenter().operations().register(was).getFirst());
        return stage::awaitLastRecorded;
    }),

    UNREGISTERED(VcenterFault.UNREGISTERED, FaultStage::awaitQuestion),
    HOST_LOST(VcenterFault.HOST_LOST, FaultStage::aChangeArrives),
    HOST_REMOVED(VcenterFault.HOST_REMOVED, FaultStage::awaitQuestion),
    INACCESSIBLE(VcenterFault.INACCESSIBLE, FaultStage::aChangeArrives);

    private final int younger;
    private final Consumer<FaultStage> sign;
    private final Function<FaultStage, Trouble> onset;

    /// @param younger how many VMs came after the backup
    /// @param sign    waits until the program has met the fault
    ExistenceFault(int younger, Consumer<FaultStage> sign, Function<FaultStage, Trouble> onset) {
        this.younger = younger;
        this.sign = sign;
        this.onset = onset;
    }

    ExistenceFault(VcenterFault fault, Consumer<FaultStage> sign) {
        this(1, fault, sign);
    }

    ExistenceFault(int hit, VcenterFault fault, Consumer<FaultStage> sign) {
        this(0, sign, stage -> inflicted(fault, hit, stage));
    }

    /// A backup without the youngest is restored, and after a while the vCenter of before.
    ExistenceFault(int younger) {
        this(younger, FaultStage::awaitQuestion, stage -> inflicted(VcenterFault.RESTORED, younger, stage));
    }

    FaultStage stage() {
        return new FaultStage(younger);
    }

    Trouble inflict(FaultStage stage) {
        return onset.apply(stage);
    }

    /// Waits until the program that runs now has met it.
    void awaitMet(FaultStage stage) {
        sign.accept(stage);
    }

    private static Trouble inflicted(VcenterFault fault, int hit, FaultStage stage) {
        return fault.apply(stage.target(IntStream.range(FaultStage.COUNT - hit, FaultStage.COUNT)));
    }
}
