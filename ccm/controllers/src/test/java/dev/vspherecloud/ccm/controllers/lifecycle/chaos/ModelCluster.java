package dev.vspherecloud.ccm.controllers.lifecycle.chaos;

import dev.vspherecloud.ccm.controllers.lifecycle.chaos.time.SeededRandom;
import dev.vspherecloud.ccm.controllers.lifecycle.chaos.time.Trace;
import dev.vspherecloud.ccm.controllers.lifecycle.chaos.time.VirtualTime;
import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.Machine;
import dev.vspherecloud.ccm.domain.node.NodeHealth;
import dev.vspherecloud.ccm.domain.node.NodeHealth.Ready;
import dev.vspherecloud.ccm.domain.node.NodeMeta;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.NodeName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// The API server with its Nodes and Leases, and the kubelets and kube-controller-manager that write them, too.
final class ModelCluster {
    /// How the API server answers.
    enum Manner {
        WELL,

        /// Refuses every request at once.
        REFUSING,

        /// Answers no request before the caller's deadline.
        HANGING,

        /// Loses some requests, and some responses. If a response is lost, the write is done.
        SHAKY
    }

    private final VirtualTime time;
    private final SeededRandom seededRandom;
    private final Trace trace;
    private final Map<NodeName, NodeView> nodes = new LinkedHashMap<>();
    private final Map<NodeName, ModelKubelet> kubelets = new LinkedHashMap<>();

    /// The machine that a Node was created for, by uid; also of Nodes that are deleted.
    private final Map<String, Machine> origins = new HashMap<>();

    /// The machine whose UUID the kubelet reports, by uid.
    private final Map<String, Machine> reported = new HashMap<>();

    private Consumer<LeaderLease> leaseReader = _ -> {};
    private final Map<String, Long> lostSince = new HashMap<>();
    private final List<Watch> watches = new ArrayList<>();
    private Manner manner = Manner.WELL;
    private LeaderLease lease = LeaderLease.FREE;
    private long version = 100;

    ModelCluster(VirtualTime time, SeededRandom seededRandom, Trace trace) {
        this.time = time;
        this.seededRandom = seededRandom;
        this.trace = trace;
    }

    List<NodeView> nodes() {
        return List.copyOf(nodes.values());
    }

    Optional<NodeView> node(NodeName name) {
        return Optional.ofNullable(nodes.get(name));
    }

    Optional<ModelKubelet> kubelet(NodeName name) {
        return Optional.ofNullable(kubelets.get(name));
    }

    Manner manner() {
        return manner;
    }

    void answer(Manner how) {
        manner = how;
        kubelets.values().forEach(ModelKubelet::update);
    }

    boolean isUp() {
        return manner == Manner.WELL || manner == Manner.SHAKY;
    }

    LeaderLease lease() {
        return lease;
    }

    void write(LeaderLease now) {
        lease = now;
        leaseReader.accept(now);
    }

    /// Sets the function that receives each state of the Lease.
    void onLease(Consumer<LeaderLease> reader) {
        leaseReader = reader;
    }

    /// Returns the machine that a Node was created for, whatever the Node says now.
    Optional<Machine> origin(NodeView node) {
        return origin(node.meta().uid());
    }

    Optional<Machine> origin(String uid) {
        return Optional.ofNullable(origins.get(uid));
    }

    /// Returns the machine whose UUID the kubelet of the Node reports.
    Optional<Machine> reported(NodeView node) {
        return Optional.ofNullable(reported.get(node.meta().uid()));
    }

    /// Returns the uids of all Nodes that ever existed.
    Set<String> uids() {
        return origins.keySet();
    }

    // Nodes

    /// The kubelet of a running machine registers, or takes over an existing Node of its name.
    void join(Machine machine, String providerId, String systemUuid) {
        join(machine, providerId, systemUuid, machine);
    }

