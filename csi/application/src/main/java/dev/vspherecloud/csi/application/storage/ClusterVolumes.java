package dev.vspherecloud.csi.application.storage;

import dev.vspherecloud.csi.application.controller.NewVolume;
import dev.vspherecloud.csi.application.controller.VolumeListResult;
import dev.vspherecloud.csi.application.controller.VolumeSearchResult;
import dev.vspherecloud.csi.application.controller.Volumes;
import dev.vspherecloud.csi.cluster.call.RemovalResult;
import dev.vspherecloud.csi.cluster.claim.ClaimEvents;
import dev.vspherecloud.csi.cluster.claim.ClaimOfVolume;
import dev.vspherecloud.csi.cluster.claim.ClaimReason;
import dev.vspherecloud.csi.cluster.volume.KubeVolumeMigrations;
import dev.vspherecloud.csi.cluster.volume.KubeVolumeVcenters;
import dev.vspherecloud.csi.cluster.volume.MigratedVolumeResult;
import dev.vspherecloud.csi.cluster.volume.VolumeVcenterResult;
import dev.vspherecloud.csi.cns.CnsCreateSpec;
import dev.vspherecloud.csi.cns.CnsQueryResult;
import dev.vspherecloud.csi.cns.CnsVolume;
import dev.vspherecloud.csi.cns.CnsVolumeMetadata;
import dev.vspherecloud.csi.cns.policy.StoragePolicyResult;
import dev.vspherecloud.csi.config.volume.VolumeHandle;
import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.OperationName;
import dev.vspherecloud.csi.domain.OperationRecord;
import dev.vspherecloud.csi.domain.OperationRequest;
import dev.vspherecloud.csi.domain.RecordState;
import dev.vspherecloud.csi.volumes.RecordStore;
import dev.vspherecloud.csi.volumes.VolumeCreateResult;
import dev.vspherecloud.csi.volumes.VolumeDeleteResult;
import dev.vspherecloud.csi.volumes.VolumeExpandResult;
import dev.vspherecloud.csi.volumes.VolumeFailure;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.connection.NoSessionException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// The volumes of all vCenters.
///
/// With several vCenters, the record of a volume tells which one has it, so that a vCenter that hangs delays only
/// its own volumes.
///
/// Threads: any number of callers.
public final class ClusterVolumes implements Volumes {
    private static final long MEBIBYTE = 1L << 20;

    /// The time for one request to the API server.
    private static final Duration API_BUDGET = Duration.ofSeconds(10);

    /// How long a create waits for the datastores of a vCenter to which the driver has just connected.
    private static final Duration DATASTORES_TIMEOUT = Duration.ofSeconds(5);

    private final Supplier<List<VcenterVolumes>> vcenters;
    private final RecordStore records;
    private final KubeVolumeVcenters volumeVcenters;
    private final KubeVolumeMigrations migrations;
    private final ClaimEvents events;
    private final int pageSize;
    private final InstantSource clock;

    /// Creates the object.
    ///
    /// @param vcenters   returns the vCenters in use, in the order of the configuration
    /// @param pageSize   the number of volumes in one page of a list
    public ClusterVolumes(
            Supplier<List<VcenterVolumes>> vcenters,
            RecordStore records,
            KubeVolumeVcenters volumeVcenters,
            KubeVolumeMigrations migrations,
            ClaimEvents events,
            int pageSize,
            InstantSource clock) {
        this.vcenters = vcenters;
        this.records = records;
        this.volumeVcenters = volumeVcenters;
        this.migrations = migrations;
        this.events = events;
        this.pageSize = pageSize;
        this.clock = clock;
    }

    /// What a call needs before it can begin, or why it cannot.
    sealed interface Prepared<T> {
        record Ready<T>(T value) implements Prepared<T> {}

        record Failed<T>(VolumeFailure failure) implements Prepared<T> {}
    }

    @Override
    public VolumeCreateResult create(NewVolume volume, Duration atMost) throws InterruptedException {
        VolumeCreateResult result = tryToCreate(volume, atMost);
        if (result instanceof VolumeFailure failure) {
            reason(failure).ifPresent(code -> events.warning(claim(volume), new Reason(code, failure.message())));
        }
        return result;
    }

