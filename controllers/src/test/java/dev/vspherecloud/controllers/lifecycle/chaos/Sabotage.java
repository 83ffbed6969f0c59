package dev.vspherecloud.controllers.lifecycle.chaos;

import dev.vspherecloud.domain.address.NodeAddress;
import dev.vspherecloud.domain.existence.AbsenceQuestion;
import dev.vspherecloud.domain.existence.AbsenceReport;
import dev.vspherecloud.domain.existence.Destruction;
import dev.vspherecloud.domain.existence.HomeAnswer;
import dev.vspherecloud.domain.existence.KubeletSign;
import dev.vspherecloud.domain.existence.Kubelets;
import dev.vspherecloud.domain.existence.MarkTrace;
import dev.vspherecloud.domain.existence.SearchAnswer;
import dev.vspherecloud.domain.existence.VcenterMark;
import dev.vspherecloud.domain.existence.Witnesses;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.domain.lifecycle.Chronicle;
import dev.vspherecloud.domain.lifecycle.Office;
import dev.vspherecloud.domain.node.DeleteOutcome;
import dev.vspherecloud.domain.node.Instances;
import dev.vspherecloud.domain.node.NodeMarks;
import dev.vspherecloud.domain.node.NodeView;
import dev.vspherecloud.domain.node.Nodes;
import dev.vspherecloud.domain.node.WriteOutcome;
import dev.vspherecloud.domain.vm.Connection;
import dev.vspherecloud.domain.vm.EventMark;
import dev.vspherecloud.domain.vm.Vm;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/// One safeguard taken away, at the port through which it gets what it decides by: shows that the runs would find it if
/// it were missing.
enum Sabotage {
    NONE,

    /// What is not there was destroyed.
    NO_DESTROY_CHECK {
        @Override
        HomeAnswer home(AbsenceReport report) {
            return report.home() instanceof HomeAnswer.NoSuchObject at
                    ? new HomeAnswer.NoSuchObject(
                            at.vcenter(),
                            at.unreadable(),
                            at.newest(),
                            at.traces(),
                            Optional.of(new Destruction(new EventMark(1, Instant.EPOCH), "sabotage")))
                    : report.home();
        }
    },

    /// Nobody listens to the kubelet.
    NO_KUBELET_SIGN {
        @Override
        Kubelets kubelets(Kubelets real) {
            return _ -> new KubeletSign.None();
        }
    },

    /// A search that finds nothing is proof enough, whatever the reference answers.
    EMPTY_SEARCH_BELIEVED {
        @Override
        HomeAnswer home(AbsenceReport report) {
            var marks = new HashMap<EventMark, MarkTrace>();
            report.question().marks().forEach(mark -> marks.put(mark, MarkTrace.THERE));
            return isFoundNowhere(report)
                    ? new HomeAnswer.NoSuchObject(
                            "vc-a", List.of(), newestOf(report.question()), marks, Optional.empty())
                    : report.home();
        }
    },

    /// Folder and pool need not be readable.
    NO_HOLDER_CHECK {
        @Override
        HomeAnswer home(AbsenceReport report) {
            return report.home() instanceof HomeAnswer.NoSuchObject at
                    ? new HomeAnswer.NoSuchObject(at.vcenter(), List.of(), at.newest(), at.traces(), at.destruction())
                    : report.home();
        }
    },

    /// No restore is noticed.
    NO_RESTORE_CHECK {
        @Override
        HomeAnswer home(AbsenceReport report) {
            var marks = new HashMap<EventMark, MarkTrace>();
            report.question().marks().forEach(mark -> marks.put(mark, MarkTrace.THERE));
            return report.home() instanceof HomeAnswer.NoSuchObject at
                    ? new HomeAnswer.NoSuchObject(
                            at.vcenter(), at.unreadable(), newestOf(report.question()), marks, at.destruction())
                    : report.home();
        }
    },

