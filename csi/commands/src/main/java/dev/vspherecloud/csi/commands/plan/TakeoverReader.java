package dev.vspherecloud.csi.commands.plan;

import dev.vspherecloud.config.Problem;
import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.cluster.identity.ClusterIdReadResult;
import dev.vspherecloud.csi.cluster.identity.KubeClusterId;
import dev.vspherecloud.csi.cluster.plan.ExistingAttachment;
import dev.vspherecloud.csi.cluster.plan.ExistingDriverNode;
import dev.vspherecloud.csi.cluster.plan.ExistingNodeTopology;
import dev.vspherecloud.csi.cluster.plan.ExistingOperation;
import dev.vspherecloud.csi.cluster.plan.ExistingSnapshotContent;
import dev.vspherecloud.csi.cluster.plan.ExistingStorageClass;
import dev.vspherecloud.csi.cluster.plan.ExistingVolume;
import dev.vspherecloud.csi.cluster.plan.ExistingVolume.Origin;
import dev.vspherecloud.csi.cluster.plan.ExistingWorkload;
import dev.vspherecloud.csi.cluster.plan.KubeExistingObjects;
import dev.vspherecloud.csi.commands.lookup.ReadOnlyVcenters;
import dev.vspherecloud.csi.commands.plan.AttachmentPlanPolicy.AttachedVolume;
import dev.vspherecloud.csi.config.CsiConfig;
import dev.vspherecloud.csi.config.cluster.ClusterIdConfigMap;
import dev.vspherecloud.csi.config.cluster.ClusterIdDecision;
import dev.vspherecloud.csi.config.cluster.ClusterIdPolicy;
import dev.vspherecloud.csi.config.cluster.KnownVolumes;
import dev.vspherecloud.csi.domain.RecordState;
import dev.vspherecloud.csi.domain.RecordedTasks;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Reads a cluster kind by kind, and gives each object to its policy. It keeps the attachments and the Nodes in
/// memory, and sixteen bytes of each volume; of everything else only what differs.
///
/// Threads: one.
final class TakeoverReader {
    private static final Duration BUDGET = Duration.ofSeconds(15);

    private final KubeExistingObjects objects;
    private final KubeClusterId clusterId;
    private final String namespace;
    private final Optional<CsiConfig> config;
    private final Optional<TakeoverSettings> settings;
    private final Map<TakeoverSubject, SubjectPlan> plans = new EnumMap<>(TakeoverSubject.class);
    private final List<String> unread = new ArrayList<>();
    private final List<String> notChecked = new ArrayList<>();
    private RunningTasks running = RunningTasks.NOT_ASKED;

    /// @param config empty if the driver cannot use the configuration, or if there is none
    TakeoverReader(KubeExistingObjects objects, KubeClusterId clusterId, String namespace, Optional<CsiConfig> config) {
        this.objects = objects;
        this.clusterId = clusterId;
        this.namespace = namespace;
        this.config = config;
        this.settings = config.map(TakeoverSettings::of);
    }

    /// The PersistentVolumes, and the VolumeAttachments that belong to them.
    ///
    /// Threads: one.
    private static final class VolumeRead {
        final SubjectRows volumes = new SubjectRows(TakeoverSubject.VOLUME);
        final SubjectRows attachments = new SubjectRows(TakeoverSubject.ATTACHMENT);
        final Map<HandleForm, Long> forms = new EnumMap<>(HandleForm.class);
        final Map<String, Long> fileClasses = new TreeMap<>();
        final Set<String> attached = new HashSet<>();
        final VolumeIdList ids = new VolumeIdList();

        /// The PersistentVolumes that were named once more for a finding.
        final Set<String> named = new HashSet<>();

        int csi;
    }

    /// The CSINodeTopologies by Node.
    private record Topologies(Map<String, ExistingNodeTopology> byNode) {}

