package dev.vspherecloud.ccm.domain.lifecycle;

import dev.vspherecloud.ccm.domain.breaker.Breaker;
import dev.vspherecloud.ccm.domain.breaker.Incident;
import dev.vspherecloud.ccm.domain.breaker.NodePlacement;
import dev.vspherecloud.ccm.domain.breaker.RecentDeletion;
import dev.vspherecloud.domain.existence.ConfirmedVcenterChanges;
import dev.vspherecloud.domain.existence.ReferenceEvents;
import dev.vspherecloud.domain.vm.EventPosition;
import dev.vspherecloud.domain.vm.PlausibleTime;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.VmParents;
import dev.vspherecloud.domain.vm.VmRef;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// State that must survive a restart of the process, so that it can still be proven that a VM is gone.
/// [LifecycleStateStore] stores it as texts.
///
/// The keys of the texts, and what each text contains:
///
/// - `vcenter.<instance UUID>`: the newest event of the vCenter, see [EventPosition]
/// - `landmarks.<instance UUID>`: several events of the vCenter with commas; earlier versions of this program do
///   not write them
/// - `restored.<instance UUID>`: the newest event of the vCenter when a person confirmed its restore
/// - `unconfirmed.<instance UUID>`: the newest event from before a restore that no person has confirmed yet
/// - `adopted`: instance UUIDs of vCenters that were replaced and will not come back, as a person confirmed
/// - `incident`: the open incident: id, blank, keys of Nodes with commas, blank, cause
/// - `excused`: keys of the Nodes whose missing VMs a person acknowledged
/// - `losses`: a line for each deleted Node: time, UID, vCenter, parents of the VM and name of the Node, with tabs
///   between
///
/// A text that does not have this form counts as absent. Then it proves nothing, and the breaker finds a lasting
/// incident again.
///
/// @param baselines by instance UUID of the vCenter, the newest event that a leader ever saw
/// @param landmarks by instance UUID of the vCenter, events that show whether it was restored from a backup
/// @param deletions the Nodes that were deleted lately because their VMs had disappeared
/// @param acknowledged the ids of incidents and vCenter changes that people wrote
public record LifecycleState(
        Map<UUID, EventPosition> baselines,
        Map<UUID, List<EventPosition>> landmarks,
        ConfirmedVcenterChanges confirmedVcenterChanges,
        Breaker breaker,
        List<RecentDeletion> deletions,
        Set<String> acknowledged) {
    public static final LifecycleState EMPTY =
            new LifecycleState(Map.of(), Map.of(), ConfirmedVcenterChanges.NONE, Breaker.CLOSED, List.of(), Set.of());

    private static final String VCENTER = "vcenter.";
    private static final String LANDMARKS = "landmarks.";
    private static final String RESTORED = "restored.";
    private static final String UNCONFIRMED = "unconfirmed.";
    private static final String ADOPTED = "adopted";
    private static final String INCIDENT = "incident";
    private static final String ACKNOWLEDGED_NODES = "excused";
    private static final String DELETIONS = "losses";

    /// The maximum length of the cause of an incident, which is one sentence of this program.
    private static final int MAX_CAUSE_LENGTH = 1_000;

    public LifecycleState {
        baselines = Map.copyOf(baselines);
        landmarks = landmarks.entrySet().stream()
                .filter(each -> !each.getValue().isEmpty())
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, each -> List.copyOf(each.getValue())));
        deletions = List.copyOf(deletions);
        acknowledged = Set.copyOf(acknowledged);
    }

    public static LifecycleState read(Map<String, String> texts) {
        return new LifecycleState(
                parsePositions(texts, VCENTER),
                landmarks(texts),
                new ConfirmedVcenterChanges(
                        parsePositions(texts, RESTORED),
                        uuids(texts.getOrDefault(ADOPTED, "")),
                        parsePositions(texts, UNCONFIRMED)),
                new Breaker(
                        incident(texts.getOrDefault(INCIDENT, "")), split(texts.getOrDefault(ACKNOWLEDGED_NODES, ""))),
                texts.getOrDefault(DELETIONS, "")
                        .lines()
                        .flatMap(line -> parseDeletion(line).stream())
                        .toList(),
                split(texts.getOrDefault(LifecycleStateStore.ACKNOWLEDGE, "")));
    }

    /// Returns the texts to store, by key. A text that would be empty is left out.
    public Map<String, String> texts() {
        var texts = new HashMap<String, String>();
        baselines.forEach((vcenter, position) -> texts.put(VCENTER + vcenter, position.toString()));
        landmarks.forEach((vcenter, positions) -> texts.put(
                LANDMARKS + vcenter,
                positions.stream().map(EventPosition::toString).collect(Collectors.joining(","))));
        confirmedVcenterChanges
                .restored()
                .forEach((vcenter, position) -> texts.put(RESTORED + vcenter, position.toString()));
        confirmedVcenterChanges
                .unconfirmed()
                .forEach((vcenter, position) -> texts.put(UNCONFIRMED + vcenter, position.toString()));
        put(texts, ADOPTED, joined(confirmedVcenterChanges.adopted(), UUID::toString));
        put(texts, INCIDENT, breaker.open().map(LifecycleState::text).orElse(""));
        put(texts, ACKNOWLEDGED_NODES, joined(breaker.acknowledgedNodes(), Function.identity()));
        put(texts, DELETIONS, deletions.stream().map(LifecycleState::text).collect(Collectors.joining("\n")));
        put(texts, LifecycleStateStore.ACKNOWLEDGE, joined(acknowledged, Function.identity()));
        return texts;
    }

    public LifecycleState with(Breaker now) {
        return new LifecycleState(baselines, landmarks, confirmedVcenterChanges, now, deletions, acknowledged);
    }

    public LifecycleState with(ConfirmedVcenterChanges now) {
        return new LifecycleState(baselines, landmarks, now, breaker, deletions, acknowledged);
    }

    public LifecycleState withBaselines(Map<UUID, EventPosition> now) {
        return new LifecycleState(now, landmarks, confirmedVcenterChanges, breaker, deletions, acknowledged);
    }

    public LifecycleState withLandmarks(Map<UUID, List<EventPosition>> now) {
        return new LifecycleState(baselines, now, confirmedVcenterChanges, breaker, deletions, acknowledged);
    }

    public LifecycleState withDeletions(List<RecentDeletion> now) {
        return new LifecycleState(baselines, landmarks, confirmedVcenterChanges, breaker, now, acknowledged);
    }

    public LifecycleState withAcknowledged(Set<String> now) {
        return new LifecycleState(baselines, landmarks, confirmedVcenterChanges, breaker, deletions, now);
    }

    private static void put(Map<String, String> texts, String key, String text) {
        if (!text.isEmpty()) {
            texts.put(key, text);
        }
    }

    private static <T> String joined(Collection<T> values, Function<T, String> text) {
        return values.stream().map(text).sorted().collect(Collectors.joining(","));
    }

    private static Set<String> split(String text) {
        return Stream.of(text.split("[,\\s]+")).filter(VmRef::isReference).collect(Collectors.toSet());
    }

    private static Set<UUID> uuids(String text) {
        var uuids = new HashSet<UUID>();
        split(text)
                .forEach(word -> SystemUuid.parse(word).map(SystemUuid::value).ifPresent(uuids::add));
        return uuids;
    }

    private static Map<UUID, EventPosition> parsePositions(Map<String, String> texts, String prefix) {
        var positions = new HashMap<UUID, EventPosition>();
        texts.forEach((key, text) -> {
            if (key.startsWith(prefix)) {
                SystemUuid.parse(key.substring(prefix.length())).ifPresent(vcenter -> EventPosition.parse(text)
                        .ifPresent(position -> positions.put(vcenter.value(), position)));
            }
        });
        return positions;
    }

    private static Map<UUID, List<EventPosition>> landmarks(Map<String, String> texts) {
        var landmarks = new HashMap<UUID, List<EventPosition>>();
        texts.forEach((key, text) -> {
            if (key.startsWith(LANDMARKS)) {
                List<EventPosition> positions = Stream.of(text.split(","))
                        .limit(ReferenceEvents.MAX_EVENTS)
                        .flatMap(position -> EventPosition.parse(position.strip()).stream())
                        .toList();
                SystemUuid.parse(key.substring(LANDMARKS.length()))
                        .ifPresent(vcenter -> landmarks.put(vcenter.value(), positions));
            }
        });
        return landmarks;
    }

    private static String text(Incident incident) {
        return incident.id() + " " + joined(incident.members(), Function.identity()) + " " + incident.cause();
    }

    private static Optional<Incident> incident(String text) {
        String[] parts = text.split(" ", 3);
        return parts.length == 3 && parts[2].length() <= MAX_CAUSE_LENGTH
                ? Optional.of(new Incident(parts[0], parts[2], split(parts[1])))
                        .filter(incident -> VmRef.isReference(incident.id()))
                : Optional.empty();
    }

    private static String text(RecentDeletion deletion) {
        NodePlacement placement = deletion.placement();
        return String.join(
                "\t",
                deletion.at().toString(),
                placement.uid(),
                placement.vcenter().toString(),
                placement.parents().map(VmParents::toString).orElse(""),
                placement.node());
    }

    private static Optional<RecentDeletion> parseDeletion(String line) {
        String[] parts = line.split("\t", 5);
        if (parts.length != 5) {
            return Optional.empty();
        }
        return PlausibleTime.parse(parts[0]).flatMap(time -> SystemUuid.parse(parts[2])
                .map(vcenter -> new RecentDeletion(
                        new NodePlacement(parts[4], parts[1], vcenter.value(), VmParents.parse(parts[3])), time)));
    }
}