    /// Returns the reason that an Event about the claim names; empty if the administrator need not act.
    private Optional<ReasonCode> reason(VolumeFailure failure) {
        return switch (failure) {
            case VolumeFailure.RefusedByFault(OperationCode code, var _) ->
                switch (code) {
                    case RESOURCE_EXHAUSTED -> Optional.of(ClaimReason.DATASTORE_FULL);
                    case PERMISSION_DENIED -> Optional.of(ClaimReason.PRIVILEGE_MISSING);
                    case NOT_FOUND -> Optional.of(ClaimReason.STORAGE_POLICY_UNKNOWN);
                    case FAILED_PRECONDITION, INVALID_ARGUMENT -> Optional.of(ClaimReason.STORAGE_CONFIG_INVALID);
                    case ABORTED, ALREADY_EXISTS, DEADLINE_EXCEEDED, INTERNAL, UNAVAILABLE -> Optional.empty();
                };
            case VolumeFailure.Unavailable _ ->
                vcenters.get().stream()
                        .flatMap(vcenter -> vcenter.accessReason().stream())
                        .findFirst();
            case VolumeFailure.ExistsIncompatible _,
                    VolumeFailure.OtherOperation _,
                    VolumeFailure.OtherVcenter _,
                    VolumeFailure.StillRunning _ -> Optional.empty();
        };
    }

    private static ClaimOfVolume claim(NewVolume volume) {
        return volume.parameters()
                .claim()
                .map(claim -> ClaimOfVolume.of(volume.name(), claim.namespace(), claim.name()))
                .orElseGet(() -> ClaimOfVolume.of(volume.name()));
    }

    private VolumeCreateResult tryToCreate(NewVolume volume, Duration atMost) throws InterruptedException {
        Instant deadline = clock.instant().plus(atMost);
        VolumeCreateResult first = createIn(vcenterFor(volume), volume, deadline);
        // An earlier call has chosen another vCenter.
        return first instanceof VolumeFailure.OtherVcenter other
                ? createIn(named(other.vcenter()), volume, deadline)
                : first;
    }

    private VolumeCreateResult createIn(Prepared<VcenterVolumes> chosen, NewVolume volume, Instant deadline)
            throws InterruptedException {
        return switch (chosen) {
            case Prepared.Failed<VcenterVolumes>(VolumeFailure failure) -> failure;
            case Prepared.Ready<VcenterVolumes>(VcenterVolumes vcenter) ->
                switch (spec(volume, vcenter, Duration.between(clock.instant(), deadline))) {
                    case Prepared.Failed<CnsCreateSpec>(VolumeFailure failure) -> notBegun(volume.name(), failure);
                    case Prepared.Ready<CnsCreateSpec>(CnsCreateSpec spec) -> {
                        var request = new OperationRequest.Create(
                                volume.name(),
                                vcenter.cluster().clusterId(),
                                volume.capacityMb(),
                                volume.parameters().datastoreUrl().map(Set::of).orElseGet(Set::of));
                        yield recorded(vcenter.executor().create(request, spec, deadline), vcenter);
                    }
                };
        };
    }

    /// Returns the failure, with a code that is not final if an earlier call with this name may still run.
    private VolumeCreateResult notBegun(String name, VolumeFailure failure) throws InterruptedException {
        return failure.code().isFinal() && mayHaveBegun(name, API_BUDGET)
                ? new VolumeFailure.Unavailable(failure.message() + "; an earlier request with this name may still run")
                : failure;
    }

    /// Records which vCenter has a new volume.
    private VolumeCreateResult recorded(VolumeCreateResult result, VcenterVolumes vcenter) throws InterruptedException {
        if (!(result instanceof VolumeCreateResult.Created created) || !hasSeveral()) {
            return result;
        }
        return volumeVcenters.create(created.volumeId(), vcenter.server(), API_BUDGET)
                        instanceof VolumeVcenterResult.Unknown(String problem)
                ? new VolumeFailure.Unavailable(
                        "volume %s was created, and cannot be recorded: %s".formatted(created.volumeId(), problem))
                : result;
    }