    /// From now on the kubelet of a copy serves the Node, and only renews its Lease.
    void runOn(Machine copy) {
        copy.hang(true);
        var kubelet = new ModelKubelet(copy, this, time, seededRandom);
        kubelets.put(copy.node(), kubelet);
        kubelet.update();
        if (!copy.isReaching()) {
            // The kubelet of the original stopped, so kube-controller-manager sets Ready to Unknown.
            kubelet.resync();
        }
    }

    /// Another controller sets the provider ID, if the Node did not change since.
    boolean initialise(NodeView seen, String providerId) {
        boolean isUnchanged = node(seen.name())
                .filter(now -> now.meta().resourceVersion().equals(seen.meta().resourceVersion()))
                .isPresent();
        if (isUnchanged) {
            change(
                    seen.name(),
                    node -> new NodeView(
                            node.meta(), providerId, node.systemUuid(), false, node.addresses(), node.health()));
        }
        return isUnchanged;
    }

    /// The content of a snapshot of etcd.
    record Snapshot(Map<NodeName, NodeView> nodes, LeaderLease lease, Instant taken) {}

    Snapshot snapshot() {
        return new Snapshot(new LinkedHashMap<>(nodes), lease, time.instant());
    }

    /// Restores etcd from a snapshot. Versions still increase, as the documented restore procedure ensures.
    void restore(Snapshot snapshot) {
        List.copyOf(nodes.keySet()).stream()
                .filter(name -> !snapshot.nodes().containsKey(name))
                .forEach(this::remove);
        snapshot.nodes().values().forEach(node -> {
            NodeMeta meta = node.meta();
            put(with(
                    node,
                    new NodeMeta(meta.name(), meta.uid(), next(), meta.created(), meta.labels(), meta.annotations()),
                    node.systemUuid(),
                    node.health()));
        });
        write(new LeaderLease(
                snapshot.lease().holder(),
                lease.renewals() + 1,
                snapshot.lease().texts(),
                lease.edition() + 1));
        kubelets.values().forEach(ModelKubelet::resync);
    }

    /// @param other the machine whose UUID the kubelet reports
    void join(Machine machine, String providerId, String systemUuid, Machine other) {
        var kubelet = new ModelKubelet(machine, this, time, seededRandom);
        kubelets.put(machine.node(), kubelet);
        if (nodes.containsKey(machine.node())) {
            NodeView there = nodes.get(machine.node());
            reported.put(there.meta().uid(), other);
            if (there.providerId().isEmpty()) {
                origins.put(there.meta().uid(), machine);
            }
            change(machine.node(), node -> with(node, node.meta(), systemUuid, node.health()));
        } else {
            var health = new NodeHealth(Ready.TRUE, time.instant(), false, false, false);
            var meta = new NodeMeta(
                    machine.node(), seededRandom.uuid().toString(), next(), time.instant(), Map.of(), Map.of());
            origins.put(meta.uid(), machine);
            reported.put(meta.uid(), other);
            put(new NodeView(meta, providerId, systemUuid, providerId.isEmpty(), List.of(), health));
        }
        kubelet.update();
    }

    void update(NodeName name) {
        kubelet(name).ifPresent(ModelKubelet::update);
    }

    void report(Machine machine, Ready ready) {
        if (isOn(machine)) {
            change(machine.node(), node -> healthy(node, ready, time.instant()));
        }
    }

    /// Returns true if the Node is this machine's, and not that of a later machine of the same name.
    private boolean isOn(Machine machine) {
        return kubelet(machine.node())
                .filter(kubelet -> kubelet.machine() == machine)
                .isPresent();
    }

    /// Sets Ready to Unknown, because the heartbeat of the kubelet is missing or missed.
    void lose(Machine machine) {
        if (isOn(machine)) {
            change(
                    machine.node(),
                    node -> healthy(node, Ready.UNKNOWN, node.health().heartbeat()));
        }
    }

    Optional<Long> lostSince(NodeView node) {
        return Optional.ofNullable(lostSince.get(node.meta().uid()));
    }

