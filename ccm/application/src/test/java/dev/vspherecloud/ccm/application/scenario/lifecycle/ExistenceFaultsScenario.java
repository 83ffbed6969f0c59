package dev.vspherecloud.ccm.application.scenario.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.testkit.bed.ActiveFault;
import dev.vspherecloud.testkit.report.Report;
import dev.vspherecloud.testkit.time.EventTimeout;
import dev.vspherecloud.testkit.time.Stopwatch;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The program deletes no Node whose VM only looks as if it did not exist; this holds for the leader that saw the
/// VM and for the next one. When the VM is really destroyed at the end, the program deletes the Node.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExistenceFaultsScenario {
    private static final Duration MINUTE = Duration.ofSeconds(60);

    /// The most important faults, in an order in which each can follow the one before.
    private static final List<ExistenceFault> HANDFUL =
            List.of(ExistenceFault.EMPTY_RESULTS, ExistenceFault.RESTORED_WITHOUT_ONE, ExistenceFault.SWAPPED);

    /// A time longer than the deletion of the Node of a destroyed VM takes.
    private static final Duration PROOF = Duration.ofSeconds(35);

    private final Map<ExistenceFault, String> deleted = new ConcurrentSkipListMap<>();

    @AfterAll
    void report() {
        if (deleted.isEmpty()) {
            return;
        }
        var lines = new ArrayList<>(List.of(
                "Faults that make a VM look as if it were gone: nothing was deleted by two processes one after the other,",
                "and the Node of the VM that was destroyed in the end was deleted. Packaged program, real API server,",
                "simulated vCenters, %d of %d faults ended well."
                        .formatted(deleted.size(), ExistenceFault.values().length),
                "",
                "no  fault                     destroyed to deleted"));
        deleted.forEach((fault, seconds) -> lines.add(
                "%2d  %-24s %6s s".formatted(List.of(ExistenceFault.values()).indexOf(fault) + 1, fault, seconds)));
        Report.write("existence-faults.txt", InstantSource.system(), lines);
    }

    /// Several faults one after the other. For each of them a new leader starts that knows only what is recorded;
    /// the first fault also meets the leader that saw the VM.
    @Test
    @Conforms("J23")
    void severalFaultsDeleteNothingBeforeTheVmIsDestroyed() {
        try (FaultTestBed bed = ExistenceFault.RESTORED_WITHOUT_ONE.newTestBed()) {
            try (ActiveFault _ = ExistenceFault.EMPTY_RESULTS.inflict(bed)) {
                ExistenceFault.EMPTY_RESULTS.awaitNoticed(bed);
            }
            for (ExistenceFault fault : HANDFUL) {
                try (ActiveFault _ = fault.inflict(bed)) {
                    bed.handOver();
                    fault.awaitNoticed(bed);
                    bed.nothingWasDeleted();
                }
                bed.changeAndAwait();
            }
            onlyTheDestroyedNodeIsDeleted(bed);
        }
    }

    @ParameterizedTest
    @EnumSource
    @Tag("soak")
    @Conforms("J23")
    void onlyTheNodeOfTheDestroyedVmIsDeletedAtTheEnd(ExistenceFault fault) {
        try (FaultTestBed bed = fault.newTestBed()) {
            try (ActiveFault _ = fault.inflict(bed)) {
                isNoticedAndNothingIsDeleted(fault, bed);
                bed.handOver();
                isNoticedAndNothingIsDeleted(fault, bed);
            }
            deleted.put(fault, onlyTheDestroyedNodeIsDeleted(bed));
        }
    }

    /// @return the seconds from the destroy to the deletion
    private static String onlyTheDestroyedNodeIsDeleted(FaultTestBed bed) {
        bed.changeAndAwaitLast();
        bed.acknowledgeAll();
        bed.nothingWasDeleted();

        Stopwatch destroyed = Stopwatch.start();
        bed.destroyLast();

        bed.fleet().awaitGone(FaultTestBed.LAST, FaultTestBed.COUNT, MINUTE, bed.program());
        String seconds = destroyed.seconds();
        assertThat(bed.deletes().names()).containsExactly(bed.fleet().name(FaultTestBed.LAST));
        bed.fleet().areKept(0, FaultTestBed.LAST);
        bed.end();
        return seconds;
    }

    private static void isNoticedAndNothingIsDeleted(ExistenceFault fault, FaultTestBed bed) {
        fault.awaitNoticed(bed);
        await().during(PROOF).atMost(EventTimeout.LIMIT).untilAsserted(bed::nothingWasDeleted);
    }
}
