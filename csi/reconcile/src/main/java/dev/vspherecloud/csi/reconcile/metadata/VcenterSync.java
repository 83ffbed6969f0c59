package dev.vspherecloud.csi.reconcile.metadata;

import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.cluster.metadata.MetadataVolume;
import dev.vspherecloud.csi.domain.OperationName;
import dev.vspherecloud.csi.domain.metadata.DeletedVolume;
import dev.vspherecloud.csi.domain.metadata.DesiredMetadata;
import dev.vspherecloud.csi.domain.metadata.LostVolumeFacts;
import dev.vspherecloud.csi.domain.metadata.LostVolumePolicy;
import dev.vspherecloud.csi.domain.metadata.MetadataDecision;
import dev.vspherecloud.csi.domain.metadata.MetadataPolicy;
import dev.vspherecloud.csi.domain.metadata.OrphanFacts;
import dev.vspherecloud.csi.domain.metadata.OrphanPolicy;
import dev.vspherecloud.csi.domain.metadata.OrphanState;
import dev.vspherecloud.csi.domain.metadata.RecordedVolume;
import dev.vspherecloud.csi.domain.metadata.ReleaseDecision;
import dev.vspherecloud.csi.domain.metadata.ReleasePolicy;
import dev.vspherecloud.csi.domain.metadata.VolumeEntity;
import dev.vspherecloud.reconcile.Sleeper;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Synchronises the metadata of one vCenter. A vCenter that does not answer delays only its own volumes.
///
/// Changes of one volume that come within [#GATHER] need one query and one update, and so do the changes of up to
/// [MetadataVcenter#BATCH] volumes. Nothing is sent for a volume that is as it should be.
///
/// A volume that CNS refuses is sent after the others, is tried again after growing waits and in full passes, and is
/// logged once for each cause.
///
/// Threads: [#run] has one caller, which ends it by an interrupt. [#onChanged] and [#wake] may be called from anywhere.
final class VcenterSync implements Runnable {
    /// How long to gather changes: Kubernetes changes a claim, its PersistentVolume and its Pod one after the other.
    static final Duration GATHER = Duration.ofSeconds(2);

    /// The pause between two updates of a full pass, and between two batches of changes.
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /// How long to wait after a full pass that failed.
    private static final Duration PASS_RETRY = Duration.ofMinutes(1);

    /// How long to wait at most before the settings are looked at again.
    private static final Duration MAX_WAIT = Duration.ofSeconds(30);

    /// How long to wait at most before this process may perhaps change CNS.
    private static final Duration WRITE_WAIT = Duration.ofSeconds(2);

    /// How many records of the vCenters of volumes to write at a time.
    private static final int RECORDS = 20;

    /// The subject of problems that concern the vCenter and no volume.
    private static final String QUERIES = "queries";

    private static final Logger log = LoggerFactory.getLogger(VcenterSync.class);

    /// What all vCenters share.
    ///
    /// @param mayWrite returns true while this process may change CNS
    /// @param interval the time between two full passes
    record Shared(
            VolumeObjectIndex cluster,
            ClusterRecords records,
            EntityHistories histories,
            LostVolumes lost,
            VolumeLocations locations,
            SyncObserver observer,
            BooleanSupplier mayWrite,
            Duration interval,
            InstantSource clock,
            LongSupplier nanoTime,
            Sleeper sleeper) {}

    private final MetadataVcenter vcenter;
    private final Shared shared;
    private final PendingVolumes pending;
    private final Map<String, Instant> withoutVolume = new HashMap<>();
    private final Set<String> foreignReported = new HashSet<>();
    private final ReportedProblems problems = new ReportedProblems();
    private final Set<String> recorded = new HashSet<>();
    private final Set<String> unrecorded = new TreeSet<>();
    private Set<String> orphansLogged = Set.of();
    private boolean isPassAnswered;
    private long passDueNanos;

    VcenterSync(MetadataVcenter vcenter, Shared shared) {
        this.vcenter = vcenter;
        this.shared = shared;
        this.pending = new PendingVolumes(shared.nanoTime());
        this.passDueNanos = shared.nanoTime().getAsLong();
    }

    MetadataVcenter vcenter() {
        return vcenter;
    }