    /// Reads everything.
    ///
    /// The tasks that run are read first. A task that begins later needs a controller that runs, and that is a
    /// finding of its own.
    ///
    /// @param problems what is wrong with the configuration
    /// @param vcenters empty if no vCenter is asked
    TakeoverPlan read(List<Problem> problems, Optional<ReadOnlyVcenters> vcenters, Instant now)
            throws InterruptedException {
        Optional<CnsTaskCheck> tasks = vcenters.map(CnsTaskCheck::new);
        if (tasks.isPresent()) {
            running = tasks.get().running();
        }
        one(TakeoverSubject.CONFIGURATION, "csi-vsphere.conf", ClusterPlanPolicy.configuration(problems));
        readCluster();
        Optional<RegisteredNodes> nodes = readNodes();
        Optional<MigrationRecords> migrations = readMigrations();
        Optional<Map<String, List<ExistingAttachment>>> attachments = readAttachments();
        Optional<VolumeRead> volumes = readVolumes(attachments.orElse(Map.of()), nodes, migrations);
        readClasses(volumes.map(read -> read.fileClasses));
        readSnapshots();
        readOperations(tasks, now);
        take(
                TakeoverSubject.VOLUME_VCENTER,
                objects.volumeVcenters(
                        () -> new SubjectRows(TakeoverSubject.VOLUME_VCENTER),
                        (rows, record) -> rows.add(
                                record.name(),
                                RecordPlanPolicy.evaluate(record, settings).stream()
                                        .toList())));
        Set<String> retired = config.map(CsiConfig::retiredClusterIds).orElse(Set.of());
        readVcenters(vcenters.map(each -> new CnsVolumeCheck(each, retired)), volumes, migrations);
        return new TakeoverPlan(
                List.copyOf(plans.values()), volumes.map(read -> read.forms).orElse(Map.of()), unread, notChecked);
    }

    void addUnread(String sentence) {
        unread.add(sentence);
    }

    void addNotChecked(String sentence) {
        notChecked.add(sentence);
    }

    /// Adds the findings about something of which there is one.
    private void one(TakeoverSubject subject, String name, List<TakeoverFinding> findings) {
        var rows = new SubjectRows(subject);
        rows.add(name, findings);
        plans.put(subject, rows.result());
    }

    /// Returns the value of a list, and reports if there is none.
    private <T> Optional<T> value(TakeoverSubject subject, ListResult<T> result) {
        return switch (result) {
            case ListResult.Complete<T>(T value) -> Optional.of(value);
            case ListResult.KindUnknown<T> _ -> Optional.empty();
            case ListResult.Failed<T>(String problem) -> {
                unread.add("%s: %s".formatted(subject.text(), problem));
                yield Optional.empty();
            }
        };
    }

    private void take(TakeoverSubject subject, ListResult<SubjectRows> result) {
        value(subject, result).ifPresent(rows -> plans.put(subject, rows.result()));
    }

    private void readCluster() {
        value(TakeoverSubject.CSI_DRIVER, objects.csiDriver())
                .ifPresent(driver ->
                        one(TakeoverSubject.CSI_DRIVER, "csi.vsphere.vmware.com", ClusterPlanPolicy.csiDriver(driver)));
        value(TakeoverSubject.WEBHOOK, objects.webhooks())
                .flatMap(found -> found)
                .ifPresent(webhooks -> one(
                        TakeoverSubject.WEBHOOK,
                        "validation.csi.vsphere.vmware.com",
                        ClusterPlanPolicy.webhooks(webhooks)));
        value(TakeoverSubject.CONFIG_MAP, objects.features())
                .flatMap(found -> found)
                .ifPresent(switches -> one(
                        TakeoverSubject.CONFIG_MAP,
                        namespace + "/internal-feature-states.csi.vsphere.vmware.com",
                        ClusterPlanPolicy.features(switches)));
        take(
                TakeoverSubject.DEPLOYMENT,
                objects.deployments(() -> new SubjectRows(TakeoverSubject.DEPLOYMENT), (rows, deployment) -> {
                    if (WorkloadPlanPolicy.isController(deployment)) {
                        rows.add(
                                namespace + "/" + deployment.name(),
                                WorkloadPlanPolicy.controller(deployment, namespace, settings));
                    }
                }));
        readNodePlugins();
    }