    /// A vCenter that has taken the place of another speaks for it.
    NO_INSTANCE_CHECK {
        @Override
        HomeAnswer home(AbsenceReport report) {
            var marks = new HashMap<EventMark, MarkTrace>();
            report.question().marks().forEach(mark -> marks.put(mark, MarkTrace.THERE));
            return report.home() instanceof HomeAnswer.NotHere
                    ? new HomeAnswer.NoSuchObject(
                            "vc-a", List.of(), newestOf(report.question()), marks, Optional.empty())
                    : report.home();
        }
    },

    /// Whoever is silent has nothing.
    SILENCE_BELIEVED {
        @Override
        AbsenceReport report(AbsenceReport report) {
            List<SearchAnswer> searches = report.searches().stream()
                    .map(answer -> answer instanceof SearchAnswer.Unanswered(var silence)
                            ? new SearchAnswer.Nothing(silence.vcenter())
                            : answer)
                    .toList();
            return new AbsenceReport(report.question(), report.asked(), report.answered(), report.home(), searches);
        }

        @Override
        VmLookup lookup(VmLookup lookup) {
            return lookup instanceof VmLookup.Unknown ? new VmLookup.Missing(List.of()) : lookup;
        }
    },

    /// Answers that speak against it are not heard: what counts is how often and how long it was missing.
    NO_CONTINUITY_CHECK {
        @Override
        Optional<AbsenceReport> latest(Optional<AbsenceReport> last, Optional<AbsenceReport> real) {
            return real.filter(report -> report.home() instanceof HomeAnswer.NoSuchObject && isFoundNowhere(report))
                    .or(() -> last);
        }
    },

    /// Every incident is acknowledged as soon as it is known.
    NO_BREAKER {
        @Override
        Chronicle chronicle(Chronicle real) {
            return new Chronicle() {
                @Override
                public Optional<Page> read() {
                    return real.read().map(page -> new Page(acknowledged(page.texts()), page.version()));
                }

                @Override
                public boolean write(Page basis, Map<String, String> texts) {
                    return real.write(basis, texts);
                }
            };
        }

        private Map<String, String> acknowledged(Map<String, String> texts) {
            var all = new HashMap<>(texts);
            Optional.ofNullable(texts.get("incident"))
                    .ifPresent(incident -> all.merge(
                            Chronicle.ACKNOWLEDGE, incident.split(" ", 2)[0], (one, other) -> one + "," + other));
            return all;
        }
    },

    /// Whoever once led leads for ever.
    NO_LEADERSHIP_CHECK {
        @Override
        Office office(Office real) {
            return new Office() {
                @Override
                public boolean isHeld() {
                    return true;
                }

                @Override
                public boolean isConfirmed() {
                    return true;
                }
            };
        }

        @Override
        Chronicle chronicle(Chronicle real) {
            return new Chronicle() {
                @Override
                public Optional<Page> read() {
                    return real.read();
                }

                @Override
                public boolean write(Page basis, Map<String, String> texts) {
                    boolean _ = real.write(basis, texts);
                    return true;
                }
            };
        }
    },

    /// The Node that is deleted may be another one by now.
    NO_PRECONDITION {
        @Override
        NodeView deleted(NodeView seen, Optional<NodeView> now) {
            return now.orElse(seen);
        }
    },

    /// The power state of a VM that vCenter has lost sight of counts.
    NO_CONNECTION_CHECK {
        @Override
        VmLookup lookup(VmLookup lookup) {
            return lookup instanceof VmLookup.Found(Vm vm, var why, var remark)
                    ? new VmLookup.Found(connected(vm), why, remark)
                    : lookup;
        }

        private Vm connected(Vm vm) {
            return new Vm(
                    vm.vcenter(),
                    vm.name(),
                    vm.identity(),
                    vm.role(),
                    Connection.CONNECTED,
                    vm.power(),
                    vm.guest(),
                    vm.hardware(),
                    vm.placement(),
                    vm.seen());
        }
    },

    /// However old a power state is, it counts.
    NO_FRESHNESS_CHECK {
        @Override
        Optional<Duration> age(Optional<Duration> real) {
            return Optional.of(Duration.ZERO);
        }
    };

    HomeAnswer home(AbsenceReport report) {
        return report.home();
    }

