package dev.vspherecloud.ccm.controllers.node;

import dev.vspherecloud.ccm.controllers.status.StatusReporter;
import dev.vspherecloud.ccm.domain.address.AddressChoice;
import dev.vspherecloud.ccm.domain.address.ReportHistory;
import dev.vspherecloud.ccm.domain.node.InitialisationPatch;
import dev.vspherecloud.ccm.domain.node.NodeContext;
import dev.vspherecloud.ccm.domain.node.NodeDecision;
import dev.vspherecloud.ccm.domain.node.NodeEvents;
import dev.vspherecloud.ccm.domain.node.NodePolicy;
import dev.vspherecloud.ccm.domain.node.NodeSettings;
import dev.vspherecloud.ccm.domain.node.NodeVerdict;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.ccm.domain.node.Nodes;
import dev.vspherecloud.ccm.domain.node.WriteOutcome;
import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.domain.identity.Instances;
import dev.vspherecloud.domain.identity.NodeIdentity;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.ReasonGroup;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.reconcile.Outcome;
import dev.vspherecloud.reconcile.Reconciler;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Brings one Node to the state that [NodePolicy] decides: addresses first, then provider ID, labels and the
/// removal of the `uninitialized` taint.
///
/// The controller reconciles a Node when it changes, when the data of its VM changes, and every few minutes. It
/// never calls vCenter, so a reconciliation is cheap.
///
/// Rule from: kubernetes/cloud-provider, controllers/node; differs: this controller writes the addresses before it
/// removes the taint, and posts an Event with the reason if a Node cannot be finished. Threads: any number of
/// workers, never two for one Node.
public final class NodeController implements Reconciler<NodeName> {
    private static final Logger log = LoggerFactory.getLogger(NodeController.class);

    /// The time until a Node is reconciled again while the lookup of its VM has no answer. No event says that the
    /// time for an answer is over.
    private static final Duration RETRY_WHEN_PENDING = Duration.ofMillis(500);

    /// The time until a retry if the API server refused a write. No event says that a permission was granted or a
    /// webhook was repaired.
    private static final Duration RETRY_WHEN_REFUSED = Duration.ofSeconds(10);

    private static final Outcome DONE = new Outcome.Done();

    private final Nodes nodes;
    private final Instances instances;
    private final StatusReporter statusReporter;
    private final VirtualIpHintSource virtualIpHintSource;
    private final Supplier<NodeSettings> settings;
    private final VmRecording recording;
    private final LongSupplier nanoTime;
    private final NodeObserver observer;
    private final InvalidAnnotationLog invalidAnnotations = new InvalidAnnotationLog();
    private final UnusedRuleLog unusedRules = new UnusedRuleLog();

    /// By Node, the history of its guest's reports. One worker at a time handles a Node.
    private final Map<NodeName, ReportHistory> reportHistories = new ConcurrentHashMap<>();

    /// Creates the controller.
    ///
    /// @param settings supplies the present settings; the controller reads them once for each reconciliation. After
    ///     a change the caller must enqueue all of [Nodes#names]
    /// @param nanoTime a monotonic clock such as [System#nanoTime]
    public NodeController(
            NodeSources sources,
            NodeEvents events,
            Supplier<NodeSettings> settings,
            VmRecording recording,
            LongSupplier nanoTime,
            NodeObserver observer) {
        this.nodes = sources.nodes();
        this.instances = sources.instances();
        this.statusReporter = new StatusReporter(events, observer);
        this.virtualIpHintSource = new VirtualIpHintSource(sources.addressesInUse());
        this.settings = settings;
        this.recording = recording;
        this.nanoTime = nanoTime;
        this.observer = observer;
    }

    @Override
    public Outcome reconcile(NodeName name) {
        var found = nodes.find(name);
        if (found.isEmpty()) {
            instances.forget(name);
            statusReporter.forget(name);
            reportHistories.remove(name);
            virtualIpHintSource.forget(name);
            invalidAnnotations.forget(name);
            return DONE;
        }
        NodeView node = found.get();
        return switch (node.identity()) {
            case NodeIdentity.OnVsphere(var query) -> {
                instances.watch(query);
                var _ = invalidAnnotations.check(node, nanoTime.getAsLong());
                yield decide(node, instances.lookup(name));
            }
            case NodeIdentity.Foreign _ -> {
                instances.forget(name);
                statusReporter.forget(name);
                virtualIpHintSource.forget(name);
                yield DONE;
            }
            case NodeIdentity.Malformed malformed -> blocked(node, malformed.reason(), new VmLookup.Pending());
        };
    }

