package dev.vspherecloud.csi.controller.placement;

import dev.vspherecloud.csi.controller.request.AccessibleSegments;
import dev.vspherecloud.csi.controller.request.NewVolume;
import dev.vspherecloud.csi.domain.node.DriverNodes;
import dev.vspherecloud.csi.domain.placement.DatastoreChoice;
import dev.vspherecloud.csi.domain.placement.DatastoreFacts;
import dev.vspherecloud.csi.domain.placement.DatastoreState;
import dev.vspherecloud.csi.domain.placement.NodeSight;
import dev.vspherecloud.csi.domain.placement.PlacementPolicy;
import dev.vspherecloud.csi.domain.placement.PlacementRequest;
import dev.vspherecloud.csi.domain.placement.PlacementResult;
import dev.vspherecloud.csi.domain.placement.StorageCapacity;
import dev.vspherecloud.csi.domain.placement.StorageInventory;
import dev.vspherecloud.csi.domain.placement.TopologyRequirement;
import dev.vspherecloud.csi.domain.volume.NamedDatastores;
import dev.vspherecloud.csi.domain.volume.StorageClassParameters;
import dev.vspherecloud.csi.vcenter.VcenterVolumes;
import dev.vspherecloud.csi.vcenter.inventory.storage.VcenterStorage;
import dev.vspherecloud.csi.vcenter.location.VcenterSearch;
import dev.vspherecloud.reconcile.Sleeper;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.connection.NoSessionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Finds the vCenter and the datastores for a new volume.
///
/// [PlacementPolicy] decides; this class provides what it needs. It asks vCenter only about datastores that fit by
/// what is known already, and shares the answers with all other calls, so that their number does not depend on the
/// number of Nodes.
///
/// Threads: any number of callers.
public final class VolumePlacement {
    /// How long a call waits for the datastores of a vCenter to which the driver has just connected.
    private static final Duration INVENTORY_TIMEOUT = Duration.ofSeconds(5);

    private static final Duration NODE_CHECK_INTERVAL = Duration.ofMillis(100);

    /// The largest number of checks for which a call waits for the Nodes or their VMs: they take [#INVENTORY_TIMEOUT].
    private static final int NODE_CHECKS = 50;

    /// How long a call waits for the free space and the privileges that another call reads.
    private static final Duration FACTS_TIMEOUT = Duration.ofSeconds(10);

    /// How old the free space may be. A burst of creates reads it a few times only.
    private static final Duration FREE_SPACE_AGE = Duration.ofSeconds(10);

    /// How old the free space and the privileges may be once they are the reason of a refusal. No request is refused
    /// for what was read before the call. Calls at the same time share the answer.
    private static final Duration REFUSAL_AGE = Duration.ZERO;

    private final Supplier<PlacementSettings> settings;
    private final DriverNodes nodes;
    private final Sleeper sleeper;

    /// Creates the object.
    ///
    /// @param settings returns the configuration in force
    public VolumePlacement(Supplier<PlacementSettings> settings, DriverNodes nodes, Sleeper sleeper) {
        this.sleeper = sleeper;
        this.settings = settings;
        this.nodes = nodes;
    }

    /// How old the answers of vCenter may be.
    private record Ages(Duration freeSpace, Duration privileges) {
        static Ages of(Duration both) {
            return new Ages(both, both);
        }
    }

    private Ages ages() {
        return new Ages(FREE_SPACE_AGE, settings.get().privilegeAge());
    }

    /// What one vCenter offers by what is known without a question.
    private record Offer(VcenterVolumes vcenter, StorageInventory inventory, int preference) {}

    /// Returns where a volume of an earlier call may lie after a refusal.
    private static List<VolumePlace.Acceptable> acceptable(
            PlacementRequest request, VcenterVolumes vcenter, PlacementResult.Refused refusal) {
        return refusal.acceptableUrls().isEmpty() && !isAnywhere(request)
                ? List.of()
                : List.of(new VolumePlace.Acceptable(vcenter, refusal.acceptableUrls()));
    }

