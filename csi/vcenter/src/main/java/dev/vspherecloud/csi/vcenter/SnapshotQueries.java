package dev.vspherecloud.csi.vcenter;

import dev.vspherecloud.csi.cns.CnsClient;
import dev.vspherecloud.csi.cns.CnsFault;
import dev.vspherecloud.csi.cns.CnsRefusals;
import dev.vspherecloud.csi.cns.CnsSnapshot;
import dev.vspherecloud.csi.cns.CnsSnapshotPage;
import dev.vspherecloud.csi.cns.CnsTaskParser;
import dev.vspherecloud.csi.cns.CnsTaskState;
import dev.vspherecloud.csi.cns.CnsVolumeId;
import dev.vspherecloud.csi.cns.TaskWaitResult;
import dev.vspherecloud.csi.cns.TaskWatch;
import dev.vspherecloud.csi.domain.BatchAnswer;
import dev.vspherecloud.csi.metrics.CnsOperation;
import dev.vspherecloud.csi.metrics.VolumeMetrics;
import dev.vspherecloud.reconcile.Sleeper;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.connection.CurrentSession;
import dev.vspherecloud.vsphere.connection.NoSessionException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Reads the snapshots of volumes, with one query for several calls. A query for snapshots is a task.
///
/// Threads: any.
final class SnapshotQueries {
    /// The largest number of volumes in one query.
    ///
    /// Rule from: csi 3.5.
    static final int MAX_VOLUMES = 128;

    /// A volume has at most 32 snapshots, so that one page is normally enough.
    private static final int PAGE_SIZE = 1000;

    private static final int MAX_PAGES = 10;

    private final CurrentSession session;
    private final TaskWatch tasks;
    private final VolumeMetrics metrics;
    private final LongSupplier nanoTime;
    /// File volumes have no snapshots. What CNS answers about them is not known, so it is not asked.
    ///
    /// Rule from: vsphere-csi-driver (Go) asks for block volumes only.
    private static final SnapshotQueryResult NONE = new SnapshotQueryResult.Complete(List.of());

    private final JoinedQueries<CnsVolumeId, SnapshotQueryResult> joined;

    /// Creates an object.
    ///
    /// @param gather returns how long the first caller waits for others
    SnapshotQueries(
            CurrentSession session,
            TaskWatch tasks,
            VolumeMetrics metrics,
            LongSupplier nanoTime,
            Supplier<Duration> gather,
            Sleeper sleeper) {
        this.session = session;
        this.tasks = tasks;
        this.metrics = metrics;
        this.nanoTime = nanoTime;
        this.joined = new JoinedQueries<>(
                this::ask,
                MAX_VOLUMES,
                new SnapshotQueryResult.Incomplete("vCenter did not answer in time"),
                nanoTime,
                gather,
                sleeper);
    }

    /// Returns the snapshots of this volume, and of others.
    SnapshotQueryResult of(CnsVolumeId volume, Duration atMost) throws InterruptedException {
        return volume.isFile() ? NONE : joined.read(volume, atMost);
    }

    /// Returns the snapshots of each of these volumes, and perhaps of others, by a query of its own.
    ///
    /// @param volumes at most [#MAX_VOLUMES]
    Map<CnsVolumeId, SnapshotQueryResult> read(List<CnsVolumeId> volumes, Duration atMost) throws InterruptedException {
        long deadline = nanoTime.getAsLong() + atMost.toNanos();
        List<CnsVolumeId> asked =
                volumes.stream().filter(volume -> !volume.isFile()).toList();
        var results = new HashMap<CnsVolumeId, SnapshotQueryResult>();
        if (!asked.isEmpty()) {
            results.putAll(joined.all(asked, deadline));
        }
        volumes.stream().filter(CnsVolumeId::isFile).forEach(volume -> results.put(volume, NONE));
        return results;
    }

    /// A volume about whose snapshots vCenter does not answer fails the task of all.
    private BatchAnswer<CnsVolumeId, SnapshotQueryResult> ask(List<CnsVolumeId> volumes, Duration atMost)
            throws InterruptedException {
        long deadline = nanoTime.getAsLong() + atMost.toNanos();
        try {
            return reasonForNone(atMost).isPresent() ? each(volumes, List.of()) : readAll(volumes, deadline);
        } catch (VcenterException e) {
            var failed = new SnapshotQueryResult.Incomplete(String.valueOf(e.getMessage()));
            return CnsRefusals.isOfContent(e)
                    ? new BatchAnswer.Refused<>(failed)
                    : new BatchAnswer.Unanswered<>(failed);
        } catch (NoSessionException e) {
            return new BatchAnswer.Unanswered<>(new SnapshotQueryResult.Incomplete(String.valueOf(e.getMessage())));
        }
    }

    private static BatchAnswer<CnsVolumeId, SnapshotQueryResult> each(
            List<CnsVolumeId> volumes, List<CnsSnapshot> snapshots) {
        var complete = new SnapshotQueryResult.Complete(snapshots);
        return new BatchAnswer.Each<>(volumes.stream().collect(Collectors.toMap(volume -> volume, _ -> complete)));
    }