    private Outcome decide(NodeView node, VmLookup lookup) {
        ReportHistory history = reportHistories.getOrDefault(node.name(), ReportHistory.EMPTY);
        long now = nanoTime.getAsLong();
        NodeVerdict verdict = NodePolicy.decide(
                node,
                lookup,
                settings.get(),
                new NodeContext(history, virtualIpHintSource.hintsFor(node, lookup), now));
        reportHistories.put(node.name(), verdict.history());
        logUnusedRules(lookup, verdict, now);
        instances.awaitTags(node.name(), waitsForTags(node, verdict.decision()));
        Outcome outcome = act(node, lookup, verdict.decision());
        statusReporter.reportRemarks(node, verdict.remarks(), lookup, now);
        return earlier(outcome, verdict.revisitAfter());
    }

    private void logUnusedRules(VmLookup lookup, NodeVerdict verdict, long now) {
        if (lookup instanceof VmLookup.Found(Vm vm, var _, var _)
                && verdict.addresses().orElse(null) instanceof AddressChoice.Chosen) {
            settings.get().addressRules(vm).ifPresent(rules -> unusedRules.check(rules.networks(), vm.guest(), now));
        }
    }

    private static boolean waitsForTags(NodeView node, NodeDecision decision) {
        return node.isUninitialised()
                && decision instanceof NodeDecision.Blocked(Reason reason, var _)
                && reason.code().group().equals(ReasonGroup.TOPOLOGY);
    }

    private static Outcome earlier(Outcome outcome, Optional<Duration> revisitAfter) {
        return revisitAfter
                .<Outcome>map(Outcome.RequeueAfter::new)
                .filter(_ -> isLaterThan(outcome, revisitAfter.get()))
                .orElse(outcome);
    }

    private static boolean isLaterThan(Outcome outcome, Duration revisitAfter) {
        return switch (outcome) {
            case Outcome.Done() -> true;
            case Outcome.RequeueAfter(Duration after) -> after.compareTo(revisitAfter) > 0;
            case Outcome.Retry _ -> false;
        };
    }

    private Outcome act(NodeView node, VmLookup lookup, NodeDecision decision) {
        return switch (decision) {
            case NodeDecision.Initialise(Vm vm, var chosen, InitialisationPatch patch) ->
                initialise(node, vm, chosen, patch);
            case NodeDecision.UpdateAddresses(Vm vm, var chosen) -> updateAddresses(node, vm, chosen);
            case NodeDecision.Relabel(var labels, String why) -> relabel(node, labels, why);
            case NodeDecision.Ignore() -> {
                statusReporter.clear(node);
                yield DONE;
            }
            case NodeDecision.RecordVm _ -> {
                statusReporter.clear(node);
                recording.enqueueRecorder().accept(node.name());
                yield new Outcome.RequeueAfter(settings.get().revisit());
            }
            case NodeDecision.Blocked(Reason reason, var meanwhile) -> {
                Outcome outcome = blocked(node, reason, lookup);
                if (lookup instanceof VmLookup.Found(Vm vm, var _, var _) && NodePolicy.isRecordDue(node, vm)) {
                    recording.enqueueRecorder().accept(node.name());
                }
                yield meanwhile.flatMap(chosen -> writeMeanwhile(node, chosen)).orElse(outcome);
            }
            case NodeDecision.Wait() -> new Outcome.RequeueAfter(RETRY_WHEN_PENDING);
            case NodeDecision.NoChange() -> {
                statusReporter.clear(node);
                yield new Outcome.RequeueAfter(settings.get().revisit());
            }
        };
    }