    private void readNodePlugins() {
        value(TakeoverSubject.DAEMON_SET, objects.daemonSets(() -> new ArrayList<ExistingWorkload>(), ArrayList::add))
                .ifPresent(daemonSets -> {
                    var rows = new SubjectRows(TakeoverSubject.DAEMON_SET);
                    daemonSets.forEach(each -> rows.add(
                            namespace + "/" + each.name(),
                            WorkloadPlanPolicy.nodePlugin(each).stream().toList()));
                    if (daemonSets.stream().noneMatch(WorkloadPlanPolicy::isNodePlugin)) {
                        rows.add(
                                namespace + "/" + WorkloadPlanPolicy.NODE_PLUGIN,
                                List.of(TakeoverFinding.of(
                                        TakeoverCode.NODE_PLUGIN_MISSING,
                                        "found no DaemonSet %s in the namespace %s"
                                                .formatted(WorkloadPlanPolicy.NODE_PLUGIN, namespace))));
                    }
                    plans.put(TakeoverSubject.DAEMON_SET, rows.result());
                });
    }

    private Optional<RegisteredNodes> readNodes() {
        Optional<Map<String, ExistingDriverNode>> drivers = value(
                TakeoverSubject.NODE,
                objects.driverNodes(HashMap::new, (found, driver) -> found.put(driver.node(), driver)));
        ListResult<Topologies> listed =
                objects.nodeTopologies(() -> new Topologies(new TreeMap<>()), (found, topology) -> found.byNode()
                        .put(topology.node(), topology));
        Map<String, ExistingNodeTopology> topologies = value(TakeoverSubject.NODE_TOPOLOGY, listed)
                .map(Topologies::byNode)
                .orElse(Map.of());
        if (drivers.isEmpty()) {
            return Optional.empty();
        }
        Set<String> shared = drivers.get().values().stream()
                .collect(Collectors.groupingBy(ExistingDriverNode::nodeId, Collectors.counting()))
                .entrySet()
                .stream()
                .filter(each -> each.getValue() > 1)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        record Read(SubjectRows rows, Set<String> names) {}
        Optional<Read> read = value(
                TakeoverSubject.NODE,
                objects.nodes(() -> new Read(new SubjectRows(TakeoverSubject.NODE), new HashSet<>()), (nodes, node) -> {
                    nodes.names().add(node.name());
                    nodes.rows()
                            .add(
                                    node.name(),
                                    NodePlanPolicy.evaluate(
                                            node,
                                            Optional.ofNullable(drivers.get().get(node.name())),
                                            Optional.ofNullable(topologies.get(node.name())),
                                            shared,
                                            settings));
                }));
        read.ifPresent(nodes -> plans.put(TakeoverSubject.NODE, nodes.rows().result()));
        Optional<RegisteredNodes> nodes = read.map(found -> new RegisteredNodes(found.names(), drivers.get()));
        nodes.ifPresent(known -> {
            var rows = new SubjectRows(TakeoverSubject.NODE_TOPOLOGY);
            topologies.values().forEach(each -> rows.add(each.node(), NodePlanPolicy.evaluate(each, known)));
            plans.put(TakeoverSubject.NODE_TOPOLOGY, rows.result());
        });
        return nodes;
    }

    private Optional<MigrationRecords> readMigrations() {
        record Read(SubjectRows rows, MigrationRecords records) {}
        ListResult<Read> listed = objects.migrations(
                () -> new Read(new SubjectRows(TakeoverSubject.MIGRATION), new MigrationRecords()), (read, record) -> {
                    read.records().add(record);
                    read.rows()
                            .add(
                                    record.name(),
                                    RecordPlanPolicy.evaluate(record).stream().toList());
                });
        Optional<Read> read = value(TakeoverSubject.MIGRATION, listed);
        read.ifPresent(
                found -> plans.put(TakeoverSubject.MIGRATION, found.rows().result()));
        return listed instanceof ListResult.KindUnknown ? Optional.of(new MigrationRecords()) : read.map(Read::records);
    }

    /// Reads the attachments by their PersistentVolume; those of other volumes have an empty name.
    private Optional<Map<String, List<ExistingAttachment>>> readAttachments() {
        return value(
                TakeoverSubject.ATTACHMENT,
                objects.attachments(TreeMap::new, (found, attachment) -> found.computeIfAbsent(
                                attachment.volume(), _ -> new ArrayList<>(1))
                        .add(attachment)));
    }

