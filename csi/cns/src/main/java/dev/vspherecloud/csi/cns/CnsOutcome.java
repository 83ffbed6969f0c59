package dev.vspherecloud.csi.cns;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// What a finished task means for one volume.
///
/// vCenter reports a failure as the error of the task, or as a fault in the result of the volume; both are
/// [Faulted]. If the results do not fit the request, the outcome is [Unclear]: the caller has to look at the
/// volume itself.
public sealed interface CnsOutcome {
    /// vCenter did what it was asked to.
    record Done(CnsVolumeResult.Done result) implements CnsOutcome {}

    /// vCenter did not do what it was asked to.
    ///
    /// @param placementFaults why datastores could not take a new volume; may be empty
    record Faulted(CnsFault fault, List<CnsFault> placementFaults) implements CnsOutcome {
        public Faulted {
            placementFaults = List.copyOf(placementFaults);
        }
    }

    /// The results do not say what happened to the volume.
    ///
    /// @param message what was found and what was expected
    record Unclear(Problem problem, String message) implements CnsOutcome {}

    /// Why an outcome is unclear.
    enum Problem {
        /// The task is not finished.
        NOT_FINISHED,

        /// The task succeeded without a result for the volume. Old simulators answer the deletion of an unknown
        /// volume like this.
        NO_RESULT,

        /// There are several results for the one volume.
        SEVERAL_RESULTS,

        /// The only result is about another volume.
        OTHER_VOLUME,

        /// The task or the result cannot be read.
        UNREADABLE
    }

    /// Returns the outcome of a task that creates or registers one volume.
    static CnsOutcome ofCreate(CnsTaskState task) {
        return ofOne(task, Optional.empty());
    }

    /// Returns the outcome of a task for one volume that exists.
    static CnsOutcome of(CnsTaskState task, CnsVolumeId volume) {
        return ofOne(task, Optional.of(volume));
    }

    /// Returns the outcome for each volume of a task for several volumes, in the order of the volumes.
    static Map<CnsVolumeId, CnsOutcome> ofAll(CnsTaskState task, Collection<CnsVolumeId> volumes) {
        var outcomes = new LinkedHashMap<CnsVolumeId, CnsOutcome>();
        if (volumes.size() > 1 && task instanceof CnsTaskState.Succeeded(var results)) {
            Map<Optional<CnsVolumeId>, List<CnsVolumeResult>> byVolume =
                    results.stream().collect(Collectors.groupingBy(CnsOutcome::volumeOf));
            for (CnsVolumeId volume : volumes) {
                List<CnsVolumeResult> own = byVolume.getOrDefault(Optional.of(volume), List.of());
                outcomes.put(volume, of(new CnsTaskState.Succeeded(own), volume));
            }
        } else {
            volumes.forEach(volume -> outcomes.put(volume, of(task, volume)));
        }
        return outcomes;
    }

    private static CnsOutcome ofOne(CnsTaskState task, Optional<CnsVolumeId> expected) {
        return switch (task) {
            case CnsTaskState.Queued _, CnsTaskState.Running _ ->
                new Unclear(Problem.NOT_FINISHED, "the task is not finished");
            case CnsTaskState.Failed(var fault) -> new Faulted(fault, List.of());
            case CnsTaskState.Snapshots _ ->
                new Unclear(Problem.UNREADABLE, "found the result of a query, expected one of an operation");
            case CnsTaskState.Unreadable(var why) -> new Unclear(Problem.UNREADABLE, why);
            case CnsTaskState.Succeeded(var results) ->
                switch (results.size()) {
                    case 0 -> new Unclear(Problem.NO_RESULT, "the task succeeded and has no result for the volume");
                    case 1 -> ofResult(results.getFirst(), expected);
                    default ->
                        new Unclear(
                                Problem.SEVERAL_RESULTS,
                                "the task has %d results for one volume".formatted(results.size()));
                };
        };
    }

    private static CnsOutcome ofResult(CnsVolumeResult result, Optional<CnsVolumeId> expected) {
        Optional<CnsVolumeId> found = volumeOf(result);
        if (found.isPresent() && expected.isPresent() && !found.equals(expected)) {
            return new Unclear(
                    Problem.OTHER_VOLUME,
                    "the task has a result for volume %s, expected one for %s".formatted(found.get(), expected.get()));
        }
        return switch (result) {
            case CnsVolumeResult.Done done -> new Done(done);
            case CnsVolumeResult.Failed(var _, var fault, var placement) -> new Faulted(fault, placement);
            case CnsVolumeResult.Unreadable(var why) -> new Unclear(Problem.UNREADABLE, why);
        };
    }

    private static Optional<CnsVolumeId> volumeOf(CnsVolumeResult result) {
        return switch (result) {
            case CnsVolumeResult.Done done -> Optional.of(done.volume());
            case CnsVolumeResult.Failed(var volume, var _, var _) -> volume;
            case CnsVolumeResult.Unreadable _ -> Optional.empty();
        };
    }
}