    /// Chooses the vCenter and the datastores for a volume.
    ///
    /// @param sourceUrl the URL of the datastore that has the source of a copy; empty for an empty volume
    /// @param vcenters the vCenters among which to choose, in the order of the configuration
    public VolumePlace choose(
            NewVolume volume, Optional<String> sourceUrl, List<VcenterVolumes> vcenters, Duration atMost)
            throws InterruptedException {
        PlacementRequest request = request(volume.capacityMb(), volume.parameters(), volume.topology(), sourceUrl);
        var obstacles = new PlacementObstacles();
        List<Offer> offers = offers(request, vcenters, vcenters.size() > 1, obstacles);
        for (Offer offer : offers) {
            Optional<VolumePlace> place = place(request, offer, obstacles, shorter(atMost, FACTS_TIMEOUT));
            if (place.isPresent()) {
                return place.get();
            }
        }
        return obstacles.result();
    }

    /// Returns what placement needs of a request.
    public static PlacementRequest request(
            long capacityMb,
            StorageClassParameters parameters,
            TopologyRequirement topology,
            Optional<String> sourceUrl) {
        return new PlacementRequest(
                capacityMb, choice(parameters), topology, parameters.storagePolicyName(), sourceUrl);
    }

    private static DatastoreChoice choice(StorageClassParameters parameters) {
        return parameters
                .datastores()
                .<DatastoreChoice>map(named -> switch (named) {
                    case NamedDatastores.Urls(List<String> urls) -> new DatastoreChoice.Urls(urls);
                    case NamedDatastores.Cluster(String name) -> new DatastoreChoice.Cluster(name);
                })
                .or(() -> parameters
                        .migration()
                        .flatMap(StorageClassParameters.Migration::datastore)
                        .map(DatastoreChoice.Named::new))
                .orElseGet(DatastoreChoice.Any::new);
    }

    /// Returns the vCenters whose datastores fit by what is known, the best ones first, and adds the reasons against
    /// the others.
    private List<Offer> offers(
            PlacementRequest request,
            List<VcenterVolumes> vcenters,
            boolean isOneOfSeveral,
            PlacementObstacles obstacles)
            throws InterruptedException {
        var offers = new ArrayList<Offer>();
        for (VcenterVolumes vcenter : vcenters) {
            Optional<String> unknown = unknownReason(vcenter, isOneOfSeveral);
            if (unknown.isPresent()) {
                obstacles.addUnknown(unknown.get());
                continue;
            }
            StorageInventory inventory = inventory(vcenter);
            PlacementResult result = PlacementPolicy.place(request, inventory, DatastoreFacts.NONE);
            // After the driver has become active, or a Node has joined, vCenter returns the VMs within a moment.
            for (int i = 0; i < NODE_CHECKS && result instanceof PlacementResult.NotKnown; i++) {
                sleeper.sleep(NODE_CHECK_INTERVAL);
                inventory = inventory(vcenter);
                result = PlacementPolicy.place(request, inventory, DatastoreFacts.NONE);
            }
            switch (result) {
                case PlacementResult.Placed placed -> offers.add(new Offer(vcenter, inventory, placed.preference()));
                case PlacementResult.Refused refused -> obstacles.add(refused, acceptable(request, vcenter, refused));
                case PlacementResult.NotKnown(String why) -> obstacles.addUnknown(why);
            }
        }
        offers.sort(Comparator.comparingInt(Offer::preference));
        return offers;
    }

    private static boolean isAnywhere(PlacementRequest request) {
        return request.choice() instanceof DatastoreChoice.Any
                && request.sourceUrl().isEmpty()
                && request.topology().terms().isEmpty();
    }

    /// Returns why nothing can be said about a vCenter. Topology needs a complete inventory: what it decides is for
    /// ever.
    private Optional<String> unknownReason(VcenterVolumes vcenter, boolean isOneOfSeveral) throws InterruptedException {
        if (isOneOfSeveral && vcenter.silence().isPresent()) {
            return Optional.of(silent(vcenter));
        }
        if (!vcenter.storage().awaitComplete(INVENTORY_TIMEOUT)) {
            return Optional.of("the datastores of vCenter %s are not known yet%s"
                    .formatted(
                            vcenter.server(),
                            vcenter.silence().map(why -> ": " + why).orElse("")));
        }
        awaitNodes();
        if (settings.get().hasTopology()) {
            return distrust(vcenter);
        }
        return nodes.all().isEmpty() ? nodes.missingNodesReason() : Optional.empty();
    }