    private Optional<VolumeRead> readVolumes(
            Map<String, List<ExistingAttachment>> attachments,
            Optional<RegisteredNodes> nodes,
            Optional<MigrationRecords> migrations) {
        Optional<VolumeRead> volumes = value(
                TakeoverSubject.VOLUME,
                objects.volumes(VolumeRead::new, (read, volume) -> add(read, volume, attachments, nodes, migrations)));
        volumes.ifPresent(read -> {
            attachments.forEach((name, each) -> {
                if (!read.attached.contains(name)) {
                    each.forEach(attachment -> read.attachments.add(
                            attachment.name(),
                            AttachmentPlanPolicy.evaluate(attachment, Optional.empty(), nodes, migrations, running)));
                }
            });
            plans.put(TakeoverSubject.VOLUME, read.volumes.result());
            plans.put(TakeoverSubject.ATTACHMENT, read.attachments.result());
            Map<String, TakeoverFinding> shared = read.ids.repeated().stream()
                    .collect(Collectors.toMap(
                            id -> id,
                            id -> TakeoverFinding.of(
                                    TakeoverCode.VOLUME_SHARED,
                                    "other PersistentVolumes have the handle %s, too".formatted(id))));
            if (!shared.isEmpty()) {
                nameVolumes(read, shared, migrations);
            }
        });
        return volumes;
    }

    private void add(
            VolumeRead read,
            ExistingVolume volume,
            Map<String, List<ExistingAttachment>> attachments,
            Optional<RegisteredNodes> nodes,
            Optional<MigrationRecords> migrations) {
        List<TakeoverFinding> findings = VolumePlanPolicy.evaluate(volume, settings, migrations);
        read.volumes.add(volume.name(), findings);
        HandleForm form = HandleForm.of(volume.handle());
        read.forms.merge(form, 1L, Long::sum);
        if (form == HandleForm.FILE) {
            read.fileClasses.merge(volume.storageClass(), 1L, Long::sum);
        }
        if (volume.origin() != Origin.IN_TREE) {
            read.ids.add(volume.handle());
        }
        if (volume.origin() == Origin.DYNAMIC || volume.origin() == Origin.STATIC) {
            read.csi++;
        }
        List<ExistingAttachment> own = attachments.getOrDefault(volume.name(), List.of());
        if (own.isEmpty()) {
            return;
        }
        read.attached.add(volume.name());
        var attached = new AttachedVolume(
                form,
                findings.stream()
                        .map(TakeoverFinding::code)
                        .filter(code -> code.effect() == TakeoverEffect.STOPS)
                        .findFirst(),
                own.stream().filter(ExistingAttachment::isAttached).count());
        own.forEach(attachment -> read.attachments.add(
                attachment.name(),
                AttachmentPlanPolicy.evaluate(attachment, Optional.of(attached), nodes, migrations, running)));
    }

    /// @param fileClasses how many file volumes each StorageClass has
    private void readClasses(Optional<Map<String, Long>> fileClasses) {
        Map<String, Long> counts = fileClasses.orElse(Map.of());
        Optional<List<ExistingStorageClass>> classes = value(
                TakeoverSubject.STORAGE_CLASS,
                objects.storageClasses(() -> new ArrayList<ExistingStorageClass>(), List::add)
                        .map(found -> found));
        classes.ifPresent(found -> {
            var rows = new SubjectRows(TakeoverSubject.STORAGE_CLASS);
            found.forEach(each -> rows.add(
                    each.name(), ClassPlanPolicy.evaluate(each, counts.getOrDefault(each.name(), 0L), settings)));
            plans.put(TakeoverSubject.STORAGE_CLASS, rows.result());
            Set<String> names = found.stream().map(ExistingStorageClass::name).collect(Collectors.toSet());
            take(
                    TakeoverSubject.CLAIM,
                    objects.claims(() -> new SubjectRows(TakeoverSubject.CLAIM), (waiting, claim) -> {
                        if (claim.phase().equals("Pending") && names.contains(claim.storageClass())) {
                            waiting.add(claim.namespace() + "/" + claim.name(), ClassPlanPolicy.evaluate(claim));
                        }
                    }));
        });
    }

