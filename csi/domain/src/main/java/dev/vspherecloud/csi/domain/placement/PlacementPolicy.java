package dev.vspherecloud.csi.domain.placement;

import dev.vspherecloud.csi.domain.placement.DatastoreRefusal.Cause;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Chooses the datastores of one vCenter on which a new volume may lie, or words why none fits. Pure.
///
/// The segments of the requirement are tried in the order of preference. In a segment, a datastore fits if all its
/// Nodes see it. Without a requirement, a datastore that all Nodes see is best, then one that most of them see. The
/// datastores that a tag prefers for the segment come before others, and those with room for the whole volume before
/// those that a thin disk could overfill.
///
/// Rule from: csi 2.5, 3.1 steps 4 and 7. Differs: a datastore must be mounted on the hosts of the Nodes in the
/// segment, not on every host there; a Node without a VM or labels is ignored; every refusal has its reason.
public final class PlacementPolicy {
    private final PlacementRequest request;
    private final StorageInventory inventory;
    private final DatastoreFacts facts;
    private final DatastoreCheck check;
    private final NodeSight sight;

    private PlacementPolicy(PlacementRequest request, StorageInventory inventory, DatastoreFacts facts) {
        this.request = request;
        this.inventory = inventory;
        this.facts = facts;
        this.check = new DatastoreCheck(request, inventory, facts);
        this.sight = new NodeSight(inventory);
    }

    /// Chooses datastores for a new volume.
    public static PlacementResult place(PlacementRequest request, StorageInventory inventory, DatastoreFacts facts) {
        return new PlacementPolicy(request, inventory, facts).place();
    }

    /// Returns the space for new volumes that need this.
    public static StorageCapacity capacity(PlacementRequest request, StorageInventory inventory, DatastoreFacts facts) {
        return new PlacementPolicy(request, inventory, facts).capacity();
    }

    /// Returns true if the requirement has a segment with a Node in this vCenter, or if there is no requirement.
    public static boolean concerns(TopologyRequirement requirement, StorageInventory inventory) {
        List<Map<String, String>> terms = requirement.terms();
        var sight = new NodeSight(inventory);
        return terms.isEmpty()
                || terms.stream().anyMatch(term -> !sight.nodesIn(term).isEmpty());
    }

    private List<Map<String, String>> terms() {
        List<Map<String, String>> terms = request.terms();
        return terms.isEmpty() ? List.of(Map.of()) : terms;
    }

    private PlacementResult place() {
        List<Map<String, String>> terms = terms();
        Optional<String> pending = NodeSight.pendingReason(request.topology(), inventory);
        if (pending.isPresent()) {
            return new PlacementResult.NotKnown(pending.get());
        }
        List<DatastoreState> chosen = chosen();
        var refusals = new HashMap<String, DatastoreRefusal>();
        for (int i = 0; i < terms.size(); i++) {
            List<DatastoreState> fitting = fitting(terms.get(i), chosen, refusals);
            if (!fitting.isEmpty()) {
                return new PlacementResult.Placed(
                        bestOf(terms.get(i), preferred(terms.get(i), fitting)), i, acceptableUrls(chosen));
            }
        }
        return refused(List.copyOf(refusals.values()), acceptableUrls(chosen));
    }

    private StorageCapacity capacity() {
        List<Long> free = terms().stream()
                .flatMap(term -> fitting(term, chosen(), new HashMap<>()).stream())
                .distinct()
                .map(datastore -> facts.freeBytes().getOrDefault(datastore.id(), 0L))
                .toList();
        return new StorageCapacity(
                free.stream().mapToLong(Long::longValue).sum(),
                free.stream().mapToLong(Long::longValue).max().orElse(0));
    }

    // --- The datastores among which to choose

