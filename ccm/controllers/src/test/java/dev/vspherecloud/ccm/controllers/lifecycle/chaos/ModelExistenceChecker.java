package dev.vspherecloud.ccm.controllers.lifecycle.chaos;

import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.ModelVcenter;
import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.ModelVm;
import dev.vspherecloud.domain.existence.EventLookup;
import dev.vspherecloud.domain.existence.ExistenceCheckRequest;
import dev.vspherecloud.domain.existence.ExistenceCheckResult;
import dev.vspherecloud.domain.existence.ExistenceChecker;
import dev.vspherecloud.domain.existence.OwnerVcenterResult;
import dev.vspherecloud.domain.existence.UuidSearchResult;
import dev.vspherecloud.domain.existence.VcenterEventPosition;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.vm.EventPosition;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.VmParents;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The answers of the vCenters to the existence checks of one process: each part after its own delay, in any order,
/// late, or never.
///
/// Each part shows the state, or the model's false version of it, at the moment of its read. When the result
/// arrives, the state may be different.
final class ModelExistenceChecker implements ExistenceChecker {
    /// The checker does not wait longer for an answer.
    private static final Duration SLOWEST = Duration.ofSeconds(15);

    private final ModelProcess process;
    private final World world;
    private final List<VcenterView> views;
    private final TermRecord record;
    private final Consumer<NodeName> listener;
    private final Map<NodeName, Long> open = new HashMap<>();
    private final Map<NodeName, ExistenceCheckResult> reports = new HashMap<>();
    private long tickets;

    ModelExistenceChecker(
            ModelProcess process,
            World world,
            List<VcenterView> views,
            TermRecord record,
            Consumer<NodeName> listener) {
        this.process = process;
        this.world = world;
        this.views = views;
        this.record = record;
        this.listener = listener;
    }

    @Override
    public void submit(ExistenceCheckRequest question) {
        long ticket = tickets++;
        open.put(question.node(), ticket);
        if (world.answersAreLost && world.seededRandom.chance(50)) {
            return;
        }
        new Round(question, ticket).begin();
    }

    @Override
    public Optional<ExistenceCheckResult> result(NodeName node) {
        return Optional.ofNullable(reports.get(node));
    }

    @Override
    public void cancel(NodeName node) {
        open.remove(node);
        reports.remove(node);
        record.cancelled(node);
    }

    @Override
    public Map<String, VcenterEventPosition> positions() {
        var marks = new LinkedHashMap<String, VcenterEventPosition>();
        views.forEach(view -> view.mark().ifPresent(mark -> marks.put(view.site(), mark)));
        return marks;
    }

    @Override
    public Optional<Duration> timeSinceConfirmed(String vcenter) {
        return views.stream()
                .filter(view -> view.site().equals(vcenter))
                .findFirst()
                .flatMap(VcenterView::age);
    }

    /// One check, sent to all vCenters.
    private final class Round {
        private final ExistenceCheckRequest question;
        private final long ticket;
        private final long asked = process.nanoTime();
        private final List<VcenterView> asking = List.copyOf(views);
        private final @Nullable UuidSearchResult[] searches = new UuidSearchResult[asking.size()];
        private @Nullable OwnerVcenterResult ownerResult;
        private Optional<ModelVcenter> present = Optional.empty();
        private long firstRead = Long.MAX_VALUE;

        Round(ExistenceCheckRequest question, long ticket) {
            this.question = question;
            this.ticket = ticket;
        }

        void begin() {
            UUID instance = question.vm().ref().vcenter();
            Optional<VcenterView> owner = asking.stream()
                    .filter(view -> view.mark()
                            .filter(mark -> mark.instance().equals(instance))
                            .isPresent())
                    .findFirst();
            process.later(
                    owner.map(this::delay).orElse(Duration.ZERO),
                    () -> done(owner.map(view -> ownerResult(view, instance)).orElseGet(() -> notHere(instance))));
            for (int i = 0; i < asking.size(); i++) {
                int place = i;
                process.later(delay(asking.get(i)), () -> done(place, search(asking.get(place))));
            }
        }

        private Duration delay(VcenterView view) {
            Duration quick = world.seededRandom.millis(5, world.seededRandom.chance(10) ? 6000 : 300);
            Duration delay = view.where().delay();
            return quick.plus(delay.compareTo(SLOWEST) < 0 ? delay : SLOWEST);
        }

        private OwnerVcenterResult notHere(UUID instance) {
            var present = new LinkedHashMap<String, UUID>();
            for (VcenterView view : asking) {
                if (view.mark().isEmpty() || view.where().silence().isPresent()) {
                    return new OwnerVcenterResult.Unanswered(view.silent("is not known yet"));
                }
                present.put(view.site(), view.mark().get().instance());
            }
            return new OwnerVcenterResult.NotHere(instance, present);
        }

        /// Records the true state at the moment of the read.
        private void read(ModelVcenter vcenter) {
            firstRead = Math.min(firstRead, world.time.nanos());
            boolean isThere = world.cluster
                    .node(question.node())
                    .flatMap(world.cluster::origin)
                    .flatMap(vcenter::vmOf)
                    .isPresent();
            present = present.or(() -> isThere ? Optional.of(vcenter) : Optional.empty());
        }

