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
    REFUSED(VcenterFault.REFUSED, FaultTestBed::awaitSilentVcenterLogged),
    BLACK_HOLE(VcenterFault.BLACK_HOLE, FaultTestBed::awaitSilentVcenterLogged),
    UNTRUSTED(VcenterFault.UNTRUSTED, FaultTestBed::awaitSilentVcenterLogged),

    /// Lasts until the configuration has the new password.
    LOGIN_REFUSED(0, FaultTestBed::awaitSilentVcenterLogged, bed -> {
        bed.site().vcenter().changePassword(FaultTestBed.ROTATED);
        bed.site().vcenter().terminateSessions();
        return () -> bed.configure(FaultTestBed.ROTATED);
    }),

    SESSION_LOST(0, FaultTestBed::awaitCheck, bed -> {
        ActiveFault hidden = inflicted(VcenterFault.NO_PERMISSION, 1, bed);
        ActiveFault lost = inflicted(VcenterFault.SESSION_LOST, 1, bed);
        return () -> {
            lost.close();
            hidden.close();
        };
    }),

    NO_PERMISSION(VcenterFault.NO_PERMISSION, FaultTestBed::awaitCheck),
    PERMISSION_REFUSED(VcenterFault.PERMISSION_REFUSED, FaultTestBed::awaitCheck),
    NO_PERMISSION_ON_FOLDER(VcenterFault.NO_PERMISSION_ON_FOLDER, FaultTestBed::awaitCheck),
    NO_PERMISSION_AT_ALL(VcenterFault.NO_PERMISSION_AT_ALL, FaultTestBed::awaitCheck),
    EMPTY_RESULTS(FaultTestBed.COUNT, VcenterFault.EMPTY_RESULTS, FaultTestBed::awaitCheck),
    HIDDEN(VcenterFault.HIDDEN, FaultTestBed::awaitCheck),
    TRUNCATED(VcenterFault.TRUNCATED, FaultTestBed::changeAndAwait),
    STALE(VcenterFault.STALE, FaultTestBed::changeAndAwait),
    REST_DOWN(VcenterFault.REST_DOWN, FaultTestBed::changeAndAwait),

    /// The SOAP API fails.
    REST_ONLY(0, FaultTestBed::awaitSilentVcenterLogged, bed -> {
        ActiveRule down = bed.site()
                .proxy()
                .add(Rule.when("SOAP", (name, _) -> name.indexOf(' ') < 0)
                        .then(Fault.answer(503, "text/plain", "no healthy upstream")));
        bed.site().proxy().cutConnections();
        return down::close;
    }),

    SWAPPED(VcenterFault.SWAPPED, FaultTestBed::awaitCheck),
    RESTORED_WITHOUT_ONE(1),
    RESTORED_WITHOUT_FIVE(5),
    RESTORED_WITHOUT_HALF(FaultTestBed.COUNT / 2),

    /// The other vCenter fails while the VM moves to it.
    OTHER_VCENTER_DOWN(0, FaultTestBed::awaitCheck, bed -> {
        bed.other().proxy().cutAll();
        bed.moveLastToTheOther();
        return () -> {
            bed.other().proxy().restore();
            bed.awaitLastRecorded();
        };
    }),

    MOVED(VcenterFault.MOVED, FaultTestBed::changeAndAwait),

    /// The VM gets a new reference.
    REGISTERED_AGAIN(0, FaultTestBed::changeAndAwait, bed -> {
        List<String> was = List.of(bed.last());
        bed.site().vcenter().operations().unregister(was);
        bed.setLastReference(bed.site().vcenter().operations().register(was).getFirst());
        return bed::awaitLastRecorded;
    }),

    UNREGISTERED(VcenterFault.UNREGISTERED, FaultTestBed::awaitCheck),
    HOST_LOST(VcenterFault.HOST_LOST, FaultTestBed::changeAndAwait),
    HOST_REMOVED(VcenterFault.HOST_REMOVED, FaultTestBed::awaitCheck),
    INACCESSIBLE(VcenterFault.INACCESSIBLE, FaultTestBed::changeAndAwait);

    private final int younger;
    private final Consumer<FaultTestBed> awaitNotice;
    private final Function<FaultTestBed, ActiveFault> onset;

    /// @param younger number of VMs that are newer than the backup
    /// @param awaitNotice    waits until the program has noticed the fault
    ExistenceFault(int younger, Consumer<FaultTestBed> awaitNotice, Function<FaultTestBed, ActiveFault> onset) {
        this.younger = younger;
        this.awaitNotice = awaitNotice;
        this.onset = onset;
    }

    ExistenceFault(VcenterFault fault, Consumer<FaultTestBed> awaitNotice) {
        this(1, fault, awaitNotice);
    }

    ExistenceFault(int hit, VcenterFault fault, Consumer<FaultTestBed> awaitNotice) {
        this(0, awaitNotice, bed -> inflicted(fault, hit, bed));
    }

    /// Restores a backup without the newest VMs, and later the state from before the restore.
    ExistenceFault(int younger) {
        this(younger, FaultTestBed::awaitCheck, bed -> inflicted(VcenterFault.RESTORED, younger, bed));
    }

    FaultTestBed newTestBed() {
        return new FaultTestBed(younger);
    }

    ActiveFault inflict(FaultTestBed bed) {
        return onset.apply(bed);
    }

    /// Waits until the running program has noticed the fault.
    void awaitNoticed(FaultTestBed bed) {
        awaitNotice.accept(bed);
    }

    private static ActiveFault inflicted(VcenterFault fault, int hit, FaultTestBed bed) {
        return fault.apply(bed.target(IntStream.range(FaultTestBed.COUNT - hit, FaultTestBed.COUNT)));
    }
}
