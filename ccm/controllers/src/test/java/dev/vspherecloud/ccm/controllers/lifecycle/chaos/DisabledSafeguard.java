package dev.vspherecloud.ccm.controllers.lifecycle.chaos;

import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.ccm.domain.breaker.BreakerRules;
import dev.vspherecloud.ccm.domain.lifecycle.Leadership;
import dev.vspherecloud.ccm.domain.lifecycle.LifecyclePolicy;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleRules;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleStateStore;
import dev.vspherecloud.ccm.domain.node.DeleteOutcome;
import dev.vspherecloud.ccm.domain.node.InitialisationPatch;
import dev.vspherecloud.ccm.domain.node.NodeHealth;
import dev.vspherecloud.ccm.domain.node.NodeMeta;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.ccm.domain.node.Nodes;
import dev.vspherecloud.ccm.domain.node.WriteOutcome;
import dev.vspherecloud.domain.datacenter.OtherDatacenter;
import dev.vspherecloud.domain.existence.Destruction;
import dev.vspherecloud.domain.existence.EventLookup;
import dev.vspherecloud.domain.existence.ExistenceCheckRequest;
import dev.vspherecloud.domain.existence.ExistenceCheckResult;
import dev.vspherecloud.domain.existence.ExistenceChecker;
import dev.vspherecloud.domain.existence.ExistenceRules;
import dev.vspherecloud.domain.existence.Heartbeat;
import dev.vspherecloud.domain.existence.KubeletHeartbeats;
import dev.vspherecloud.domain.existence.OwnerVcenterResult;
import dev.vspherecloud.domain.existence.UuidSearchResult;
import dev.vspherecloud.domain.existence.VcenterEventPosition;
import dev.vspherecloud.domain.identity.Instances;
import dev.vspherecloud.domain.identity.NodeIdentity;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.EventPosition;
import dev.vspherecloud.domain.vm.Hardware;
import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.Placement;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmIdentity;
import dev.vspherecloud.domain.vm.VmParents;
import dev.vspherecloud.domain.vm.VmRef;
import dev.vspherecloud.testkit.fakes.Vms;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/// A safeguard that a run disables, at the port through which the controller gets its input.
/// [DisabledSafeguardTest] shows that the chaos tests detect each missing safeguard.
enum DisabledSafeguard {
    NONE,

    /// Every VM that does not exist counts as destroyed.
    NO_DESTROY_CHECK {
        @Override
        OwnerVcenterResult ownerResult(ExistenceCheckResult report) {
            return report.ownerResult() instanceof OwnerVcenterResult.NoSuchObject at
                    ? new OwnerVcenterResult.NoSuchObject(
                            at.vcenter(),
                            at.unreadable(),
                            at.newest(),
                            at.eventLookups(),
                            Optional.of(new Destruction(new EventPosition(1, Instant.EPOCH), "sabotage")))
                    : report.ownerResult();
        }
    },

    /// The heartbeats of kubelets are ignored.
    NO_KUBELET_SIGN {
        @Override
        Focus focus() {
            return new Focus(0, Set.of("a VM is unregistered, its kubelet is hung"));
        }

        @Override
        KubeletHeartbeats kubeletHeartbeats(KubeletHeartbeats real) {
            return _ -> new Heartbeat.None();
        }
    },

    /// A search that finds nothing is sufficient proof, whatever the read by reference returns.
    EMPTY_SEARCH_BELIEVED {
        @Override
        OwnerVcenterResult ownerResult(ExistenceCheckResult report) {
            var marks = new HashMap<EventPosition, EventLookup>();
            report.request().events().forEach(mark -> marks.put(mark, EventLookup.THERE));
            return isFoundNowhere(report)
                    ? new OwnerVcenterResult.NoSuchObject(
                            "vc-a", List.of(), newestOf(report.request()), marks, Optional.empty())
                    : report.ownerResult();
        }
    },