        private OwnerVcenterResult ownerResult(VcenterView view, UUID instance) {
            ModelVcenter vcenter = view.where().vcenter();
            read(vcenter);
            if (view.where().silence().isPresent()) {
                return new OwnerVcenterResult.Unanswered(view.silent(""));
            }
            if (!vcenter.instance().equals(instance)) {
                return new OwnerVcenterResult.Unanswered(view.silent("is another one now"));
            }
            RecordedVm vm = question.vm();
            return switch (vcenter.read(vm.ref().moref())) {
                case THERE ->
                    new OwnerVcenterResult.StillThere(
                            view.site(),
                            "in folder "
                                    + vcenter.vm(vm.ref().moref()).orElseThrow().folder());
                case NO_PERMISSION -> new OwnerVcenterResult.Unanswered(view.silent("the account may not read the VM"));
                case NO_SUCH_OBJECT -> noSuchObject(view.site(), vcenter, vm);
            };
        }

        private OwnerVcenterResult noSuchObject(String site, ModelVcenter vcenter, RecordedVm vm) {
            List<VmParents.Place> unreadable = vm.parents().stream()
                    .flatMap(parents -> parents.folderAndPool().stream())
                    .filter(place -> !vcenter.account().canRead(place.moref()))
                    .toList();
            var traces = new HashMap<EventPosition, EventLookup>();
            question.events().forEach(mark -> traces.put(mark, vcenter.trace(mark)));
            return new OwnerVcenterResult.NoSuchObject(
                    site,
                    unreadable,
                    vcenter.newest(),
                    traces,
                    vcenter.destruction(vm.ref().moref(), vm.seenAt()));
        }

        private UuidSearchResult search(VcenterView view) {
            read(view.where().vcenter());
            if (view.where().silence().isPresent()) {
                return new UuidSearchResult.Unanswered(view.silent(""));
            }
            if (view.where().vcenter().account().blind) {
                return new UuidSearchResult.Unanswered(view.silent("the account cannot read anything there"));
            }
            SystemUuid bios = question.query().uuids().getFirst();
            List<String> hits = view
                    .where()
                    .vcenter()
                    .search(bios, question.vm().instanceUuid())
                    .stream()
                    .map(ModelVm::moref)
                    .toList();
            return hits.isEmpty()
                    ? new UuidSearchResult.Nothing(view.site())
                    : new UuidSearchResult.Hit(view.site(), hits);
        }

        private void done(OwnerVcenterResult answer) {
            ownerResult = answer;
            conclude();
        }

        private void done(int place, UuidSearchResult answer) {
            searches[place] = answer;
            conclude();
        }

        private void conclude() {
            if (ownerResult == null || Arrays.stream(searches).anyMatch(Objects::isNull)) {
                return;
            }
            var report = new ExistenceCheckResult(
                    question,
                    asked,
                    process.nanoTime(),
                    ownerResult,
                    Arrays.stream(searches).map(Objects::requireNonNull).toList());
            process.later(world.seededRandom.millis(1, 200), () -> deliver(report));
            if (report.searches().stream().anyMatch(UuidSearchResult.Unanswered.class::isInstance)) {
                process.later(world.seededRandom.seconds(1, 30), this::complete);
            }
        }

        /// Searches again in the vCenters that did not answer before.
        private void complete() {
            boolean isNews = false;
            for (int i = 0; i < searches.length; i++) {
                if (searches[i] instanceof UuidSearchResult.Unanswered) {
                    searches[i] = search(asking.get(i));
                    isNews |= !(searches[i] instanceof UuidSearchResult.Unanswered);
                }
            }
            ExistenceCheckResult before = reports.get(question.node());
            if (isNews && before != null && before.askedAt() == asked) {
                var report = new ExistenceCheckResult(
                        question,
                        asked,
                        process.nanoTime(),
                        Objects.requireNonNull(ownerResult),
                        Arrays.stream(searches).map(Objects::requireNonNull).toList());
                publish(report);
            }
        }

        private TermRecord.Round round(ExistenceCheckResult report) {
            boolean isAbsent = report.ownerResult() instanceof OwnerVcenterResult.NoSuchObject
                    || report.ownerResult() instanceof OwnerVcenterResult.NotHere;
            return new TermRecord.Round(
                    report.askedAt(),
                    report.answeredAt(),
                    isAbsent && report.searches().stream().noneMatch(UuidSearchResult.Hit.class::isInstance),
                    report.searches().stream().allMatch(UuidSearchResult.Nothing.class::isInstance),
                    report.ownerResult() instanceof OwnerVcenterResult.NoSuchObject at
                            ? Optional.of(at.vcenter())
                            : Optional.empty(),
                    present,
                    firstRead,
                    world.time.nanos());
        }

        private void deliver(ExistenceCheckResult report) {
            if (open.remove(question.node(), ticket)) {
                publish(report);
            }
        }

        private void publish(ExistenceCheckResult report) {
            world.trace.say("%s hears of %s: %s %s", process, question.node(), report.ownerResult(), report.searches());
            record.answered(question.node(), round(report));
            reports.put(question.node(), report);
            listener.accept(question.node());
        }
    }
}