    private List<DatastoreState> chosen() {
        Predicate<DatastoreState> isChosen =
                switch (request.choice()) {
                    case DatastoreChoice.Any() -> _ -> true;
                    case DatastoreChoice.Urls(List<String> urls) -> datastore -> urls.contains(datastore.url());
                    case DatastoreChoice.Cluster(String name) ->
                        datastore -> datastore.cluster().equals(Optional.of(name));
                    case DatastoreChoice.Named(String name) ->
                        datastore -> datastore.name().equals(name);
                };
        return inventory.datastores().stream()
                .filter(isChosen)
                .filter(datastore ->
                        request.sourceUrl().map(datastore.url()::equals).orElse(true))
                .sorted(Comparator.comparing(DatastoreState::id))
                .toList();
    }

    /// Returns what the StorageClass names and vCenter does not show.
    private List<DatastoreRefusal> unknownNames() {
        if (request.sourceUrl().isPresent()) {
            return chosen().isEmpty()
                    ? List.of(
                            new DatastoreRefusal(
                                    "datastore " + request.sourceUrl().get(),
                                    Cause.NOT_NAMED,
                                    "has the source, where the copy has to lie, and the StorageClass does not allow it or vCenter does not show it"))
                    : List.of();
        }
        return switch (request.choice()) {
            case DatastoreChoice.Any() -> List.of();
            case DatastoreChoice.Urls(List<String> urls) ->
                urls.stream()
                        .filter(url -> inventory.datastores().stream()
                                .noneMatch(datastore -> datastore.url().equals(url)))
                        .map(url -> new DatastoreRefusal(
                                "datastore " + url, Cause.NOT_NAMED, "is not among the datastores that vCenter shows"))
                        .toList();
            case DatastoreChoice.Cluster(String name) -> chosen().isEmpty() ? List.of(unknownCluster(name)) : List.of();
            case DatastoreChoice.Named(String name) ->
                chosen().isEmpty()
                        ? List.of(new DatastoreRefusal(
                                "datastore \"%s\"".formatted(name),
                                Cause.NOT_NAMED,
                                "is not among the datastores that vCenter shows"))
                        : List.of();
        };
    }

    private DatastoreRefusal unknownCluster(String name) {
        List<String> clusters = inventory.datastores().stream()
                .flatMap(datastore -> datastore.cluster().stream())
                .distinct()
                .sorted()
                .toList();
        Optional<String> url = inventory.datastores().stream()
                .filter(datastore -> datastore.name().equals(name))
                .map(DatastoreState::url)
                .findFirst();
        return new DatastoreRefusal(
                "datastore cluster \"%s\"".formatted(name),
                Cause.NOT_NAMED,
                url.map("does not exist, but a datastore of this name does: write its URL %s"::formatted)
                        .orElse(
                                clusters.isEmpty()
                                        ? "does not exist, as vCenter shows no datastore cluster with a datastore"
                                        : "does not exist or is empty; vCenter shows " + NodeSight.some(clusters)));
    }

    // --- The datastores that fit

    /// Returns the datastores that fit a segment, and adds the reasons of the others. If a datastore has a reason
    /// from another segment, the nearer one stays.
    private List<DatastoreState> fitting(
            Map<String, String> term, List<DatastoreState> chosen, Map<String, DatastoreRefusal> refusals) {
        if (!term.isEmpty() && sight.nodesIn(term).isEmpty()) {
            refusals.put(
                    "term " + term,
                    new DatastoreRefusal(
                            "topology " + text(term), Cause.NO_NODE, "has no Node with a VM in this vCenter"));
            return List.of();
        }
        var fitting = new ArrayList<DatastoreState>();
        for (DatastoreState datastore : chosen) {
            Optional<DatastoreRefusal> refusal = sight.tier(term, datastore).isEmpty()
                    ? Optional.of(sight.blindness(term, datastore, DatastoreCheck.label(datastore)))
                    : check.refusal(datastore);
            if (refusal.isPresent()) {
                refusals.merge(
                        datastore.id(),
                        refusal.get(),
                        (one, other) -> one.cause().compareTo(other.cause()) <= 0 ? one : other);
            } else {
                fitting.add(datastore);
            }
        }
        return fitting;
    }