    /// Waits until the Nodes can be listed, which takes a moment after the driver has become active.
    private void awaitNodes() throws InterruptedException {
        for (int i = 0; i < NODE_CHECKS && nodes.missingNodesReason().isPresent(); i++) {
            sleeper.sleep(NODE_CHECK_INTERVAL);
        }
    }

    private Optional<String> distrust(VcenterVolumes vcenter) {
        return vcenter.storage()
                .incompleteReason()
                .map(why -> "the inventory of vCenter %s is not complete: %s".formatted(vcenter.server(), why))
                .or(nodes::missingNodesReason);
    }

    private static String silent(VcenterVolumes vcenter) {
        return "vCenter %s does not answer: %s"
                .formatted(vcenter.server(), vcenter.silence().orElse("no reason"));
    }

    private StorageInventory inventory(VcenterVolumes vcenter) {
        PlacementSettings now = settings.get();
        return vcenter.storage().inventory(PlacementNodes.of(nodes.all(), vcenter.name(), now.labelKeys()));
    }

    /// Asks a vCenter about its datastores, and decides.
    ///
    /// @return empty if none fits; then the reason is added
    private Optional<VolumePlace> place(
            PlacementRequest request, Offer offer, PlacementObstacles obstacles, Duration atMost)
            throws InterruptedException {
        VcenterVolumes vcenter = offer.vcenter();
        Optional<String> policyId = Optional.empty();
        if (request.policy().isPresent()) {
            policyId = policyId(request.policy().get(), vcenter, obstacles, atMost);
            if (policyId.isEmpty()) {
                return Optional.empty();
            }
        }
        PlacementResult result = place(request, offer, policyId, ages(), atMost);
        if (result instanceof PlacementResult.Refused refused && refused.dependsOnFacts()) {
            result = place(request, offer, policyId, Ages.of(REFUSAL_AGE), atMost);
        }
        switch (result) {
            case PlacementResult.Placed placed -> {
                return Optional.of(new VolumePlace.Chosen(
                        vcenter,
                        placed.datastores().stream()
                                .map(VcenterStorage::reference)
                                .toList(),
                        placed.acceptableUrls(),
                        policyId));
            }
            case PlacementResult.Refused refused -> obstacles.add(refused, acceptable(request, vcenter, refused));
            case PlacementResult.NotKnown(String why) -> obstacles.addUnknown(why);
        }
        return Optional.empty();
    }

    private static PlacementResult place(
            PlacementRequest request, Offer offer, Optional<String> policyId, Ages ages, Duration atMost)
            throws InterruptedException {
        return PlacementPolicy.place(request, offer.inventory(), facts(offer.vcenter(), policyId, ages, atMost));
    }

    private static DatastoreFacts facts(VcenterVolumes vcenter, Optional<String> policyId, Ages ages, Duration atMost)
            throws InterruptedException {
        return new DatastoreFacts(
                vcenter.storage().freeBytes(ages.freeSpace(), atMost),
                vcenter.storage().missingPrivileges(ages.privileges(), atMost),
                policyId.isPresent() ? vcenter.policyProblems(policyId.get(), atMost) : Map.of());
    }