    /// The folder and the resource pool of the VM need not be readable.
    NO_HOLDER_CHECK {
        @Override
        Focus focus() {
            return new Focus(0, Set.of("a folder is denied, its machines are cut off"));
        }

        @Override
        OwnerVcenterResult ownerResult(ExistenceCheckResult report) {
            return report.ownerResult() instanceof OwnerVcenterResult.NoSuchObject at
                    ? new OwnerVcenterResult.NoSuchObject(
                            at.vcenter(), List.of(), at.newest(), at.eventLookups(), at.destruction())
                    : report.ownerResult();
        }
    },

    /// No restore of a vCenter is detected.
    NO_RESTORE_CHECK {
        @Override
        Focus focus() {
            return new Focus(0, Set.of("vCenter is restored, machines are cut off"));
        }

        @Override
        OwnerVcenterResult ownerResult(ExistenceCheckResult report) {
            var marks = new HashMap<EventPosition, EventLookup>();
            report.request().events().forEach(mark -> marks.put(mark, EventLookup.THERE));
            return report.ownerResult() instanceof OwnerVcenterResult.NoSuchObject at
                    ? new OwnerVcenterResult.NoSuchObject(
                            at.vcenter(), at.unreadable(), newestOf(report.request()), marks, at.destruction())
                    : report.ownerResult();
        }
    },

    /// A vCenter that replaced another answers for it.
    NO_INSTANCE_CHECK {
        @Override
        Focus focus() {
            return new Focus(0, Set.of("an empty vCenter answers, machines are cut off"));
        }

        @Override
        OwnerVcenterResult ownerResult(ExistenceCheckResult report) {
            var marks = new HashMap<EventPosition, EventLookup>();
            report.request().events().forEach(mark -> marks.put(mark, EventLookup.THERE));
            return report.ownerResult() instanceof OwnerVcenterResult.NotHere
                    ? new OwnerVcenterResult.NoSuchObject(
                            "vc-a", List.of(), newestOf(report.request()), marks, Optional.empty())
                    : report.ownerResult();
        }
    },

    /// A vCenter that does not answer counts as one without the VM.
    SILENCE_BELIEVED {
        @Override
        Focus focus() {
            return new Focus(0, Set.of("a VM moves to a vCenter that falls silent"));
        }

        @Override
        ExistenceCheckResult report(ExistenceCheckResult report) {
            List<UuidSearchResult> searches = report.searches().stream()
                    .map(answer -> answer instanceof UuidSearchResult.Unanswered(var silence)
                            ? new UuidSearchResult.Nothing(silence.vcenter())
                            : answer)
                    .toList();
            return new ExistenceCheckResult(
                    report.request(), report.askedAt(), report.answeredAt(), report.ownerResult(), searches);
        }

        @Override
        VmLookup lookup(VmLookup lookup) {
            return lookup instanceof VmLookup.Unknown ? new VmLookup.Missing(List.of()) : lookup;
        }
    },

    /// Results that contradict the absence are ignored: only the number of results and their time span count.
    NO_CONTINUITY_CHECK {
        @Override
        Focus focus() {
            return new Focus(0, Set.of("a VM is denied now and then, its machine cut off"));
        }

        @Override
        Optional<ExistenceCheckResult> latest(
                Optional<ExistenceCheckResult> last, Optional<ExistenceCheckResult> real) {
            return real.filter(report ->
                            report.ownerResult() instanceof OwnerVcenterResult.NoSuchObject && isFoundNowhere(report))
                    .or(() -> last);
        }
    },

    /// Every incident is acknowledged as soon as it is recorded.
    NO_BREAKER {
        @Override
        LifecycleStateStore lifecycleStateStore(LifecycleStateStore real) {
            return new LifecycleStateStore() {
                @Override
                public Optional<Page> read() {
                    return real.read().map(page -> new Page(acknowledged(page.annotations()), page.version()));
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
                            LifecycleStateStore.ACKNOWLEDGE,
                            incident.split(" ", 2)[0],
                            (one, other) -> one + "," + other));
            return all;
        }
    },