    /// Returns the datastores that a tag prefers for the segment; all if none is.
    private static List<DatastoreState> preferred(Map<String, String> term, List<DatastoreState> datastores) {
        List<DatastoreState> preferred = datastores.stream()
                .filter(datastore -> term.values().stream().anyMatch(datastore.preferredFor()::contains))
                .toList();
        return preferred.isEmpty() ? datastores : preferred;
    }

    /// Returns the datastores of the best rank: that enough Nodes see, with room for the whole volume, without a
    /// failure.
    private List<DatastoreState> bestOf(Map<String, String> term, List<DatastoreState> datastores) {
        Comparator<DatastoreState> complete = Comparator.<DatastoreState, Boolean>comparing(
                        each -> tier(term, each) > 1)
                .thenComparing(check::isTight)
                .thenComparingInt(each -> tier(term, each))
                .thenComparingLong(each -> term.isEmpty() && tier(term, each) > 1 ? -sight.seeing(term, each) : 0);
        DatastoreState best = datastores.stream().min(complete).orElseThrow();
        return datastores.stream()
                .filter(each -> complete.compare(each, best) == 0)
                .toList();
    }

    private int tier(Map<String, String> term, DatastoreState datastore) {
        return sight.tier(term, datastore).orElse(Integer.MAX_VALUE);
    }

    private Set<String> acceptableUrls(List<DatastoreState> chosen) {
        if (!request.terms().isEmpty()) {
            return chosen.stream()
                    .filter(datastore -> !NodeSight.segments(request.topology(), datastore, inventory)
                            .isEmpty())
                    .map(DatastoreState::url)
                    .collect(Collectors.toSet());
        }
        return switch (request.choice()) {
            case DatastoreChoice.Any() -> request.sourceUrl().map(Set::of).orElseGet(Set::of);
            case DatastoreChoice.Urls(List<String> urls) -> Set.copyOf(urls);
            case DatastoreChoice.Cluster _, DatastoreChoice.Named _ ->
                chosen.stream().map(DatastoreState::url).collect(Collectors.toSet());
        };
    }

    // --- No datastore fits

    private PlacementResult refused(List<DatastoreRefusal> found, Set<String> acceptableUrls) {
        var refusals = new ArrayList<>(found);
        refusals.addAll(unknownNames());
        List<DatastoreRefusal> sorted = RefusalMessage.sorted(refusals);
        return new PlacementResult.Refused(
                sorted.isEmpty()
                        ? PlacementCode.FAILED_PRECONDITION
                        : code(sorted.getFirst().cause()),
                RefusalMessage.of(inventory.vcenter(), where(), refusals),
                acceptableUrls,
                refusals.stream()
                        .anyMatch(refusal -> refusal.cause() == Cause.PRIVILEGE || refusal.cause() == Cause.SPACE));
    }

    /// A requirement may be met at another place, so the scheduler has to go on. Without one, only space may become
    /// free by itself.
    private PlacementCode code(Cause nearest) {
        boolean hasRequirement = !request.terms().isEmpty();
        return switch (nearest) {
            case SPACE -> PlacementCode.RESOURCE_EXHAUSTED;
            case NOT_NAMED -> PlacementCode.UNKNOWN_DATASTORE;
            case PRIVILEGE -> hasRequirement ? PlacementCode.RESOURCE_EXHAUSTED : PlacementCode.PERMISSION_DENIED;
            case SUSPENDED, MAINTENANCE, HOSTS, INACCESSIBLE, POLICY, READ_ONLY, UNMOUNTED, NO_NODE ->
                hasRequirement ? PlacementCode.RESOURCE_EXHAUSTED : PlacementCode.FAILED_PRECONDITION;
        };
    }

    private String where() {
        List<Map<String, String>> terms = request.terms();
        return terms.isEmpty()
                ? ""
                : "topology "
                        + NodeSight.some(
                                terms.stream().map(PlacementPolicy::text).toList());
    }

    private static String text(Map<String, String> term) {
        return new TreeMap<>(term)
                .entrySet().stream()
                        .map(each -> "%s=%s".formatted(each.getKey(), each.getValue()))
                        .collect(Collectors.joining(","));
    }
}