    private void readSnapshots() {
        take(
                TakeoverSubject.SNAPSHOT_CLASS,
                objects.snapshotClasses(
                        () -> new SubjectRows(TakeoverSubject.SNAPSHOT_CLASS),
                        (rows, each) -> rows.add(each.name(), RecordPlanPolicy.evaluate(each))));
        take(
                TakeoverSubject.SNAPSHOT_CONTENT,
                objects.snapshotContents(() -> new SnapshotRead(running), SnapshotRead::add)
                        .map(SnapshotRead::result));
    }

    /// The VolumeSnapshotContents.
    ///
    /// Threads: one.
    private static final class SnapshotRead {
        private final SubjectRows rows = new SubjectRows(TakeoverSubject.SNAPSHOT_CONTENT);

        /// The contents of each snapshot, by its handle.
        private final Map<String, List<String>> contents = new HashMap<>();

        private final Set<String> special = new HashSet<>();
        private final RunningTasks running;

        SnapshotRead(RunningTasks running) {
            this.running = running;
        }

        void add(ExistingSnapshotContent content) {
            List<TakeoverFinding> findings =
                    RecordPlanPolicy.evaluate(content, running).stream().toList();
            rows.add(content.name(), findings);
            if (!findings.isEmpty()) {
                special.add(content.name());
            }
            if (!content.handle().isEmpty()) {
                contents.computeIfAbsent(content.handle(), _ -> new ArrayList<>(1))
                        .add(content.name());
            }
        }

        SubjectRows result() {
            contents.forEach((handle, names) -> {
                if (names.size() > 1) {
                    names.forEach(name -> rows.addTo(
                            name,
                            List.of(TakeoverFinding.of(
                                    TakeoverCode.SNAPSHOT_SHARED,
                                    "other VolumeSnapshotContents have the handle %s, too".formatted(handle))),
                            !special.contains(name)));
                }
            });
            return rows;
        }
    }

    private void readOperations(Optional<CnsTaskCheck> tasks, Instant now) throws InterruptedException {
        record Read(SubjectRows rows, List<ExistingOperation> open) {}
        Optional<Read> read = value(
                TakeoverSubject.OPERATION,
                objects.operations(
                        () -> new Read(new SubjectRows(TakeoverSubject.OPERATION), new ArrayList<>()),
                        (all, record) -> {
                            List<TakeoverFinding> findings =
                                    RecordPlanPolicy.evaluate(record.state(), RecordedTasks.NOT_ASKED, now).stream()
                                            .toList();
                            if (findings.isEmpty()) {
                                all.rows().add(record.name(), findings);
                            } else {
                                all.open().add(record);
                            }
                        }));
        if (read.isEmpty()) {
            return;
        }
        RecordedTasks known = RecordedTasks.NOT_ASKED;
        if (tasks.isPresent()) {
            known = tasks.get()
                    .states(read.get().open().stream()
                            .flatMap(operation -> operation.state() instanceof RecordState.Present(var record, var _)
                                    ? Stream.of(record)
                                    : Stream.empty())
                            .toList());
        }
        for (ExistingOperation operation : read.get().open()) {
            read.get()
                    .rows()
                    .add(
                            operation.name(),
                            RecordPlanPolicy.evaluate(operation.state(), known, now).stream()
                                    .toList());
        }
        plans.put(TakeoverSubject.OPERATION, read.get().rows().result());
    }