    /// Chooses the vCenter for a volume: the one with the datastore, or the first one that answers.
    private Prepared<VcenterVolumes> vcenterFor(NewVolume volume) {
        List<VcenterVolumes> all = vcenters.get();
        if (all.size() == 1) {
            return new Prepared.Ready<>(all.getFirst());
        }
        Optional<String> url = volume.parameters().datastoreUrl();
        return all.stream()
                .filter(each -> url.map(text -> each.datastores().withUrl(text).isPresent())
                        .orElseGet(() -> each.silence().isEmpty()))
                .findFirst()
                .<Prepared<VcenterVolumes>>map(Prepared.Ready::new)
                .orElseGet(() -> new Prepared.Failed<>(new VolumeFailure.Unavailable(url.map(text ->
                                "no vCenter shows a datastore with the URL %s; correct datastoreurl".formatted(text))
                        .orElse("no vCenter answers"))));
    }

    private Prepared<VcenterVolumes> named(String server) {
        return vcenters.get().stream()
                .filter(each -> each.server().equals(server))
                .findFirst()
                .<Prepared<VcenterVolumes>>map(Prepared.Ready::new)
                .orElseGet(() -> new Prepared.Failed<>(new VolumeFailure.Unavailable(
                        "vCenter %s is not in the configuration; add it again".formatted(server))));
    }

    private Prepared<CnsCreateSpec> spec(NewVolume volume, VcenterVolumes vcenter, Duration atMost)
            throws InterruptedException {
        return switch (datastores(volume, vcenter)) {
            case Prepared.Failed<List<MoRef>>(VolumeFailure failure) -> new Prepared.Failed<>(failure);
            case Prepared.Ready<List<MoRef>>(List<MoRef> candidates) -> {
                CnsCreateSpec spec = CnsCreateSpec.newDisk(
                        OperationName.ofVolume(volume.name()),
                        volume.capacityMb(),
                        candidates,
                        new CnsVolumeMetadata(vcenter.cluster(), List.of()));
                Optional<String> policy = volume.parameters().storagePolicyName();
                yield policy.isEmpty() ? new Prepared.Ready<>(spec) : withPolicy(spec, policy.get(), vcenter, atMost);
            }
        };
    }

    private static Prepared<List<MoRef>> datastores(NewVolume volume, VcenterVolumes vcenter)
            throws InterruptedException {
        Datastores known = vcenter.datastores();
        if (!known.awaitComplete(DATASTORES_TIMEOUT)) {
            return new Prepared.Failed<>(
                    new VolumeFailure.Unavailable("the datastores of vCenter %s are not known yet%s"
                            .formatted(
                                    vcenter.server(),
                                    vcenter.silence().map(why -> ": " + why).orElse(""))));
        }
        Optional<String> url = volume.parameters().datastoreUrl();
        List<MoRef> candidates =
                url.map(text -> known.withUrl(text).stream().toList()).orElseGet(known::usable);
        if (!candidates.isEmpty()) {
            return new Prepared.Ready<>(candidates);
        }
        return new Prepared.Failed<>(new VolumeFailure.RefusedByFault(
                OperationCode.FAILED_PRECONDITION,
                url.map(text ->
                                "vCenter %s shows no datastore with the URL %s, expected one; correct datastoreurl in the StorageClass, or give the account Datastore.FileManagement and System.Read on it"
                                        .formatted(vcenter.server(), text))
                        .orElseGet(() ->
                                "vCenter %s shows no datastore that can be reached and is not in maintenance; give the account Datastore.FileManagement and System.Read on one"
                                        .formatted(vcenter.server()))));
    }

    private static Prepared<CnsCreateSpec> withPolicy(
            CnsCreateSpec spec, String name, VcenterVolumes vcenter, Duration atMost) throws InterruptedException {
        try {
            StoragePolicyResult policy = vcenter.policy(name, atMost);
            String sentence = policy.problem(name).orElse("the storage policy cannot be used");
            return switch (policy) {
                case StoragePolicyResult.Found(String id) -> new Prepared.Ready<>(spec.withStoragePolicy(id));
                case StoragePolicyResult.Unknown _ -> failed(OperationCode.NOT_FOUND, sentence);
                case StoragePolicyResult.Ambiguous _ -> failed(OperationCode.FAILED_PRECONDITION, sentence);
                case StoragePolicyResult.Forbidden _ -> failed(OperationCode.PERMISSION_DENIED, sentence);
                case StoragePolicyResult.Unreadable _ -> new Prepared.Failed<>(new VolumeFailure.Unavailable(sentence));
            };
        } catch (NoSessionException | VcenterException e) {
            return new Prepared.Failed<>(new VolumeFailure.Unavailable(String.valueOf(e.getMessage())));
        }
    }

