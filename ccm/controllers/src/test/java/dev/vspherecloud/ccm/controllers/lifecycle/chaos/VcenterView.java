package dev.vspherecloud.ccm.controllers.lifecycle.chaos;

import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.ModelVcenter;
import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.ModelVm;
import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.Site;
import dev.vspherecloud.domain.datacenter.OtherDatacenter;
import dev.vspherecloud.domain.existence.VcenterEventPosition;
import dev.vspherecloud.domain.identity.VcenterAnswer;
import dev.vspherecloud.domain.identity.VmCandidate;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.domain.vm.EventPosition;
import dev.vspherecloud.domain.vm.Vm;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// The snapshot of the vCenter at one site as one process sees it: it comes late and may be incomplete.
final class VcenterView {
    private static final Duration AT_ONCE = Duration.ofSeconds(3);
    private static final Duration SLOWLY = Duration.ofSeconds(15);
    private static final Duration STEP = Duration.ofSeconds(1);

    /// The result of one read.
    private record Snapshot(
            long number,
            Optional<VmLookup.Silence> silence,
            UUID instance,
            Optional<EventPosition> newest,
            List<ModelVm> page) {}

    private final Site site;
    private final ModelProcess process;
    private final World world;
    private final Runnable listener;
    private final long begun;
    private final Map<String, EventPosition> seen = new HashMap<>();
    private Duration waited = Duration.ZERO;
    private boolean isReading;
    private long reads;
    private Optional<Snapshot> snapshot = Optional.empty();
    private Optional<VcenterEventPosition> mark = Optional.empty();
    private List<VmCandidate.Known> shown = List.of();
    private long confirmed;

    /// @param listener called after each change of the visible VMs
    VcenterView(Site site, ModelProcess process, World world, Runnable listener) {
        this.site = site;
        this.process = process;
        this.world = world;
        this.listener = listener;
        this.begun = process.nanoTime();
    }

    void begin() {
        site.onChange(this::readSoon);
        readSoon();
        confirm();
    }

    String site() {
        return site.name();
    }

    private void confirm() {
        readSoon();
        process.later(world.seededRandom.seconds(20, 30), this::confirm);
    }

    private void readSoon() {
        if (!isReading) {
            isReading = true;
            process.later(world.seededRandom.millis(10, 1500), this::readWhenAnswered);
        }
    }

    /// Waits for the delay of the site, and then reads the state of that time.
    private void readWhenAnswered() {
        if (site.delay().isZero() || waited.compareTo(site.delay()) >= 0) {
            waited = Duration.ZERO;
            read();
        } else {
            waited = waited.plus(STEP);
            process.later(STEP, this::readWhenAnswered);
        }
    }

    /// Reads the page of VMs, and the events a moment later: a VM of the page may be gone by then. Copies arrive in
    /// their order.
    private void read() {
        isReading = false;
        ModelVcenter vcenter = site.vcenter();
        long number = reads++;
        Optional<VmLookup.Silence> silence = site.silence();
        List<ModelVm> page = vcenter.page();
        Duration gap = world.seededRandom.millis(0, world.seededRandom.chance(10) ? 3000 : 50);
        process.later(gap, () -> {
            var taken = new Snapshot(number, silence, vcenter.instance(), vcenter.newest(), page);
            process.later(world.seededRandom.millis(5, 800), () -> take(taken));
        });
    }

    private void take(Snapshot next) {
        if (snapshot.filter(now -> now.number() > next.number()).isPresent()) {
            return;
        }
        snapshot = Optional.of(next);
        if (next.silence().isPresent()) {
            return;
        }
        if (mark.filter(now -> !now.instance().equals(next.instance())).isPresent()) {
            seen.clear();
        }
        mark = Optional.of(new VcenterEventPosition(next.instance(), next.newest(), List.of()));
        confirmed = process.nanoTime();
        List<VmCandidate.Known> now =
                next.page().stream().map(vm -> candidate(vm, next)).toList();
        if (!now.equals(shown)) {
            shown = now;
            listener.run();
        }
    }

    private VmCandidate.Known candidate(ModelVm vm, Snapshot from) {
        from.newest().ifPresent(newest -> seen.putIfAbsent(vm.moref(), newest));
        Vm shownVm = vm.shown(site.name(), from.instance(), Optional.ofNullable(seen.get(vm.moref())));
        return vm.isAdmitted() && !world.isDatacenterRemoved
                ? new VmCandidate.Known(shownVm)
                : new VmCandidate.Known(shownVm, Optional.of(new OtherDatacenter("/dc-9", List.of(), "add it")));
    }

    VcenterAnswer answer(VmQuery query) {
        Optional<VmLookup.Silence> silence = snapshot.flatMap(Snapshot::silence);
        if (silence.isPresent()) {
            return new VcenterAnswer.Silent(silence.get());
        }
        if (snapshot.isEmpty()) {
            return unanswered(Duration.ofNanos(process.nanoTime() - begun));
        }
        return new VcenterAnswer.Answered(
                site.name(),
                shown.stream()
                        .filter(candidate -> query.accepts(candidate.vm().identity(), ""))
                        .flatMap(candidate -> readable(candidate, query).stream())
                        .toList());
    }

    private VcenterAnswer unanswered(Duration since) {
        if (since.compareTo(AT_ONCE) < 0) {
            return new VcenterAnswer.Awaited(site.name());
        }
        return since.compareTo(SLOWLY) < 0
                ? new VcenterAnswer.Slow(site.name())
                : new VcenterAnswer.Silent(silent("has not answered yet"));
    }

    /// A VM whose files cannot be read is found only by the reference in the record.
    private Optional<VmCandidate> readable(VmCandidate.Known candidate, VmQuery query) {
        Vm vm = candidate.vm();
        return switch (vm.connection()) {
            case CONNECTED, DISCONNECTED, ORPHANED -> Optional.of(candidate);
            case INACCESSIBLE, INVALID ->
                query.recorded()
                        .filter(known -> known.ref().equals(vm.identity().ref()))
                        .map(_ -> new VmCandidate.Unreadable(
                                site.name(), vm.name(), vm.identity().ref(), vm.connection()));
        };
    }

    VmLookup.Silence silent(String why) {
        return site.silence().orElseGet(() -> new VmLookup.Silence(site.name(), VsphereReason.VCENTER_SILENT, why));
    }

    Optional<VcenterEventPosition> mark() {
        return mark;
    }

    /// Returns the time since the last answer; empty if the vCenter does not answer.
    Optional<Duration> age() {
        return snapshot.filter(now -> now.silence().isEmpty())
                .map(_ -> Duration.ofNanos(process.nanoTime() - confirmed));
    }

    Site where() {
        return site;
    }
}