    void annotate(NodeName name, Map<String, String> annotations) {
        change(name, node -> annotated(node, annotations));
    }

    void change(NodeName name, UnaryOperator<NodeView> how) {
        NodeView now = nodes.get(name);
        if (now == null) {
            return;
        }
        NodeView changed = how.apply(now);
        if (!changed.equals(now)) {
            NodeMeta meta = changed.meta();
            put(with(
                    changed,
                    new NodeMeta(meta.name(), meta.uid(), next(), meta.created(), meta.labels(), meta.annotations()),
                    changed.systemUuid(),
                    changed.health()));
        }
    }

    private void put(NodeView node) {
        nodes.put(node.name(), node);
        if (node.health().ready() == Ready.UNKNOWN) {
            lostSince.putIfAbsent(node.meta().uid(), time.nanos());
        } else {
            lostSince.remove(node.meta().uid());
        }
        trace.say("cluster: %s is %s", node.name(), said(node));
        watches.forEach(watch -> watch.send(node.name(), Optional.of(node)));
    }

    void remove(NodeName name) {
        nodes.remove(name);
        watches.forEach(watch -> watch.send(name, Optional.empty()));
    }

    private String next() {
        return Long.toString(version++);
    }

    /// Attaches a watch, and sends it all present Nodes.
    void attach(Watch watch) {
        nodes.values().forEach(node -> watch.send(node.name(), Optional.of(node)));
        watches.add(watch);
    }

    void detach(Watch watch) {
        watches.remove(watch);
    }

    static NodeView annotated(NodeView node, Map<String, String> annotations) {
        var all = new HashMap<>(node.meta().annotations());
        all.putAll(annotations);
        NodeMeta meta = node.meta();
        var now = new NodeMeta(meta.name(), meta.uid(), meta.resourceVersion(), meta.created(), meta.labels(), all);
        return with(node, now, node.systemUuid(), node.health());
    }

    /// Returns the Node with these annotations and no others.
    static NodeView withAnnotations(NodeView node, Map<String, String> all) {
        NodeMeta meta = node.meta();
        var now = new NodeMeta(meta.name(), meta.uid(), meta.resourceVersion(), meta.created(), meta.labels(), all);
        return with(node, now, node.systemUuid(), node.health());
    }

    static NodeView reporting(NodeView node, String systemUuid) {
        return with(node, node.meta(), systemUuid, node.health());
    }

    static NodeView tainted(NodeView node, boolean isSo) {
        NodeHealth health = node.health();
        return with(
                node,
                node.meta(),
                node.systemUuid(),
                new NodeHealth(health.ready(), health.heartbeat(), isSo, health.isDeleting(), health.isLeaving()));
    }

    static NodeView leaving(NodeView node, boolean isSo) {
        NodeHealth health = node.health();
        return with(
                node,
                node.meta(),
                node.systemUuid(),
                new NodeHealth(health.ready(), health.heartbeat(), health.shutdownTaint(), health.isDeleting(), isSo));
    }

    static NodeView healthy(NodeView node, Ready ready, Instant heartbeat) {
        NodeHealth health = node.health();
        return with(
                node,
                node.meta(),
                node.systemUuid(),
                new NodeHealth(ready, heartbeat, health.shutdownTaint(), health.isDeleting(), health.isLeaving()));
    }

    private static NodeView with(NodeView node, NodeMeta meta, String systemUuid, NodeHealth health) {
        return new NodeView(meta, node.providerId(), systemUuid, node.isUninitialised(), node.addresses(), health);
    }

    private static String said(NodeView node) {
        return "Ready=" + node.health().ready() + (node.health().shutdownTaint() ? ", tainted" : "")
                + (node.health().isLeaving() ? ", leaving" : "") + " (version "
                + node.meta().resourceVersion() + ")"
                + node.recordedVm().map(vm -> ", recorded " + vm.ref().moref()).orElse("");
    }
}