    /// Finds a storage policy in a vCenter.
    ///
    /// @return empty if it cannot be used; then the reason is added
    private static Optional<String> policyId(
            String name, VcenterVolumes vcenter, PlacementObstacles obstacles, Duration atMost)
            throws InterruptedException {
        try {
            return obstacles.usable(vcenter.policy(name, atMost), name);
        } catch (NoSessionException | VcenterException e) {
            obstacles.addUnknown(String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    /// Returns from which segments a volume is accessible.
    ///
    /// @param url the URL of its datastore
    public AccessibleSegments accessible(TopologyRequirement topology, String url, List<VcenterVolumes> vcenters) {
        if (!settings.get().hasTopology()) {
            return new AccessibleSegments.Known(List.of());
        }
        var reasons = new ArrayList<String>();
        for (VcenterVolumes vcenter : vcenters) {
            Optional<String> unknown = distrust(vcenter);
            if (unknown.isPresent()) {
                reasons.add(unknown.get());
                continue;
            }
            StorageInventory inventory = inventory(vcenter);
            Optional<DatastoreState> datastore = inventory.datastores().stream()
                    .filter(each -> each.url().equals(url))
                    .findFirst();
            if (datastore.isPresent()) {
                return segments(topology, datastore.get(), inventory);
            }
        }
        return new AccessibleSegments.NotKnown(
                reasons.isEmpty()
                        ? "no vCenter shows the datastore %s, which has the volume; give the account System.Read on it"
                                .formatted(url)
                        : String.join("; ", reasons));
    }

    private static AccessibleSegments segments(
            TopologyRequirement topology, DatastoreState datastore, StorageInventory inventory) {
        Optional<String> pending = NodeSight.pendingReason(topology, inventory);
        if (pending.isPresent()) {
            return new AccessibleSegments.NotKnown(pending.get());
        }
        List<Map<String, String>> segments = NodeSight.segments(topology, datastore, inventory);
        return segments.isEmpty() && !topology.terms().isEmpty()
                ? new AccessibleSegments.NotKnown(
                        "the volume is on datastore %s, which not all Nodes of the topology see; the call is repeated"
                                .formatted(datastore.name()))
                : new AccessibleSegments.Known(segments);
    }

    /// Returns the space for new volumes. A vCenter that has not the storage policy has none. All are asked at once.
    public StorageCapacityResult capacity(
            StorageClassParameters parameters,
            TopologyRequirement topology,
            List<VcenterVolumes> vcenters,
            Duration atMost)
            throws InterruptedException {
        PlacementRequest request = request(1, parameters, topology, Optional.empty());
        Map<VcenterVolumes, StorageCapacityResult> answers = VcenterSearch.askAll(
                vcenters,
                (vcenter, budget) -> capacity(request, vcenter, vcenters.size() > 1, budget),
                atMost,
                System::nanoTime);
        var unknown = new ArrayList<String>();
        long available = 0;
        long largest = 0;
        for (VcenterVolumes vcenter : vcenters) {
            switch (Optional.ofNullable(answers.get(vcenter))
                    .orElseGet(() -> new StorageCapacityResult.NotKnown(
                            "vCenter %s did not answer in time".formatted(vcenter.server())))) {
                case StorageCapacityResult.NotKnown(String why) -> unknown.add(why);
                case StorageCapacityResult.Known(StorageCapacity capacity) -> {
                    available += capacity.availableBytes();
                    largest = Math.max(largest, capacity.maximumVolumeBytes());
                }
            }
        }
        return unknown.isEmpty()
                ? new StorageCapacityResult.Known(new StorageCapacity(available, largest))
                : new StorageCapacityResult.NotKnown(String.join("; ", unknown));
    }

    /// Returns the space in one vCenter; empty if the driver stops.
    private Optional<StorageCapacityResult> capacity(
            PlacementRequest request, VcenterVolumes vcenter, boolean isOneOfSeveral, Duration atMost) {
        try {
            var obstacles = new PlacementObstacles();
            var capacity = new StorageCapacity(0, 0);
            for (Offer offer : offers(request, List.of(vcenter), isOneOfSeveral, obstacles)) {
                Optional<String> policyId = request.policy().isPresent()
                        ? policyId(request.policy().get(), vcenter, obstacles, atMost)
                        : Optional.empty();
                if (policyId.isPresent() || request.policy().isEmpty()) {
                    capacity = PlacementPolicy.capacity(
                            request,
                            offer.inventory(),
                            facts(vcenter, policyId, ages(), shorter(atMost, FACTS_TIMEOUT)));
                }
            }
            return Optional.of(
                    obstacles.isAnyUnknown()
                            ? new StorageCapacityResult.NotKnown(obstacles.unknownText())
                            : new StorageCapacityResult.Known(capacity));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private static Duration shorter(Duration one, Duration other) {
        return Stream.of(one, other).min(Duration::compareTo).orElseThrow();
    }
}