    private void readVcenters(
            Optional<CnsVolumeCheck> vcenters, Optional<VolumeRead> volumes, Optional<MigrationRecords> migrations)
            throws InterruptedException {
        KnownVolumes known = volumes.<KnownVolumes>map(
                        read -> read.csi == 0 ? new KnownVolumes.None() : new KnownVolumes.NotQueried(read.csi))
                .orElse(new KnownVolumes.Unread("the PersistentVolumes were not read"));
        if (vcenters.isEmpty()) {
            decideClusterId(known);
            return;
        }
        CnsVolumeCheck check = vcenters.get();
        CnsVolumeOwners owners = check.check(volumes.map(read -> read.ids).orElseGet(VolumeIdList::new));
        boolean isComplete = check.unread().isEmpty();
        unread.addAll(check.unread());
        plans.put(TakeoverSubject.VCENTER, check.vcenterPlan());
        Optional<String> id = decideClusterId(
                known instanceof KnownVolumes.NotQueried(int count) && isComplete
                        ? new KnownVolumes.Queried(count, owners.clusters())
                        : known);
        Map<String, TakeoverFinding> findings = owners.findings(id, isComplete);
        if (volumes.isPresent() && !findings.isEmpty()) {
            nameVolumes(volumes.get(), findings, migrations);
        }
    }

    /// Lists the PersistentVolumes once more, to find the names of those of which CNS says something.
    private void nameVolumes(
            VolumeRead read, Map<String, TakeoverFinding> findings, Optional<MigrationRecords> migrations) {
        record InCns(ExistingVolume volume, TakeoverFinding finding) {}
        record Named(List<InCns> volumes) {}
        value(
                        TakeoverSubject.VOLUME,
                        objects.volumes(() -> new Named(new ArrayList<>()), (named, volume) -> Optional.ofNullable(
                                        findings.get(volume.handle().toLowerCase(Locale.ROOT)))
                                .map(finding -> new InCns(volume, finding))
                                .ifPresent(named.volumes()::add)))
                .ifPresent(named -> {
                    named.volumes()
                            .forEach(each -> read.volumes.addTo(
                                    each.volume().name(),
                                    List.of(VolumePlanPolicy.evaluate(each.volume(), each.finding())),
                                    read.named.add(each.volume().name())
                                            && VolumePlanPolicy.evaluate(each.volume(), settings, migrations)
                                                    .isEmpty()));
                    plans.put(TakeoverSubject.VOLUME, read.volumes.result());
                });
    }

    /// Returns the id that the driver will use; empty if it is not known.
    private Optional<String> decideClusterId(KnownVolumes volumes) {
        ClusterIdConfigMap configMap =
                switch (clusterId.read(BUDGET)) {
                    case ClusterIdReadResult.Present(String id) -> new ClusterIdConfigMap.Present(id);
                    case ClusterIdReadResult.Absent() -> new ClusterIdConfigMap.Absent();
                    case ClusterIdReadResult.Unread(String problem) -> new ClusterIdConfigMap.Unread(problem);
                };
        if (configMap instanceof ClusterIdConfigMap.Unread(String problem)) {
            unread.add("%s: %s".formatted(TakeoverSubject.CONFIG_MAP.text(), problem));
            return Optional.empty();
        }
        if (config.isEmpty()) {
            return Optional.empty();
        }
        ClusterIdDecision decision = ClusterIdPolicy.decide(config.get().clusterId(), configMap, volumes);
        if (decision instanceof ClusterIdDecision.QueryVolumes) {
            notChecked.add("the cluster id, which only CNS has recorded");
        }
        ClusterPlanPolicy.clusterId(decision).ifPresent(this::addToConfiguration);
        return switch (decision) {
            case ClusterIdDecision.Use(String id, String _) -> Optional.of(id);
            case ClusterIdDecision.Adopt(String id, String _) -> Optional.of(id);
            case ClusterIdDecision.Create _, ClusterIdDecision.QueryVolumes _, ClusterIdDecision.NotReady _ ->
                Optional.empty();
        };
    }

    private void addToConfiguration(TakeoverFinding finding) {
        var rows = new SubjectRows(TakeoverSubject.CONFIGURATION);
        SubjectPlan before = plans.get(TakeoverSubject.CONFIGURATION);
        var findings = new ArrayList<TakeoverFinding>();
        if (before != null) {
            before.rows().stream().map(TakeoverRow::finding).forEach(findings::add);
        }
        findings.add(finding);
        rows.add("csi-vsphere.conf", findings);
        plans.put(TakeoverSubject.CONFIGURATION, rows.result());
    }
}