    @Override
    public VolumeDeleteResult delete(VolumeHandle handle, Duration atMost) throws InterruptedException {
        Instant deadline = clock.instant().plus(atMost);
        return switch (located(handle, atMost)) {
            case Prepared.Failed<Located>(VolumeFailure.RefusedByFault(OperationCode code, var _))
            when code == OperationCode.NOT_FOUND && !(handle instanceof VolumeHandle.InTree) ->
                new VolumeDeleteResult.Deleted(handle.text());
            case Prepared.Failed<Located>(VolumeFailure failure) -> failure;
            case Prepared.Ready<Located>(Located volume) -> {
                var request = new OperationRequest.Delete(
                        volume.id(), volume.vcenter().cluster().clusterId());
                VolumeDeleteResult result = volume.vcenter().executor().delete(request, deadline);
                yield result instanceof VolumeDeleteResult.Deleted ? forgotten(result, handle, volume.id()) : result;
            }
        };
    }

    /// Deletes what the API server has about a volume that is gone.
    private VolumeDeleteResult forgotten(VolumeDeleteResult deleted, VolumeHandle handle, String id)
            throws InterruptedException {
        List<RemovalResult> removals = new ArrayList<>();
        if (hasSeveral()) {
            removals.add(volumeVcenters.delete(id, API_BUDGET));
        }
        if (handle instanceof VolumeHandle.InTree) {
            removals.add(migrations.delete(id, API_BUDGET));
        }
        return removals.stream()
                .flatMap(removal ->
                        removal instanceof RemovalResult.Failed(String problem) ? Stream.of(problem) : Stream.empty())
                .findFirst()
                .<VolumeDeleteResult>map(VolumeFailure.Unavailable::new)
                .orElse(deleted);
    }

    @Override
    public VolumeExpandResult expand(VolumeHandle handle, long capacityMb, Duration atMost)
            throws InterruptedException {
        Instant deadline = clock.instant().plus(atMost);
        return switch (located(handle, atMost)) {
            case Prepared.Failed<Located>(VolumeFailure failure) -> failure;
            case Prepared.Ready<Located>(Located volume) ->
                volume.vcenter().executor().expand(new OperationRequest.Expand(volume.id(), capacityMb), deadline);
        };
    }

    @Override
    public VolumeSearchResult find(VolumeHandle handle, Duration atMost) throws InterruptedException {
        return switch (located(handle, atMost)) {
            case Prepared.Failed<Located>(VolumeFailure failure) ->
                failure.code() == OperationCode.NOT_FOUND
                        ? new VolumeSearchResult.NotFound()
                        : new VolumeSearchResult.Unknown(failure.message());
            case Prepared.Ready<Located>(Located volume) ->
                volume.vcenter()
                        .has(volume.id(), atMost)
                        .<VolumeSearchResult>map(
                                has -> has ? new VolumeSearchResult.Found() : new VolumeSearchResult.NotFound())
                        .orElseGet(() -> new VolumeSearchResult.Unknown("vCenter %s did not answer"
                                .formatted(volume.vcenter().server())));
        };
    }

    /// A volume, and the vCenter that has it.
    ///
    /// @param id the id in CNS
    record Located(VcenterVolumes vcenter, String id) {}