    private Outcome initialise(NodeView node, Vm vm, AddressChoice.Chosen chosen, InitialisationPatch patch) {
        NodeView current = node;
        if (!chosen.addresses().equals(node.addresses())) {
            switch (nodes.writeAddresses(node, chosen.addresses())) {
                case WriteOutcome.Written(NodeView now) -> current = now;
                case WriteOutcome other -> {
                    return onWriteFailed(node, other);
                }
            }
        }
        boolean isRecordable = recording.confirmed().allows(node, vm);
        return switch (nodes.initialise(current, isRecordable ? patch : patch.withoutAnnotations())) {
            case WriteOutcome.Written(NodeView now) -> {
                log.atInfo()
                        .addKeyValue("node", node.name())
                        .addKeyValue("vm", vm)
                        .addKeyValue("providerId", now.providerId())
                        .addKeyValue("addresses", chosen.addresses())
                        .addKeyValue("grounds", chosen.explanations())
                        .log("Initialised node");
                statusReporter.resolve(now, "Synced", "Node synced successfully");
                observer.onInitialised(now);
                observer.onWritten(node.name());
                yield DONE;
            }
            case WriteOutcome other -> onWriteFailed(node, other);
        };
    }

    /// Writes the addresses that a blocked Node gets before it is finished.
    ///
    /// @return the outcome if the write failed; empty if the addresses were written
    private Optional<Outcome> writeMeanwhile(NodeView node, AddressChoice.Chosen chosen) {
        return switch (nodes.writeAddresses(node, chosen.addresses())) {
            case WriteOutcome.Written _ -> {
                observer.onWritten(node.name());
                yield Optional.empty();
            }
            case WriteOutcome other -> Optional.of(onWriteFailed(node, other));
        };
    }

    private Outcome updateAddresses(NodeView node, Vm vm, AddressChoice.Chosen chosen) {
        return switch (nodes.writeAddresses(node, chosen.addresses())) {
            case WriteOutcome.Written _ -> {
                log.atInfo()
                        .addKeyValue("node", node.name())
                        .addKeyValue("vm", vm)
                        .addKeyValue("from", node.addresses())
                        .addKeyValue("to", chosen.addresses())
                        .addKeyValue("grounds", chosen.explanations())
                        .log("Updated node addresses");
                observer.onWritten(node.name());
                statusReporter.clear(node);
                yield DONE;
            }
            case WriteOutcome other -> onWriteFailed(node, other);
        };
    }

    private Outcome relabel(NodeView node, Map<String, String> labels, String why) {
        return switch (nodes.label(node, labels)) {
            case WriteOutcome.Written _ -> {
                log.atInfo()
                        .addKeyValue("node", node.name())
                        .addKeyValue("labels", labels)
                        .addKeyValue("why", why)
                        .log("Changed labels of node");
                observer.onWritten(node.name());
                statusReporter.clear(node);
                yield DONE;
            }
            case WriteOutcome other -> onWriteFailed(node, other);
        };
    }

    private Outcome onWriteFailed(NodeView node, WriteOutcome outcome) {
        return switch (outcome) {
            case WriteOutcome.Written _ -> DONE;
            case WriteOutcome.Conflict() -> new Outcome.Retry("the Node changed meanwhile");
            case WriteOutcome.Vanished() -> DONE;
            case WriteOutcome.Failed(String why) -> failed(node, why);
            case WriteOutcome.Refused(String why) -> {
                blocked(
                        node,
                        new Reason(NodeReason.WRITE_REFUSED, "the API server refuses to change this Node: " + why),
                        new VmLookup.Pending());
                yield new Outcome.RequeueAfter(RETRY_WHEN_REFUSED);
            }
        };
    }

    /// Logs a failed write and returns the outcome that retries it. An interrupted call is not a failure and is not
    /// logged.
    private static Outcome failed(NodeView node, String why) {
        if (!Thread.currentThread().isInterrupted()) {
            log.atWarn()
                    .addKeyValue("node", node.name())
                    .addKeyValue("cause", why)
                    .log("Cannot write node, will try again");
        }
        return new Outcome.Retry(why);
    }

    private Outcome blocked(NodeView node, Reason reason, VmLookup lookup) {
        statusReporter.report(node, reason, lookup, nanoTime.getAsLong());
        return new Outcome.RequeueAfter(settings.get().revisit());
    }
}