    /// A process that led once believes forever that it leads.
    NO_LEADERSHIP_CHECK {
        @Override
        Leadership leadership(Leadership real) {
            return new Leadership() {
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
        LifecycleStateStore lifecycleStateStore(LifecycleStateStore real) {
            return new LifecycleStateStore() {
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

    /// A delete has no precondition: it may delete a new Node of the same name.
    NO_PRECONDITION {
        @Override
        Focus focus() {
            return new Focus(0, Set.of("a machine is rebuilt behind a silent watch"));
        }

        @Override
        NodeView deleted(NodeView seen, Optional<NodeView> now) {
            return now.orElse(seen);
        }
    },

    /// The power state of a VM counts although vCenter lost the connection to its host.
    NO_CONNECTION_CHECK {
        @Override
        Focus focus() {
            return new Focus(0, Set.of("a VM is switched on while its host is disconnected"));
        }

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
                    ConnectionState.CONNECTED,
                    vm.power(),
                    vm.guest(),
                    vm.hardware(),
                    vm.placement(),
                    vm.seenAt());
        }
    },

    /// A power state counts, however old it is.
    NO_FRESHNESS_CHECK {
        @Override
        Focus focus() {
            return new Focus(0, Set.of("a VM is switched on while vCenter hangs"));
        }

        @Override
        Optional<Duration> age(Optional<Duration> real) {
            return Optional.of(Duration.ZERO);
        }
    },

    /// A proof counts, however old it is.
    NO_FRESH_PROOF {
        @Override
        Focus focus() {
            return new Focus(0, Set.of("machines are destroyed", "deletion is switched off", "a vCenter is paused"));
        }

        @Override
        LongSupplier nanoTime(LongSupplier real) {
            return () -> isCalledBy("isCurrent") ? Long.MIN_VALUE / 2 : real.getAsLong();
        }
    },

    /// The first lookup of the VM is reused until the end of the reconcile.
    NO_FINAL_LOOKUP {
        @Override
        Focus focus() {
            return new Focus(0, Set.of("a VM comes back while the API server takes its time"));
        }

        @Override
        boolean keepsLookup() {
            return true;
        }
    },

    /// One result counts as a new one each time that it is read.
    ONE_OBSERVATION {
        @Override
        ExistenceCheckResult again(Optional<ExistenceCheckResult> last, ExistenceCheckResult report, long now) {
            return last.filter(before -> now - before.askedAt() < AGAIN.toNanos())
                    .orElseGet(() -> new ExistenceCheckResult(
                            report.request(), now, now, report.ownerResult(), report.searches()));
        }
    },

    /// A VM counts as disappeared after the minimum time, whatever the configuration says.
    NO_DISAPPEARANCE_TIME {
        @Override
        LifecycleRules rules(LifecycleRules real) {
            return new LifecycleRules(
                    real.deletes(), ExistenceRules.MIN_DISAPPEARED_AFTER, real.breaker(), real.paused());
        }
    },

    /// The annotation that keeps a Node is ignored.
    NO_KEEP {
        @Override
        Focus focus() {
            return new Focus(0, Set.of("machines are destroyed", "a Node is to be kept"));
        }

        @Override
        NodeView shown(NodeView node) {
            var annotations = new HashMap<>(node.meta().annotations());
            boolean isKept = annotations.remove(LifecyclePolicy.KEEP) != null;
            return isKept ? ModelCluster.withAnnotations(node, annotations) : node;
        }
    },

    /// Paused vCenters are ignored.
    NO_PAUSE {
        @Override
        Focus focus() {
            return new Focus(0, Set.of("machines are destroyed", "a vCenter is paused"));
        }

        @Override
        LifecycleRules rules(LifecycleRules real) {
            return new LifecycleRules(real.deletes(), real.disappearedAfter(), real.breaker(), Set.of());
        }
    },

    /// The switch that disables deletion is ignored.
    NO_SWITCH {
        @Override
        Focus focus() {
            return new Focus(0, Set.of("machines are destroyed", "deletion is switched off"));
        }

        @Override
        LifecycleRules rules(LifecycleRules real) {
            return new LifecycleRules(true, real.disappearedAfter(), real.breaker(), real.paused());
        }
    },

    /// The kubelet may run on any machine.
    NO_CONFLICT_CHECK {
        @Override
        Focus focus() {
            return new Focus(0, Set.of("a Node of two machines loses one"));
        }

        @Override
        NodeView shown(NodeView node) {
            return node.identity() instanceof NodeIdentity.OnVsphere(VmQuery query) && query.namesTwoUuids()
                    ? ModelCluster.reporting(node, query.uuids().getFirst().toString())
                    : node;
        }
    },

    /// A delete has no precondition on the version: the Node may have changed since.
    NO_VERSION_CHECK {
        @Override
        Focus focus() {
            return new Focus(0, Set.of("a Node is to be kept behind a silent watch"));
        }

        @Override
        NodeView deleted(NodeView seen, Optional<NodeView> now) {
            return now.filter(node -> node.meta().uid().equals(seen.meta().uid()))
                    .orElse(seen);
        }
    },

    /// The Lease is not read again before a delete.
    NO_CONFIRMATION {
        @Override
        Leadership leadership(Leadership real) {
            return new Leadership() {
                @Override
                public boolean isHeld() {
                    return real.isHeld();
                }

                @Override
                public boolean isConfirmed() {
                    return true;
                }
            };
        }
    },

    /// The process does not check the renew deadline of its Lease.
    NO_DEADLINE {
        @Override
        Focus focus() {
            return new Focus(
                    0,
                    Set.of(
                            "machines are destroyed",
                            "the leader is paused in mid-call",
                            "the leader's machine is suspended in mid-call"));
        }

        @Override
        Leadership leadership(Leadership real) {
            return new Leadership() {
                @Override
                public boolean isHeld() {
                    return true;
                }

                @Override
                public boolean isConfirmed() {
                    return real.isConfirmed();
                }
            };
        }
    },

    /// Any number of Nodes may lose their VMs within the window.
    NO_PERCENT {
        @Override
        Focus focus() {
            return new Focus(60, Set.of("many VMs are unregistered, machines are cut off"));
        }

        @Override
        LifecycleRules rules(LifecycleRules real) {
            return new LifecycleRules(
                    real.deletes(),
                    real.disappearedAfter(),
                    new BreakerRules(1000, 100, real.breaker().window()),
                    real.paused());
        }
    },

    /// More than half of the cluster may be missing, because the controller sees many more healthy Nodes.
    NO_HALF {
        @Override
        Focus focus() {
            return new Focus(6, Set.of("most VMs are unregistered, and of no group all"));
        }

        @Override
        List<ExtraNode> extraNodes(World world) {
            return IntStream.range(0, 40)
                    .mapToObj(n -> new ExtraNode("ghost-" + n, new UUID(7, n / 2), "host-" + n, "group-v" + n))
                    .toList();
        }
    },

    /// No host counts as a group.
    NO_HOST_GROUP {
        @Override
        Focus focus() {
            return new Focus(12, Set.of("a host is removed, its machines are cut off"));
        }

        @Override
        Optional<String> host(NodeName node) {
            return Optional.of("host-of-" + node);
        }
    },

    /// No folder counts as a group.
    NO_FOLDER_GROUP {
        @Override
        Focus focus() {
            return new Focus(12, Set.of("the VMs of a folder are unregistered, machines are cut off"));
        }

        @Override
        Optional<String> folder(NodeName node) {
            return Optional.of("group-of-" + node);
        }
    },

    /// No vCenter counts as a group, because the controller sees one more healthy Node in each.
    NO_VCENTER_GROUP {
        @Override
        Focus focus() {
            return new Focus(6, Set.of("the VMs of a vCenter are unregistered, machines are cut off"));
        }

        @Override
        List<ExtraNode> extraNodes(World world) {
            return world.vcenters.stream()
                    .map(vcenter -> new ExtraNode(
                            "ghost-" + vcenter.instance(), vcenter.instance(), "host-of-a-ghost", "group-of-a-ghost"))
                    .toList();
        }
    },

    /// The acknowledgement of one incident counts for all later ones.
    NO_ACKNOWLEDGEMENT_SCOPE {
        @Override
        Focus focus() {
            return new Focus(20, Set.of("a person acknowledges, and more is lost"));
        }

        @Override
        LifecycleStateStore lifecycleStateStore(LifecycleStateStore real) {
            var known = new HashSet<String>();
            return new LifecycleStateStore() {
                @Override
                public Optional<Page> read() {
                    return real.read().map(this::spread);
                }

                private Page spread(Page page) {
                    var texts = new HashMap<>(page.annotations());
                    String incident = texts.getOrDefault("incident", "").split(" ", 2)[0];
                    String acknowledged = texts.getOrDefault(LifecycleStateStore.ACKNOWLEDGE, "");
                    if (acknowledged.contains("missing-") || texts.containsKey("excused")) {
                        known.add("some");
                    }
                    if (!known.isEmpty() && !incident.isEmpty()) {
                        texts.put(
                                LifecycleStateStore.ACKNOWLEDGE,
                                acknowledged.isEmpty() ? incident : acknowledged + "," + incident);
                    }
                    return new Page(texts, page.version());
                }

                @Override
                public boolean write(Page basis, Map<String, String> texts) {
                    return real.write(basis, texts);
                }
            };
        }
    };

    private static boolean isCalledBy(String method) {
        return StackWalker.getInstance().walk(frames -> frames.limit(8)
                .anyMatch(frame -> frame.getMethodName().equals(method)));
    }

    /// A Node that does not exist in the cluster. The controller sees it with a healthy VM.
    record ExtraNode(String name, UUID vcenter, String host, String folder) {
        NodeView node() {
            var recorded = new RecordedVm(
                    new VmRef(vcenter, "vm-of-" + name),
                    new UUID(1, 1),
                    Optional.of(new VmParents(
                            Optional.of(new VmParents.Place("Folder", folder)),
                            Optional.of(new VmParents.Place("ResourcePool", "pool-of-a-ghost")),
                            Optional.of(new VmParents.Place("HostSystem", host)))),
                    Optional.of(new EventPosition(1, Instant.EPOCH.plusSeconds(1))));
            var meta = new NodeMeta(
                    new NodeName(name), "ghost-" + name, "1", Instant.EPOCH, Map.of(), recorded.annotations());
            return new NodeView(
                    meta, "vsphere://" + new UUID(0x4000L, name.hashCode()), "", false, List.of(), NodeHealth.HEALTHY);
        }
    }

    /// The conditions of a run in which the safeguard matters. By chance alone, far more runs would be necessary.
    ///
    /// @param size  number of machines; 0 for any number
    /// @param names names of the scene and of the faults that the run must include
    record Focus(int size, Set<String> names) {}

    Focus focus() {
        return new Focus(0, Set.of());
    }

    LongSupplier nanoTime(LongSupplier real) {
        return real;
    }

    /// Returns true if the first lookup of a Node is reused until the end of its reconcile.
    boolean keepsLookup() {
        return false;
    }

    /// Returns the result that the controller sees again.
    ///
    /// @param last the result that it saw before
    /// @param now  by the clock of the process
    ExistenceCheckResult again(Optional<ExistenceCheckResult> last, ExistenceCheckResult report, long now) {
        return report;
    }

    LifecycleRules rules(LifecycleRules real) {
        return real;
    }

    NodeView shown(NodeView node) {
        return node;
    }

    List<ExtraNode> extraNodes(World world) {
        return List.of();
    }

    /// Returns the host that replaces the one of the Node's VM.
    Optional<String> host(NodeName node) {
        return Optional.empty();
    }

    Optional<String> folder(NodeName node) {
        return Optional.empty();
    }

    private static final Duration AGAIN = Duration.ofSeconds(11);

    private static final Vm EXTRA_VM = Vms.machine(
            "nowhere",
            "ghost",
            new VmIdentity(new VmRef(new UUID(1, 2), "vm-1"), new SystemUuid(new UUID(1, 3)), new UUID(1, 4)),
            PowerState.ON,
            Vms.guest("", List.of()),
            new Hardware(1, 1, "", 0),
            new Placement(List.of(), List.of(), List.of(), List.of()));

    OwnerVcenterResult ownerResult(ExistenceCheckResult report) {
        return report.ownerResult();
    }

    ExistenceCheckResult report(ExistenceCheckResult report) {
        return new ExistenceCheckResult(
                report.request(), report.askedAt(), report.answeredAt(), ownerResult(report), report.searches());
    }

    /// Selects the result that the controller sees.
    ///
    /// @param last the result that it saw before
    Optional<ExistenceCheckResult> latest(Optional<ExistenceCheckResult> last, Optional<ExistenceCheckResult> real) {
        return real;
    }

    Optional<Duration> age(Optional<Duration> real) {
        return real;
    }

    VmLookup lookup(VmLookup lookup) {
        return lookup;
    }

    /// Returns the Node whose uid and version are the preconditions of the delete.
    NodeView deleted(NodeView seen, Optional<NodeView> now) {
        return seen;
    }

    KubeletHeartbeats kubeletHeartbeats(KubeletHeartbeats real) {
        return real;
    }

    Leadership leadership(Leadership real) {
        return real;
    }

    LifecycleStateStore lifecycleStateStore(LifecycleStateStore real) {
        return real;
    }

    ExistenceChecker existenceChecker(ExistenceChecker real, World world, LongSupplier nanoTime) {
        return this == NONE ? real : new FilteredChecker(real, this, new HashMap<>(), world, nanoTime);
    }

    FilteredInstances instances(Instances real) {
        return new FilteredInstances(real, this, new HashMap<>());
    }

    Nodes nodes(Nodes real, World world) {
        return this == NONE ? real : new FilteredNodes(real, this, world);
    }

    private static boolean isFoundNowhere(ExistenceCheckResult report) {
        return report.searches().stream().allMatch(UuidSearchResult.Nothing.class::isInstance);
    }

    private static Optional<EventPosition> newestOf(ExistenceCheckRequest question) {
        return Optional.of(new EventPosition(
                question.events().stream().mapToLong(EventPosition::key).max().orElse(0), Instant.EPOCH));
    }

    private record FilteredChecker(
            ExistenceChecker real,
            DisabledSafeguard disabledSafeguard,
            Map<NodeName, ExistenceCheckResult> passed,
            World world,
            LongSupplier nanoTime)
            implements ExistenceChecker {
        @Override
        public void submit(ExistenceCheckRequest question) {
            real.submit(
                    disabledSafeguard.folder(question.node()).isPresent() ? withRecordedFolder(question) : question);
        }

        /// Replaces the folder in the request by the one that the VM was in.
        private ExistenceCheckRequest withRecordedFolder(ExistenceCheckRequest question) {
            Optional<VmParents.Place> folder = world.cluster
                    .node(question.node())
                    .flatMap(node ->
                            world.invariantChecker.recordedLocation(node.meta().uid()))
                    .flatMap(TermRecord.Location::folder)
                    .map(moref -> new VmParents.Place("Folder", moref));
            RecordedVm vm = question.vm();
            return new ExistenceCheckRequest(
                    question.query(),
                    new RecordedVm(
                            vm.ref(),
                            vm.instanceUuid(),
                            vm.parents()
                                    .map(parents ->
                                            new VmParents(folder.or(parents::folder), parents.pool(), parents.host())),
                            vm.seenAt()),
                    question.baseline(),
                    question.baseline().isPresent(),
                    false,
                    List.of());
        }

        @Override
        public Optional<ExistenceCheckResult> result(NodeName node) {
            Optional<ExistenceCheckResult> report = disabledSafeguard
                    .latest(Optional.ofNullable(passed.get(node)), real.result(node))
                    .map(disabledSafeguard::report)
                    .map(each ->
                            disabledSafeguard.again(Optional.ofNullable(passed.get(node)), each, nanoTime.getAsLong()));
            report.ifPresent(now -> passed.put(node, now));
            return report;
        }

        @Override
        public void cancel(NodeName node) {
            real.cancel(node);
        }

        @Override
        public Map<String, VcenterEventPosition> positions() {
            return real.positions();
        }

        @Override
        public Optional<Duration> timeSinceConfirmed(String vcenter) {
            return disabledSafeguard.age(real.timeSinceConfirmed(vcenter));
        }
    }

    /// @param kept the lookups since the start of the reconcile, if [#keepsLookup]
    record FilteredInstances(Instances real, DisabledSafeguard disabledSafeguard, Map<NodeName, VmLookup> kept)
            implements Instances {
        void beginWork() {
            kept.clear();
        }

        @Override
        public void watch(VmQuery query) {
            real.watch(query);
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
            if (disabledSafeguard == NONE) {
                return real.lookup(node);
            }
            if (node.value().startsWith("ghost-")) {
                return new VmLookup.Elsewhere(EXTRA_VM, new OtherDatacenter("nowhere", List.of(), "add it"));
            }
            return disabledSafeguard.keepsLookup() ? kept.computeIfAbsent(node, this::filtered) : filtered(node);
        }

        private VmLookup filtered(NodeName node) {
            VmLookup lookup = disabledSafeguard.lookup(real.lookup(node));
            Optional<String> host = disabledSafeguard.host(node);
            Optional<String> folder = disabledSafeguard.folder(node);
            return lookup instanceof VmLookup.Found(Vm vm, var why, var remark)
                            && (host.isPresent() || folder.isPresent())
                    ? new VmLookup.Found(moved(vm, host, folder), why, remark)
                    : lookup;
        }

        private static Vm moved(Vm vm, Optional<String> host, Optional<String> folder) {
            Placement at = vm.placement();
            return new Vm(
                    vm.vcenter(),
                    vm.name(),
                    vm.identity(),
                    vm.role(),
                    vm.connection(),
                    vm.power(),
                    vm.guest(),
                    vm.hardware(),
                    new Placement(
                            renamed(at.hostPath(), 0, host),
                            at.poolPath(),
                            renamed(at.folderPath(), 1, folder),
                            List.of()),
                    vm.seenAt());
        }

        private static List<InventoryObject> renamed(List<InventoryObject> path, int place, Optional<String> moref) {
            var renamed = new ArrayList<>(path);
            moref.ifPresent(name -> renamed.set(
                    place,
                    new InventoryObject(
                            path.get(place).kind(), name, name, path.get(place).tags())));
            return renamed;
        }
    }

    private record FilteredNodes(Nodes real, DisabledSafeguard disabledSafeguard, World world) implements Nodes {
        @Override
        public Optional<NodeView> find(NodeName name) {
            return real.find(name).map(disabledSafeguard::shown).or(() -> disabledSafeguard.extraNodes(world).stream()
                    .filter(extraNode -> extraNode.name().equals(name.value()))
                    .map(ExtraNode::node)
                    .findFirst());
        }

        @Override
        public Set<NodeName> names() {
            Set<NodeName> names = real.names();
            if (!names.isEmpty()) {
                disabledSafeguard.extraNodes(world).forEach(extraNode -> names.add(new NodeName(extraNode.name())));
            }
            return names;
        }

        @Override
        public WriteOutcome writeAddresses(NodeView seen, List<NodeAddress> addresses) {
            return real.writeAddresses(seen, addresses);
        }

        @Override
        public WriteOutcome initialise(NodeView seen, InitialisationPatch marks) {
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
        public WriteOutcome addShutdownTaint(NodeView seen) {
            return real.addShutdownTaint(seen);
        }

        @Override
        public WriteOutcome removeShutdownTaint(NodeView seen) {
            return real.removeShutdownTaint(seen);
        }

        @Override
        public DeleteOutcome delete(NodeView seen) {
            return real.delete(disabledSafeguard.deleted(seen, world.cluster.node(seen.name())));
        }
    }
}