    /// Called when the metadata of a volume may have changed.
    void onChanged(String id) {
        if (shared.locations().mayBeAt(id, vcenter.name())) {
            pending.add(id, GATHER);
        }
    }

    /// Makes the thread look at its conditions again.
    void wake() {
        pending.wake();
    }

    @Override
    public void run() {
        passDueNanos = shared.nanoTime().getAsLong();
        try {
            while (true) {
                step();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void step() throws InterruptedException {
        if (!shared.mayWrite().getAsBoolean()) {
            // Another process may change CNS meanwhile, so a full pass follows.
            passDueNanos = shared.nanoTime().getAsLong();
            pending.awaitChange(WRITE_WAIT);
            return;
        }
        Duration untilPass = Duration.ofNanos(passDueNanos - shared.nanoTime().getAsLong());
        if (!untilPass.isPositive()) {
            boolean _ = fullPass();
            passDueNanos = shared.nanoTime().getAsLong() + untilNextPass().toNanos();
            return;
        }
        Duration wait = unrecorded.isEmpty() ? MAX_WAIT : PAUSE;
        pending.await(untilPass.compareTo(wait) < 0 ? untilPass : wait);
        if (shared.mayWrite().getAsBoolean() && updateChanged() + recordVcenters() > 0) {
            shared.sleeper().sleep(PAUSE);
        }
    }

    /// Returns how long to wait after a full pass. A pass in which CNS only refused volumes is not repeated sooner: it
    /// would be refused again.
    Duration untilNextPass() {
        return isPassAnswered || shared.interval().compareTo(PASS_RETRY) < 0 ? shared.interval() : PASS_RETRY;
    }

    /// Records that this vCenter has some of the volumes that have no record of it, so that no call about them has to
    /// ask every vCenter.
    ///
    /// Rule from: csi 3.1 step 8; vsphere-csi-driver, pkg/syncer/fullsync.go (volumeInfoCRFullSync).
    ///
    /// @return the number of volumes
    int recordVcenters() {
        List<String> some = unrecorded.stream().limit(RECORDS).toList();
        for (String id : some) {
            unrecorded.remove(id);
            Optional<String> problem = shared.mayWrite().getAsBoolean()
                    ? shared.records().recordVcenter(id, vcenter.server())
                    : Optional.of("another process is active");
            if (problem.isPresent()) {
                log.atWarn()
                        .addKeyValue("vcenter", vcenter.name())
                        .addKeyValue("handle", id)
                        .addKeyValue("cause", problem.get())
                        .log("Cannot record which vCenter has the volume; the next full pass tries again");
                unrecorded.clear();
                break;
            }
            recorded.add(id);
        }
        return some.size();
    }

    private void addUnrecorded(String id) {
        if (shared.locations().hasSeveral() && !recorded.contains(id)) {
            unrecorded.add(id);
        }
    }

    /// Compares the volumes whose change is due.
    ///
    /// @return the number of volumes
    int updateChanged() throws InterruptedException {
        Map<String, Integer> due = pending.take(MetadataVcenter.BATCH);
        // Since they were added, another vCenter may have said that it has them.
        due.keySet().removeIf(id -> !shared.locations().mayBeAt(id, vcenter.name()));
        if (due.isEmpty()) {
            return 0;
        }
        Set<String> left = compare(due.keySet(), false);
        left.forEach(id -> {
            int tries = due.getOrDefault(id, 0) + 1;
            if (!pending.retry(id, tries) && !problems.contains(id)) {
                boolean _ = problems.add(id, "it is not up to date");
                log.atWarn()
                        .addKeyValue("vcenter", vcenter.name())
                        .addKeyValue("handle", id)
                        .addKeyValue("tries", tries)
                        .log("Metadata of the volume is not up to date in CNS; the next full pass tries again");
            }
        });
        return due.size();
    }

    /// Compares these volumes with CNS.
    ///
    /// @return those to try again
    private Set<String> compare(Set<String> ids, boolean isPass) throws InterruptedException {
        switch (vcenter.volumes(ids)) {
            case MetadataQueryResult.Unanswered(String problem) -> {
                notRead(problem);
                return ids;
            }
            case MetadataQueryResult.Answered(List<RecordedVolume> volumes, Map<String, String> refused) -> {
                problems.remove(QUERIES);
                var batch = new Batch();
                var missing = new TreeSet<>(ids);
                refused.forEach((id, problem) -> {
                    missing.remove(id);
                    batch.notRead(id, problem);
                });
                volumes.forEach(volume -> {
                    missing.remove(volume.id());
                    batch.compare(volume);
                    if (shared.cluster()
                            .volume(volume.id())
                            .filter(MetadataVolume::isStatic)
                            .isPresent()) {
                        addUnrecorded(volume.id());
                    }
                });
                missing.forEach(id -> batch.onAbsent(id, isPass));
                batch.send();
                return batch.left;
            }
        }
    }

    private void notRead(String problem) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException(problem);
        }
        isPassAnswered = false;
        if (problems.add(QUERIES, problem)) {
            log.atWarn()
                    .addKeyValue("vcenter", vcenter.name())
                    .addKeyValue("cause", problem)
                    .log("Cannot read volumes from CNS, so their metadata is not compared now");
        }
    }

    /// Compares all volumes of the cluster.
    ///
    /// @return true if everything could be read and written
    boolean fullPass() throws InterruptedException {
        long begin = shared.nanoTime().getAsLong();
        boolean hasPassed = passOnce();
        if (Thread.interrupted()) {
            throw new InterruptedException("the full pass was interrupted");
        }
        shared.observer()
                .onFullPass(
                        vcenter.name(),
                        hasPassed,
                        Duration.ofNanos(shared.nanoTime().getAsLong() - begin));
        return hasPassed;
    }

    private boolean passOnce() throws InterruptedException {
        isPassAnswered = true;
        boolean isMigratedKnown =
                switch (shared.records().migratedVolumes()) {
                    case ListResult.Complete<Map<String, String>>(Map<String, String> idByPath) -> {
                        shared.cluster().setMigrated(idByPath);
                        yield true;
                    }
                    case ListResult.KindUnknown<Map<String, String>> _ -> true;
                    case ListResult.Failed<Map<String, String>>(String problem) -> {
                        notRead(problem);
                        yield false;
                    }
                };
        return switch (vcenter.list()) {
            case MetadataQueryResult.Unanswered(String problem) -> {
                notRead(problem);
                yield false;
            }
            case MetadataQueryResult.Answered(List<RecordedVolume> volumes, var _) -> pass(volumes, isMigratedKnown);
        };
    }

    /// @param volumes all volumes of the cluster
    private boolean pass(List<RecordedVolume> volumes, boolean isMigratedKnown) throws InterruptedException {
        problems.remove(QUERIES);
        var batch = new Batch();
        var found = new HashSet<String>();
        volumes.forEach(volume -> {
            found.add(volume.id());
            batch.compare(volume);
        });
        batch.send();
        boolean hasPassed = batch.left.isEmpty();
        Set<String> ids = shared.cluster().ids();
        shared.histories().retain(ids);
        shared.lost().retain(ids);
        shared.locations().retain(ids);
        foreignReported.retainAll(ids);
        hasPassed &= findElsewhere(ids, found);
        hasPassed &= findUnrecorded(ids);
        hasPassed &= isMigratedKnown && countOrphans(volumes);
        shared.observer().onLostVolumes(shared.lost().reported());
        logLeftAlone();
        batch.left.forEach(id -> pending.retry(id, 1));
        problems.retain(
                Stream.of(ids, batch.left, Set.of(QUERIES)).flatMap(Set::stream).collect(Collectors.toSet()));
        return hasPassed;
    }

    /// Finds the volumes of this vCenter without a record of it. A volume of the time before there was a
    /// second vCenter has none.
    ///
    /// @return false if the records cannot be read
    private boolean findUnrecorded(Set<String> ids) throws InterruptedException {
        if (!shared.locations().hasSeveral()) {
            return true;
        }
        switch (shared.records().volumeVcenters()) {
            case ListResult.Complete<Map<String, String>>(Map<String, String> servers) -> {
                recorded.clear();
                recorded.addAll(servers.keySet());
                ids.stream()
                        .filter(id -> shared.locations().isAt(id, vcenter.name()))
                        .forEach(this::addUnrecorded);
                return true;
            }
            case ListResult.KindUnknown<Map<String, String>>(String problem) -> notRead(problem);
            case ListResult.Failed<Map<String, String>>(String problem) -> notRead(problem);
        }
        return false;
    }

    /// Looks for volumes of PersistentVolumes that the list of the cluster's volumes does not contain: CNS may have
    /// them for another cluster, or not at all.
    private boolean findElsewhere(Set<String> ids, Set<String> found) throws InterruptedException {
        List<String> missing = ids.stream()
                .filter(id -> !found.contains(id))
                .filter(id -> shared.locations().mayBeAt(id, vcenter.name()))
                .sorted()
                .toList();
        boolean hasPassed = true;
        for (int from = 0; from < missing.size(); from += MetadataVcenter.BATCH) {
            var some = new TreeSet<>(missing.subList(from, Math.min(missing.size(), from + MetadataVcenter.BATCH)));
            Set<String> left = compare(some, true);
            left.forEach(id -> pending.retry(id, 1));
            hasPassed &= left.isEmpty();
        }
        return hasPassed;
    }

    private void logLeftAlone() {
        Set<String> names = shared.cluster().leftAlone();
        if (!names.isEmpty()) {
            log.atDebug()
                    .addKeyValue("persistentVolumes", String.join(", ", names))
                    .log("CNS has no id for the volumes of these PersistentVolumes, so their metadata is left alone");
        }
    }

    /// @param volumes all volumes of the cluster
    /// @return false if orphans could not be counted
    private boolean countOrphans(List<RecordedVolume> volumes) throws InterruptedException {
        Set<String> open;
        switch (shared.records().openOperations()) {
            case ListResult.Complete<Set<String>>(Set<String> names) -> open = names;
            case ListResult.KindUnknown<Set<String>> _ -> open = Set.of();
            case ListResult.Failed<Set<String>>(String problem) -> {
                notRead(problem);
                return false;
            }
        }
        Instant now = shared.clock().instant();
        // Read after the list of volumes: a PersistentVolume that was created meanwhile counts.
        Set<String> owned = shared.cluster().ids();
        Map<String, RecordedVolume> candidates = new LinkedHashMap<>();
        volumes.stream()
                .filter(volume -> !owned.contains(volume.id()))
                .forEach(volume -> candidates.put(volume.id(), volume));
        withoutVolume.keySet().retainAll(candidates.keySet());
        var orphans = new ArrayList<OrphanedVolume>();
        candidates.values().forEach(volume -> evaluate(volume, open, now).ifPresent(orphans::add));
        orphans.sort(Comparator.comparing(orphan -> orphan.volume().id()));
        Set<String> here =
                new HashSet<>(volumes.stream().map(RecordedVolume::id).toList());
        int retained = (int)
                shared.cluster().retained().stream().filter(here::contains).count();
        shared.observer().onCounted(vcenter.name(), orphans, retained);
        logOrphans(orphans);
        return true;
    }

    private Optional<OrphanedVolume> evaluate(RecordedVolume volume, Set<String> open, Instant now) {
        boolean isAwaited = OrphanPolicy.claimUid(volume.name())
                .filter(shared.cluster()::hasWaitingClaim)
                .isPresent();
        boolean isOpen = open.contains(OperationName.ofDelete(volume.id()))
                || open.contains(OperationName.ofExpand(volume.id()))
                || open.stream().anyMatch(name -> OperationName.ofVolume(name).equals(volume.name()))
                || shared.cluster().deleted(volume.id()).isPresent();
        Optional<Instant> seen = Optional.ofNullable(withoutVolume.get(volume.id()));
        OrphanState state =
                OrphanPolicy.evaluate(volume, vcenter.cluster(), new OrphanFacts(isAwaited, isOpen, seen), now);
        return switch (state) {
            case IN_PROGRESS, CLAIMED, OF_OTHER_CLUSTER -> {
                withoutVolume.remove(volume.id());
                yield Optional.empty();
            }
            case UNCONFIRMED -> {
                withoutVolume.putIfAbsent(volume.id(), now);
                yield Optional.empty();
            }
            case ORPHAN ->
                Optional.of(
                        new OrphanedVolume(volume, OrphanPolicy.reason(volume, vcenter.cluster()), seen.orElse(now)));
        };
    }

    private void logOrphans(List<OrphanedVolume> orphans) {
        var ids = new TreeSet<String>();
        orphans.forEach(orphan -> ids.add(orphan.volume().id()));
        if (!ids.isEmpty() && !ids.equals(orphansLogged)) {
            log.atWarn()
                    .addKeyValue("vcenter", vcenter.name())
                    .addKeyValue("handles", String.join(", ", ids))
                    .log(
                            "CNS has volumes of this cluster that no PersistentVolume has; see vsphere-csi explain orphans");
        }
        orphansLogged = ids;
    }

    /// The comparison of some volumes, and the updates that follow from it.
    private final class Batch {
        private final Map<String, MetadataUpdate> updates = new LinkedHashMap<>();
        private final List<DeletedVolume> released = new ArrayList<>();
        private final List<DeletedVolume> unregistered = new ArrayList<>();
        private final Set<String> left = new TreeSet<>();

        void compare(RecordedVolume recorded) {
            String id = recorded.id();
            Optional<DesiredMetadata> desired = shared.cluster().desired(id);
            Optional<DeletedVolume> deleted = shared.cluster().deleted(id);
            if (desired.isPresent()) {
                shared.locations().onFound(id, vcenter.name());
                shared.lost().onFound(id);
                compare(desired.get(), recorded);
            } else if (deleted.isPresent()) {
                release(deleted.get(), recorded);
            }
        }

        private void compare(DesiredMetadata desired, RecordedVolume recorded) {
            String id = recorded.id();
            Instant now = shared.clock().instant();
            MetadataDecision decision = MetadataPolicy.decide(
                    desired, recorded, vcenter.cluster(), shared.histories().of(id), now);
            shared.histories().onStale(id, decision.unconfirmed(), now);
            if (!decision.unconfirmed().isEmpty()) {
                pending.add(id, MetadataPolicy.CONFIRMATION);
            }
            if (!decision.foreign().isEmpty() && foreignReported.add(id)) {
                shared.cluster().volume(id).ifPresent(volume -> shared.observer()
                        .onForeign(volume, decision.foreign()));
            }
            if (!decision.changesSomething()) {
                problems.remove(id);
            } else {
                updates.put(id, new MetadataUpdate(id, decision.written(), decision.removed()));
            }
        }

        private void release(DeletedVolume deleted, RecordedVolume recorded) {
            switch (ReleasePolicy.decide(deleted, recorded, vcenter.cluster())) {
                case ReleaseDecision.Leave() -> shared.cluster().onReleased(deleted);
                case ReleaseDecision.RemoveEntities(List<VolumeEntity> entities) -> {
                    updates.put(recorded.id(), new MetadataUpdate(recorded.id(), List.of(), entities));
                    released.add(deleted);
                }
                case ReleaseDecision.Unregister() -> unregistered.add(deleted);
            }
        }

        /// Called for a volume that the vCenter does not have.
        void onAbsent(String id, boolean isPass) {
            Optional<MetadataVolume> volume = shared.cluster().volume(id);
            if (volume.isEmpty()) {
                shared.cluster().deleted(id).ifPresent(shared.cluster()::onReleased);
                return;
            }
            shared.locations().onAbsent(id, vcenter.name());
            shared.lost().onAbsent(id, vcenter.name(), isPass);
            if (!shared.lost().isAbsentEverywhere(id)) {
                return;
            }
            switch (LostVolumePolicy.decide(facts(volume.get(), id))) {
                case WAIT -> {
                    if (!isPass && volume.get().isUsable() && !shared.lost().isRefusedEverywhere(id)) {
                        left.add(id);
                    }
                }
                case REGISTER -> register(volume.get(), id);
                case REPORT -> report(volume.get(), id);
            }
        }

        private LostVolumeFacts facts(MetadataVolume volume, String id) {
            return new LostVolumeFacts(
                    volume.form(),
                    volume.isStatic(),
                    volume.isUsable(),
                    shared.lost().passes(id),
                    shared.lost().isRefusedEverywhere(id));
        }

        private void report(MetadataVolume volume, String id) {
            if (shared.lost().report(id)) {
                log.atWarn()
                        .addKeyValue("persistentVolume", volume.name())
                        .addKeyValue("handle", id)
                        .log("No vCenter has the volume of the PersistentVolume");
                shared.observer().onLost(volume);
            }
        }

        private void register(MetadataVolume volume, String id) {
            Optional<DesiredMetadata> desired = shared.cluster().desired(id);
            if (desired.isEmpty() || !shared.mayWrite().getAsBoolean()) {
                return;
            }
            switch (shared.lost().beginRegistration(id, vcenter.name())) {
                case NOW -> register(volume, desired.get());
                case LATER -> pending.retry(id, 1);
                case NEVER -> {}
            }
        }

        private void register(MetadataVolume volume, DesiredMetadata desired) {
            String id = desired.volumeId();
            switch (vcenter.register(OperationName.ofVolume(volume.name()), desired)) {
                case MetadataWriteResult.Done() -> {
                    problems.remove(id);
                    shared.lost().onFound(id);
                    shared.locations().onFound(id, vcenter.name());
                    log.atInfo()
                            .addKeyValue("persistentVolume", volume.name())
                            .addKeyValue("handle", id)
                            .addKeyValue("vcenter", vcenter.name())
                            .log("Disk is registered as a volume");
                    shared.observer().onRegistered(volume, vcenter.name());
                    // If it was registered before, its metadata is still to be compared.
                    pending.add(id, GATHER);
                }
                case MetadataWriteResult.NotFound(String problem) -> {
                    shared.lost().onNotRegistered(id, vcenter.name(), true);
                    if (shared.lost().isRefusedEverywhere(id)) {
                        notRegistered(volume, id, problem);
                    }
                }
                case MetadataWriteResult.Refused(String problem) -> notRegisteredNow(volume, id, problem);
                case MetadataWriteResult.Failed(String problem) -> {
                    isPassAnswered = false;
                    notRegisteredNow(volume, id, problem);
                }
            }
        }

        private void notRegisteredNow(MetadataVolume volume, String id, String problem) {
            shared.lost().onNotRegistered(id, vcenter.name(), false);
            left.add(id);
            notRegistered(volume, id, problem);
        }

        private void notRegistered(MetadataVolume volume, String id, String problem) {
            if (problems.add(id, problem)) {
                log.atWarn()
                        .addKeyValue("persistentVolume", volume.name())
                        .addKeyValue("handle", id)
                        .addKeyValue("cause", problem)
                        .log("Disk is not registered as a volume");
            }
            shared.observer().onNotRegistered(volume, problem);
        }

        /// Called for a volume about which the vCenter does not answer.
        void notRead(String id, String problem) {
            left.add(id);
            if (problems.add(id, problem)) {
                log.atWarn()
                        .addKeyValue("vcenter", vcenter.name())
                        .addKeyValue("handle", id)
                        .addKeyValue("cause", problem)
                        .log("Cannot read the volume from CNS, so its metadata is not compared now");
            }
        }

        /// Sends all updates. Those that fail are in [#left].
        void send() throws InterruptedException {
            // A volume that was refused before would have the batch of the others refused again.
            Map<Boolean, List<MetadataUpdate>> byRefused = updates.values().stream()
                    .collect(Collectors.partitioningBy(update -> problems.contains(update.volumeId())));
            List<List<MetadataUpdate>> batches = Stream.of(false, true)
                    .flatMap(isRefused -> batches(byRefused.getOrDefault(isRefused, List.of())).stream())
                    .toList();
            for (int i = 0; i < batches.size(); i++) {
                if (i > 0) {
                    shared.sleeper().sleep(PAUSE);
                }
                if (!send(batches.get(i))) {
                    // CNS accepts nothing now, and would only be asked many times.
                    batches.subList(i + 1, batches.size())
                            .forEach(batch -> batch.forEach(update -> left.add(update.volumeId())));
                    break;
                }
            }
            for (DeletedVolume volume : unregistered) {
                if (!shared.mayWrite().getAsBoolean()) {
                    left.add(volume.volumeId());
                } else {
                    unregister(volume);
                }
            }
            released.stream().filter(each -> !left.contains(each.volumeId())).forEach(shared.cluster()::onReleased);
        }

        private static List<List<MetadataUpdate>> batches(List<MetadataUpdate> all) {
            return IntStream.iterate(0, from -> from < all.size(), from -> from + MetadataVcenter.BATCH)
                    .mapToObj(from -> all.subList(from, Math.min(all.size(), from + MetadataVcenter.BATCH)))
                    .toList();
        }

        /// @return false if CNS did nothing for any of several volumes
        private boolean send(List<MetadataUpdate> some) {
            if (!shared.mayWrite().getAsBoolean()) {
                some.forEach(each -> left.add(each.volumeId()));
                return false;
            }
            Map<String, MetadataWriteResult> results = vcenter.update(some);
            boolean isAnyDone = some.size() == 1;
            for (MetadataUpdate update : some) {
                MetadataWriteResult result = results.getOrDefault(
                        update.volumeId(), new MetadataWriteResult.Failed("vCenter returned no result for the volume"));
                switch (result) {
                    case MetadataWriteResult.Done() -> {
                        isAnyDone = true;
                        problems.remove(update.volumeId());
                        update.removed()
                                .forEach(entity -> shared.histories().onRemoved(update.volumeId(), entity.key()));
                    }
                    // The next comparison finds out whether the volume is lost.
                    case MetadataWriteResult.NotFound _ -> {
                        isAnyDone = true;
                        left.add(update.volumeId());
                    }
                    case MetadataWriteResult.Refused(String problem) -> {
                        if (notWritten(update, problem)) {
                            shared.cluster().volume(update.volumeId()).ifPresent(volume -> shared.observer()
                                    .onMetadataRefused(volume, problem));
                        }
                    }
                    case MetadataWriteResult.Failed(String problem) -> {
                        isPassAnswered = false;
                        boolean _ = notWritten(update, problem);
                    }
                }
            }
            return isAnyDone;
        }

        /// @return true if the problem is new
        private boolean notWritten(MetadataUpdate update, String problem) {
            left.add(update.volumeId());
            boolean isNew = problems.add(update.volumeId(), problem);
            if (isNew) {
                log.atWarn()
                        .addKeyValue("vcenter", vcenter.name())
                        .addKeyValue("handle", update.volumeId())
                        .addKeyValue("cause", problem)
                        .log("Metadata of the volume was not written, and is tried again");
            }
            return isNew;
        }

        private void unregister(DeletedVolume volume) {
            switch (vcenter.unregister(volume.volumeId())) {
                case MetadataWriteResult.Done(), MetadataWriteResult.NotFound _ -> {
                    shared.cluster().onReleased(volume);
                    problems.remove(volume.volumeId());
                    forgetVcenter(volume.volumeId());
                    log.atInfo()
                            .addKeyValue("persistentVolume", volume.name())
                            .addKeyValue("handle", volume.volumeId())
                            .log(
                                    "The PersistentVolume was deleted, so CNS does not list its volume any more; the disk is kept");
                }
                case MetadataWriteResult.Refused(String problem) -> notUnregistered(volume, problem);
                case MetadataWriteResult.Failed(String problem) -> {
                    isPassAnswered = false;
                    notUnregistered(volume, problem);
                }
            }
        }

        private void notUnregistered(DeletedVolume volume, String problem) {
            left.add(volume.volumeId());
            if (problems.add(volume.volumeId(), problem)) {
                log.atWarn()
                        .addKeyValue("handle", volume.volumeId())
                        .addKeyValue("cause", problem)
                        .log("Volume of a deleted PersistentVolume is not unregistered, and is tried again");
            }
        }

        private void forgetVcenter(String id) {
            recorded.remove(id);
            unrecorded.remove(id);
            if (shared.locations().hasSeveral()) {
                shared.records().forgetVcenter(id).ifPresent(problem -> log.atWarn()
                        .addKeyValue("handle", id)
                        .addKeyValue("cause", problem)
                        .log("The record of the vCenter of an unregistered volume is not deleted"));
            }
        }
    }
}
