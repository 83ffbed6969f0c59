package dev.vspherecloud.csi.vcenter.inventory.storage;

import dev.vspherecloud.csi.domain.placement.DatastoreState;
import dev.vspherecloud.csi.domain.placement.PlacementNode;
import dev.vspherecloud.csi.domain.placement.StorageHost;
import dev.vspherecloud.csi.domain.placement.StorageInventory;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.vm.Tag;
import dev.vspherecloud.domain.vm.TagState;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.RetrieveQuery;
import dev.vspherecloud.vsphere.connection.ConnectedVcenter;
import dev.vspherecloud.vsphere.connection.CurrentSession;
import dev.vspherecloud.vsphere.inventory.VcenterWatcher;
import dev.vspherecloud.vsphere.inventory.object.ObjectSubscription;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The datastores and hosts of one vCenter that the account can see, kept current by the long poll of its inventory.
///
/// Threads: changes arrive on the watcher's thread; any thread reads.
public final class VcenterStorage implements AutoCloseable {
    /// What an account needs on a datastore that holds volumes.
    ///
    /// Rule from: csi 3.1 step 4 and 8.1.
    public static final List<String> PRIVILEGES = List.of("Datastore.FileManagement", "System.Read");

    /// How old the privileges may be if there is a new datastore.
    private static final Duration NEW_DATASTORE_AGE = Duration.ofSeconds(10);

    /// The tag category of preferred datastores. The name of the tag is the value of a topology tag.
    ///
    /// Rule from: csi 2.5.
    private static final String PREFERRED_CATEGORY = "cns.vmware.topology-preferred-datastores";

    private static final String FREE_SPACE = "summary.freeSpace";

    private final VcenterWatcher watcher;
    private final CurrentSession session;
    private final FollowedObjects datastores = new FollowedObjects("Datastore");
    private final FollowedObjects hosts = new FollowedObjects("HostSystem");
    private final FollowedObjects clusters = new FollowedObjects("StoragePod");
    private final List<ObjectSubscription> subscriptions;
    private final SharedRead<Map<String, Long>> freeSpace;
    private final SharedRead<Map<String, List<String>>> privileges;

    /// Begins to follow the datastores and hosts of a vCenter.
    public VcenterStorage(ConnectedVcenter vcenter, LongSupplier nanoTime) {
        this.watcher = vcenter.watcher();
        this.session = vcenter.session();
        this.subscriptions = List.of(
                watcher.subscribe(DatastoreReader.DATASTORES, datastores::onChange),
                watcher.subscribe(DatastoreReader.HOSTS, hosts::onChange),
                watcher.subscribe(DatastoreReader.CLUSTERS, clusters::onChange));
        watcher.setTaggedObjects(() -> Set.copyOf(references()));
        this.freeSpace = new SharedRead<>("free space", nanoTime);
        this.privileges = new SharedRead<>("privileges", nanoTime);
    }

    /// Waits until all datastores and hosts are known, so that an unknown one does not exist or is not visible.
    ///
    /// @param atMost for each of the two
    /// @return false if they are not known in time
    public boolean awaitComplete(Duration atMost) throws InterruptedException {
        return datastores.awaitComplete(atMost) && hosts.awaitComplete(atMost);
    }

    /// Returns why datastores, hosts or their states may be missing or old; empty if they are known and current.
    public Optional<String> incompleteReason() {
        return watcher.silence()
                .map(VmLookup.Silence::why)
                .or(datastores::incompleteReason)
                .or(hosts::incompleteReason);
    }

    /// Returns the URL of a datastore, as in `ds:///vmfs/volumes/1/`; empty if it is not known.
    public String urlOf(MoRef datastore) {
        return datastores.value(datastore, DatastoreReader.URL).text().orElse("");
    }

    /// Returns the name of a datastore; the value of its reference if it is not known.
    String nameOf(MoRef datastore) {
        return DatastoreReader.name(datastore, datastores.all().getOrDefault(datastore, Map.of()));
    }

