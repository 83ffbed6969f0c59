package dev.vspherecloud.controllers.lifecycle.chaos;

import dev.vspherecloud.domain.existence.AbsenceQuestion;
import dev.vspherecloud.domain.existence.AbsenceReport;
import dev.vspherecloud.domain.existence.HomeAnswer;
import dev.vspherecloud.domain.existence.MarkTrace;
import dev.vspherecloud.domain.existence.SearchAnswer;
import dev.vspherecloud.domain.existence.VcenterMark;
import dev.vspherecloud.domain.existence.Witnesses;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.vm.EventMark;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.VmHome;
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

/// What the vCenters answer to the questions of one process: each part at a time of its own, in any order, late, or
/// never.
///
/// The parts are true, or lies, at the moment when they are read; by the time the report arrives the world may be
/// another.
final class ModelWitnesses implements Witnesses {
    /// Who takes longer is not waited for.
    private static final Duration SLOWEST = Duration.ofSeconds(15);

    private final ModelProcess process;
    private final World world;
    private final List<VcenterView> views;
    private final Consumer<NodeName> news;
    private final Map<NodeName, Long> open = new HashMap<>();
    private final Map<NodeName, AbsenceReport> reports = new HashMap<>();
    private long tickets;

    ModelWitnesses(ModelProcess process, World world, List<VcenterView> views, Consumer<NodeName> news) {
        this.process = process;
        this.world = world;
        this.views = views;
        this.news = news;
    }

    @Override
    public void ask(AbsenceQuestion question) {
        long ticket = tickets++;
        open.put(question.node(), ticket);
        if (world.answersAreLost && world.dice.chance(50)) {
            return;
        }
        new Round(question, ticket).begin();
    }

    @Override
    public Optional<AbsenceReport> report(NodeName node) {
        return Optional.ofNullable(reports.get(node));
    }

    @Override
    public void dismiss(NodeName node) {
        open.remove(node);
        reports.remove(node);
    }

    @Override
    public Map<String, VcenterMark> marks() {
        var marks = new LinkedHashMap<String, VcenterMark>();
        views.forEach(view -> view.mark().ifPresent(mark -> marks.put(view.site(), mark)));
        return marks;
    }

    @Override
    public Optional<Duration> age(String vcenter) {
        return views.stream()
                .filter(view -> view.site().equals(vcenter))
                .findFirst()
                .flatMap(VcenterView::age);
    }

    /// One question, put to all vCenters.
    private final class Round {
        private final AbsenceQuestion question;
        private final long ticket;
        private final long asked = process.nanoTime();
        private final @Nullable SearchAnswer[] searches = new SearchAnswer[views.size()];
        private @Nullable HomeAnswer home;

        Round(AbsenceQuestion question, long ticket) {
            this.question = question;
            this.ticket = ticket;
        }

        void begin() {
            UUID instance = question.vm().ref().vcenter();
            Optional<VcenterView> keeper = views.stream()
                    .filter(view -> view.mark()
                            .filter(mark -> mark.instance().equals(instance))
                            .isPresent())
                    .findFirst();
            process.later(
                    keeper.map(this::delay).orElse(Duration.ZERO),
                    () -> done(keeper.map(view -> home(view, instance)).orElseGet(() -> homeless(instance))));
            for (int i = 0; i < views.size(); i++) {
                int place = i;
                process.later(delay(views.get(i)), () -> done(place, search(views.get(place))));
            }
        }

        private Duration delay(VcenterView view) {
            Duration quick = world.dice.millis(5, world.dice.chance(10) ? 6000 : 300);
            Duration delay = view.where().delay();
            return quick.plus(delay.compareTo(SLOWEST) < 0 ? delay : SLOWEST);
        }

        private HomeAnswer homeless(UUID instance) {
            var present = new LinkedHashMap<String, UUID>();
            for (VcenterView view : views) {
                if (view.mark().isEmpty() || view.where().silence().isPresent()) {
                    return new HomeAnswer.Unanswered(view.silent("is not known yet"));
                }
                present.put(view.site(), view.mark().get().instance());
            }
            return new HomeAnswer.NotHere(instance, present);
        }

        private HomeAnswer home(VcenterView view, UUID instance) {
            ModelVcenter vcenter = view.where().vcenter();
            if (view.where().silence().isPresent()) {
                return new HomeAnswer.Unanswered(view.silent(""));
            }
            if (!vcenter.instance().equals(instance)) {
                return new HomeAnswer.Unanswered(view.silent("is another one now"));
            }
            RecordedVm vm = question.vm();
            return switch (vcenter.read(vm.ref().moref())) {
                case THERE ->
                    new HomeAnswer.StillThere(
                            view.site(),
                            "in folder "
                                    + vcenter.vm(vm.ref().moref()).orElseThrow().folder());
                case NO_PERMISSION -> new HomeAnswer.Unanswered(view.silent("the account may not read the VM"));
                case NO_SUCH_OBJECT -> noSuchObject(view.site(), vcenter, vm);
            };
        }

        private HomeAnswer noSuchObject(String site, ModelVcenter vcenter, RecordedVm vm) {
            List<VmHome.Place> unreadable = vm.home().stream()
                    .flatMap(home -> home.holders().stream())
                    .filter(place -> !vcenter.account().canRead(place.moref()))
                    .toList();
            var traces = new HashMap<EventMark, MarkTrace>();
            question.marks().forEach(mark -> traces.put(mark, vcenter.trace(mark)));
            return new HomeAnswer.NoSuchObject(
                    site,
                    unreadable,
                    vcenter.newest(),
                    traces,
                    vcenter.destruction(vm.ref().moref()));
        }

        private SearchAnswer search(VcenterView view) {
            if (view.where().silence().isPresent()) {
                return new SearchAnswer.Unanswered(view.silent(""));
            }
            SystemUuid bios = question.query().machines().getFirst();
            List<String> hits = view
                    .where()
                    .vcenter()
                    .search(bios, question.vm().instanceUuid())
                    .stream()
                    .map(ModelVm::moref)
                    .toList();
            return hits.isEmpty() ? new SearchAnswer.Nothing(view.site()) : new SearchAnswer.Hit(view.site(), hits);
        }

        private void done(HomeAnswer answer) {
            home = answer;
            conclude();
        }

        private void done(int place, SearchAnswer answer) {
            searches[place] = answer;
            conclude();
        }

        private void conclude() {
            if (home == null || Arrays.stream(searches).anyMatch(Objects::isNull)) {
                return;
            }
            var report = new AbsenceReport(
                    question,
                    asked,
                    process.nanoTime(),
                    home,
                    Arrays.stream(searches).map(Objects::requireNonNull).toList());
            process.later(world.dice.millis(1, 200), () -> deliver(report));
        }

        private void deliver(AbsenceReport report) {
            if (open.remove(question.node(), ticket)) {
                world.trace.say("%s hears of %s: %s %s", process, question.node(), report.home(), report.searches());
                reports.put(question.node(), report);
                news.accept(question.node());
            }
        }
    }
}