    AbsenceReport report(AbsenceReport report) {
        return new AbsenceReport(report.question(), report.asked(), report.answered(), home(report), report.searches());
    }

    /// @param last what was passed on before
    Optional<AbsenceReport> latest(Optional<AbsenceReport> last, Optional<AbsenceReport> real) {
        return real;
    }

    Optional<Duration> age(Optional<Duration> real) {
        return real;
    }

    VmLookup lookup(VmLookup lookup) {
        return lookup;
    }

    /// Which state is named in the preconditions of a delete.
    NodeView deleted(NodeView seen, Optional<NodeView> now) {
        return seen;
    }

    Kubelets kubelets(Kubelets real) {
        return real;
    }

    Office office(Office real) {
        return real;
    }

    Chronicle chronicle(Chronicle real) {
        return real;
    }

    Witnesses witnesses(Witnesses real) {
        return this == NONE ? real : new Bribed(real, this, new HashMap<>());
    }

    Instances instances(Instances real) {
        return this == NONE ? real : new Deceived(real, this::lookup);
    }

    Nodes nodes(Nodes real, World world) {
        return this == NONE ? real : new Careless(real, this, world);
    }

    private static boolean isFoundNowhere(AbsenceReport report) {
        return report.searches().stream().allMatch(SearchAnswer.Nothing.class::isInstance);
    }

    private static Optional<EventMark> newestOf(AbsenceQuestion question) {
        return Optional.of(new EventMark(
                question.marks().stream().mapToLong(EventMark::key).max().orElse(0), Instant.EPOCH));
    }

    private record Bribed(Witnesses real, Sabotage sabotage, Map<NodeName, AbsenceReport> passed) implements Witnesses {
        @Override
        public void ask(AbsenceQuestion question) {
            real.ask(question);
        }

        @Override
        public Optional<AbsenceReport> report(NodeName node) {
            Optional<AbsenceReport> report = sabotage.latest(Optional.ofNullable(passed.get(node)), real.report(node))
                    .map(sabotage::report);
            report.ifPresent(now -> passed.put(node, now));
            return report;
        }

        @Override
        public void dismiss(NodeName node) {
            real.dismiss(node);
        }

        @Override
        public Map<String, VcenterMark> marks() {
            return real.marks();
        }

        @Override
        public Optional<Duration> age(String vcenter) {
            return sabotage.age(real.age(vcenter));
        }
    }

    private record Deceived(Instances real, UnaryOperator<VmLookup> deceit) implements Instances {
        @Override
        public void follow(VmQuery query) {
            real.follow(query);
        }

        @Override
        public void forget(NodeName node) {
            real.forget(node);
        }

        @Override
        public void awaitTags(NodeName node, boolean isSo) {
            real.awaitTags(node, isSo);
        }

        @Override
        public VmLookup lookup(NodeName node) {
            return deceit.apply(real.lookup(node));
        }
    }

    private record Careless(Nodes real, Sabotage sabotage, World world) implements Nodes {
        @Override
        public Optional<NodeView> find(NodeName name) {
            return real.find(name);
        }

        @Override
        public Set<NodeName> names() {
            return real.names();
        }

        @Override
        public WriteOutcome writeAddresses(NodeView seen, List<NodeAddress> addresses) {
            return real.writeAddresses(seen, addresses);
        }

        @Override
        public WriteOutcome initialise(NodeView seen, NodeMarks marks) {
            return real.initialise(seen, marks);
        }

        @Override
        public WriteOutcome label(NodeView seen, Map<String, String> labels) {
            return real.label(seen, labels);
        }

        @Override
        public WriteOutcome annotate(NodeView seen, Map<String, String> annotations) {
            return real.annotate(seen, annotations);
        }

        @Override
        public WriteOutcome taintShutdown(NodeView seen) {
            return real.taintShutdown(seen);
        }

        @Override
        public WriteOutcome untaintShutdown(NodeView seen) {
            return real.untaintShutdown(seen);
        }

        @Override
        public DeleteOutcome delete(NodeView seen) {
            return real.delete(sabotage.deleted(seen, world.cluster.node(seen.name())));
        }
    }
}