    Prepared<Located> located(VolumeHandle handle, Duration atMost) throws InterruptedException {
        return switch (handle) {
            case VolumeHandle.Block(String id) -> locatedById(id, atMost);
            case VolumeHandle.FileShare share -> locatedById(share.text(), atMost);
            case VolumeHandle.InTree disk ->
                switch (migrations.find(disk.text(), API_BUDGET)) {
                    case MigratedVolumeResult.Found(String id) -> locatedById(id, atMost);
                    case MigratedVolumeResult.NotFound() ->
                        failed(
                                OperationCode.NOT_FOUND,
                                "no CnsVSphereVolumeMigration names the disk %s; it was never migrated"
                                        .formatted(disk.text()));
                    case MigratedVolumeResult.Ambiguous(List<String> ids) ->
                        failed(
                                OperationCode.FAILED_PRECONDITION,
                                "several CnsVSphereVolumeMigrations name the disk %s (%s), expected one; delete the wrong ones"
                                        .formatted(disk.text(), String.join(", ", ids)));
                    case MigratedVolumeResult.Unknown(String problem) ->
                        new Prepared.Failed<>(new VolumeFailure.Unavailable(problem));
                };
        };
    }

    private static <T> Prepared<T> failed(OperationCode code, String message) {
        return new Prepared.Failed<>(new VolumeFailure.RefusedByFault(code, message));
    }

    private Prepared<Located> locatedById(String id, Duration atMost) throws InterruptedException {
        List<VcenterVolumes> all = vcenters.get();
        if (all.size() == 1) {
            return new Prepared.Ready<>(new Located(all.getFirst(), id));
        }
        return switch (volumeVcenters.read(id, API_BUDGET)) {
            case VolumeVcenterResult.Found(String server) ->
                switch (named(server)) {
                    case Prepared.Ready<VcenterVolumes>(VcenterVolumes vcenter) ->
                        new Prepared.Ready<>(new Located(vcenter, id));
                    case Prepared.Failed<VcenterVolumes>(VolumeFailure failure) -> new Prepared.Failed<>(failure);
                };
            case VolumeVcenterResult.Unknown(String problem) ->
                new Prepared.Failed<>(new VolumeFailure.Unavailable(problem));
            case VolumeVcenterResult.Absent() -> searched(all, id, atMost);
        };
    }

    private static Prepared<Located> searched(List<VcenterVolumes> all, String id, Duration atMost) {
        var silent = new ArrayList<String>();
        for (VcenterVolumes vcenter : all) {
            Optional<Boolean> has = vcenter.has(id, atMost);
            if (has.equals(Optional.of(true))) {
                return new Prepared.Ready<>(new Located(vcenter, id));
            }
            if (has.isEmpty()) {
                silent.add(vcenter.server());
            }
        }
        return silent.isEmpty()
                ? failed(
                        OperationCode.NOT_FOUND,
                        "volume %s does not exist in CNS; check the volume handle".formatted(id))
                : new Prepared.Failed<>(
                        new VolumeFailure.Unavailable("no vCenter shows volume %s, and these do not answer: %s"
                                .formatted(id, String.join(", ", silent))));
    }

    @Override
    public VolumeListResult list(Duration atMost) throws InterruptedException {
        var entries = new ArrayList<VolumeListResult.Entry>();
        for (VcenterVolumes vcenter : vcenters.get()) {
            switch (vcenter.list(pageSize, atMost)) {
                case CnsQueryResult.Complete(List<CnsVolume> volumes) ->
                    volumes.stream()
                            .map(volume -> new VolumeListResult.Entry(
                                    volume.id().id(), volume.capacityInMb().orElse(0) * MEBIBYTE))
                            .forEach(entries::add);
                case CnsQueryResult.Incomplete(var _, String why) -> {
                    return new VolumeListResult.Incomplete(
                            "vCenter %s did not list all volumes: %s".formatted(vcenter.server(), why));
                }
            }
        }
        return new VolumeListResult.Complete(entries);
    }

    @Override
    public boolean mayHaveBegun(String name, Duration atMost) {
        Duration budget = atMost.compareTo(API_BUDGET) < 0 ? atMost : API_BUDGET;
        return switch (records.read(OperationName.ofCreate(name), budget)) {
            case RecordState.Absent _ -> false;
            case RecordState.Present(OperationRecord record, var _) -> !record.isWithoutEffect();
            case RecordState.Unread _, RecordState.Unreadable _, RecordState.Unanswered _ -> true;
        };
    }

    private boolean hasSeveral() {
        return vcenters.get().size() > 1;
    }
}