    /// Returns why this vCenter has no snapshots; empty if it has.
    ///
    /// @throws RuntimeException as the calls of [CurrentSession] do
    Optional<String> reasonForNone(Duration atMost) throws InterruptedException {
        return session.read(atMost, current -> new CnsClient(current).noSnapshotsReason());
    }

    private BatchAnswer<CnsVolumeId, SnapshotQueryResult> readAll(List<CnsVolumeId> volumes, long deadline)
            throws InterruptedException {
        var found = new FoundSnapshots();
        long offset = 0;
        for (int pages = 0; pages < MAX_PAGES; pages++) {
            CnsTaskState state = page(volumes, offset, deadline);
            if (!(state instanceof CnsTaskState.Snapshots(CnsSnapshotPage page))) {
                var failed =
                        new SnapshotQueryResult.Incomplete("vCenter did not return the snapshots: " + problem(state));
                return switch (state) {
                    case CnsTaskState.Failed(CnsFault.InvalidArgument _)
                    when volumes.size() > 1 -> oneByOne(volumes, deadline);
                    case CnsTaskState.Failed _ -> new BatchAnswer.Refused<>(failed);
                    default -> new BatchAnswer.Unanswered<>(failed);
                };
            }
            Optional<String> problem = problem(page).or(() -> found.add(page.snapshots(), volumes));
            if (problem.isPresent()) {
                return new BatchAnswer.Refused<>(new SnapshotQueryResult.Incomplete(problem.get()));
            }
            offset += page.size();
            boolean isLast = page.total() > 0 ? page.total() <= offset : page.size() < PAGE_SIZE;
            if (isLast) {
                return each(volumes, found.all());
            }
            if (page.size() == 0) {
                break;
            }
        }
        return new BatchAnswer.Refused<>(
                new SnapshotQueryResult.Incomplete("vCenter sent %d snapshots, and has more".formatted(offset)));
    }

    /// Some simulators accept only one volume in a query.
    private BatchAnswer<CnsVolumeId, SnapshotQueryResult> oneByOne(List<CnsVolumeId> volumes, long deadline)
            throws InterruptedException {
        var results = new HashMap<CnsVolumeId, SnapshotQueryResult>();
        for (CnsVolumeId volume : volumes) {
            switch (readAll(List.of(volume), deadline)) {
                case BatchAnswer.Each<CnsVolumeId, SnapshotQueryResult>(var each) -> results.putAll(each);
                case BatchAnswer.Refused<CnsVolumeId, SnapshotQueryResult>(var result) -> results.put(volume, result);
                case BatchAnswer.Unanswered<CnsVolumeId, SnapshotQueryResult>(var result) ->
                    results.put(volume, result);
            }
        }
        return new BatchAnswer.Each<>(results);
    }

    private CnsTaskState page(List<CnsVolumeId> volumes, long offset, long deadline) throws InterruptedException {
        long begun = nanoTime.getAsLong();
        if (begun >= deadline) {
            return new CnsTaskState.Unreadable("vCenter did not answer in time");
        }
        MoRef task = session.read(
                left(deadline), current -> new CnsClient(current).querySnapshots(volumes, offset, PAGE_SIZE));
        Optional<CnsTaskState> ended = session.read(left(deadline), current -> CnsTaskParser.read(current, task))
                .filter(CnsTaskState::isFinished);
        CnsTaskState state = ended.isPresent() ? ended.get() : await(task, left(deadline));
        metrics.onCnsOperation(
                CnsOperation.QUERY_SNAPSHOTS,
                state instanceof CnsTaskState.Snapshots,
                Duration.ofNanos(nanoTime.getAsLong() - begun));
        return state;
    }

    private Duration left(long deadline) {
        return Duration.ofNanos(Math.max(0, deadline - nanoTime.getAsLong()));
    }

    private CnsTaskState await(MoRef task, Duration atMost) throws InterruptedException {
        return switch (tasks.await(task, atMost)) {
            case TaskWaitResult.Finished(CnsTaskState finished, var _) -> finished;
            case TaskWaitResult.Vanished() -> new CnsTaskState.Unreadable("vCenter has lost the task");
            case TaskWaitResult.StillRunning _ -> new CnsTaskState.Unreadable("the task did not end in time");
            case TaskWaitResult.VcenterLost(String why) -> new CnsTaskState.Unreadable(why);
        };
    }

    private static String problem(CnsTaskState state) {
        return switch (state) {
            case CnsTaskState.Failed(CnsFault fault) ->
                CnsFaults.ofTask(fault, List.of()).message();
            case CnsTaskState.Unreadable(String why) -> why;
            case CnsTaskState.Queued _, CnsTaskState.Running _, CnsTaskState.Snapshots _, CnsTaskState.Succeeded _ ->
                "found another result, expected snapshots";
        };
    }

    /// A volume that was deleted meanwhile is no problem.
    private static Optional<String> problem(CnsSnapshotPage page) {
        if (page.unreadable() > 0) {
            return Optional.of("vCenter sent %d snapshots without a valid id".formatted(page.unreadable()));
        }
        return page.faults().stream()
                .filter(fault -> !(fault instanceof CnsFault.NotFound || fault instanceof CnsFault.SnapshotNotFound))
                .map(fault -> CnsFaults.ofTask(fault, List.of()).message())
                .findFirst();
    }
}