    /// Returns the references of all datastores.
    public List<MoRef> references() {
        return List.copyOf(datastores.all().keySet());
    }

    /// Returns the reference of a datastore.
    public static MoRef reference(DatastoreState datastore) {
        return new MoRef("Datastore", datastore.id());
    }

    /// Returns the present state of datastores and hosts.
    ///
    /// @param nodes the Nodes of the cluster
    public StorageInventory inventory(List<PlacementNode> nodes) {
        var pods = new HashMap<MoRef, String>();
        clusters.all().forEach((pod, values) -> pods.put(pod, DatastoreReader.name(pod, values)));
        var found = new HashMap<String, StorageHost>();
        hosts.all().forEach((host, values) -> found.put(host.value(), DatastoreReader.host(host, values)));
        return new StorageInventory(
                watcher.name(),
                datastores.all().entrySet().stream()
                        .map(each -> DatastoreReader.datastore(
                                each.getKey(), each.getValue(), pods, preferredFor(each.getKey())))
                        .toList(),
                found,
                nodes);
    }

    /// Returns the tag values for which a datastore is preferred. The tags are read only if topology is configured.
    private Set<String> preferredFor(MoRef datastore) {
        return watcher.tagsOf(datastore) instanceof TagState.Read(List<Tag> tags)
                ? tags.stream()
                        .filter(tag -> tag.category().equals(PREFERRED_CATEGORY))
                        .map(Tag::name)
                        .collect(Collectors.toSet())
                : Set.of();
    }

    /// Returns the free space of all datastores in bytes, by the value of their reference; empty if vCenter does not
    /// return it.
    ///
    /// @param maxAge how old the answer may be
    public Map<String, Long> freeBytes(Duration maxAge, Duration atMost) throws InterruptedException {
        return freeSpace.get(maxAge, atMost, () -> readFreeSpace(atMost)).orElse(Map.of());
    }

    private Map<String, Long> readFreeSpace(Duration atMost) throws InterruptedException {
        Set<MoRef> all = datastores.all().keySet();
        if (all.isEmpty()) {
            return Map.of();
        }
        RetrieveQuery query =
                RetrieveQuery.ofObjects("Datastore", List.of(FREE_SPACE), all).toleratingMissing();
        var free = new HashMap<String, Long>();
        session.read(atMost, current -> current.retrieve(query)).forEach(found -> found.value(FREE_SPACE)
                .number()
                .ifPresent(bytes -> free.put(found.object().value(), bytes)));
        return free;
    }

    /// Returns the [#PRIVILEGES] that the account lacks on datastores, by the value of their reference. A datastore
    /// has an empty list if none is missing, and no entry if that is not known.
    ///
    /// @param maxAge how old the answer may be, unless there is a new datastore
    public Map<String, List<String>> missingPrivileges(Duration maxAge, Duration atMost) throws InterruptedException {
        Map<String, List<String>> known = readPrivileges(maxAge, atMost);
        boolean hasNew = datastores.all().keySet().stream().anyMatch(each -> !known.containsKey(each.value()));
        return hasNew ? readPrivileges(shorter(maxAge, NEW_DATASTORE_AGE), atMost) : known;
    }

    private Map<String, List<String>> readPrivileges(Duration maxAge, Duration atMost) throws InterruptedException {
        return privileges
                .get(maxAge, atMost, () -> {
                    Set<MoRef> all = datastores.all().keySet();
                    if (all.isEmpty()) {
                        return Map.of();
                    }
                    var missing = new HashMap<String, List<String>>();
                    session.read(atMost, current -> current.missingPrivileges(all, PRIVILEGES))
                            .forEach((datastore, names) -> missing.put(datastore.value(), names));
                    return missing;
                })
                .orElse(Map.of());
    }

    private static Duration shorter(Duration one, Duration other) {
        return Stream.of(one, other).min(Duration::compareTo).orElseThrow();
    }

    @Override
    public void close() {
        subscriptions.forEach(ObjectSubscription::close);
    }
}
