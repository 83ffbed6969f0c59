package dev.vspherecloud.ccm.domain.lifecycle;

import dev.vspherecloud.ccm.domain.breaker.Breaker;
import dev.vspherecloud.ccm.domain.breaker.Incident;
import dev.vspherecloud.ccm.domain.breaker.Loss;
import dev.vspherecloud.ccm.domain.breaker.Post;
import dev.vspherecloud.domain.existence.Confirmations;
import dev.vspherecloud.domain.existence.Landmarks;
import dev.vspherecloud.domain.vm.EventMark;
import dev.vspherecloud.domain.vm.PlausibleTime;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.VmHome;
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

/// What must outlive the process so that the next one proves as well as this one: kept as texts in the [Chronicle].
///
/// Form, by key: `vcenter.<instance UUID>` the newest event, see [EventMark]; `landmarks.<instance UUID>` several of
/// them with commas, which earlier versions do not write; `restored.<instance UUID>` the newest
/// event when a restore was confirmed; `unconfirmed.<instance UUID>` the newest event from before a restore that was
/// not confirmed; `adopted` instance UUIDs; `incident` id, blank, keys of Nodes with commas,
/// blank, cause; `excused` keys of Nodes; `losses` lines of time, uid, vCenter, home and Node, with tabs between.
/// What can't be read, or has another form than the documented one, counts as not there: nothing is proven by that,
/// and an incident that lasts is found again.
///
/// @param baselines    by instance UUID of the vCenter, the newest event that was ever seen of it
/// @param landmarks    by instance UUID of the vCenter, events by which it is recognised
/// @param losses       Nodes that were deleted lately because their VMs had disappeared
/// @param acknowledged ids that people wrote
public record Annals(
        Map<UUID, EventMark> baselines,
        Map<UUID, List<EventMark>> landmarks,
        Confirmations confirmations,
        Breaker breaker,
        List<Loss> losses,
        Set<String> acknowledged) {
    public static final Annals EMPTY =
            new Annals(Map.of(), Map.of(), Confirmations.NONE, Breaker.CLOSED, List.of(), Set.of());

    private static final String VCENTER = "vcenter.";
    private static final String LANDMARKS = "landmarks.";
    private static final String RESTORED = "restored.";
    private static final String UNCONFIRMED = "unconfirmed.";
    private static final String ADOPTED = "adopted";
    private static final String INCIDENT = "incident";
    private static final String EXCUSED = "excused";
    private static final String LOSSES = "losses";

    /// A cause is one sentence of this program.
    private static final int LONGEST_CAUSE = 1_000;

    public Annals {
        baselines = Map.copyOf(baselines);
        landmarks = landmarks.entrySet().stream()
                .filter(each -> !each.getValue().isEmpty())
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, each -> List.copyOf(each.getValue())));
        losses = List.copyOf(losses);
        acknowledged = Set.copyOf(acknowledged);
    }

    public static Annals read(Map<String, String> texts) {
        return new Annals(
                marks(texts, VCENTER),
                landmarks(texts),
                new Confirmations(
                        marks(texts, RESTORED), uuids(texts.getOrDefault(ADOPTED, "")), marks(texts, UNCONFIRMED)),
                new Breaker(incident(texts.getOrDefault(INCIDENT, "")), words(texts.getOrDefault(EXCUSED, ""))),
                texts.getOrDefault(LOSSES, "")
                        .lines()
                        .flatMap(line -> loss(line).stream())
                        .toList(),
                words(texts.getOrDefault(Chronicle.ACKNOWLEDGE, "")));
    }

    /// As they are kept; what is empty is left out.
    public Map<String, String> texts() {
        var texts = new HashMap<String, String>();
        baselines.forEach((vcenter, mark) -> texts.put(VCENTER + vcenter, mark.toString()));
        landmarks.forEach((vcenter, marks) -> texts.put(
                LANDMARKS + vcenter, marks.stream().map(EventMark::toString).collect(Collectors.joining(","))));
        confirmations.restored().forEach((vcenter, mark) -> texts.put(RESTORED + vcenter, mark.toString()));
        confirmations.unconfirmed().forEach((vcenter, mark) -> texts.put(UNCONFIRMED + vcenter, mark.toString()));
        put(texts, ADOPTED, joined(confirmations.adopted(), UUID::toString));
        put(texts, INCIDENT, breaker.open().map(Annals::text).orElse(""));
        put(texts, EXCUSED, joined(breaker.excused(), Function.identity()));
        put(texts, LOSSES, losses.stream().map(Annals::text).collect(Collectors.joining("\n")));
        put(texts, Chronicle.ACKNOWLEDGE, joined(acknowledged, Function.identity()));
        return texts;
    }

    public Annals with(Breaker now) {
        return new Annals(baselines, landmarks, confirmations, now, losses, acknowledged);
    }

    public Annals with(Confirmations now) {
        return new Annals(baselines, landmarks, now, breaker, losses, acknowledged);
    }

    public Annals withBaselines(Map<UUID, EventMark> now) {
        return new Annals(now, landmarks, confirmations, breaker, losses, acknowledged);
    }

    public Annals withLandmarks(Map<UUID, List<EventMark>> now) {
        return new Annals(baselines, now, confirmations, breaker, losses, acknowledged);
    }

    public Annals withLosses(List<Loss> now) {
        return new Annals(baselines, landmarks, confirmations, breaker, now, acknowledged);
    }

    public Annals withAcknowledged(Set<String> now) {
        return new Annals(baselines, landmarks, confirmations, breaker, losses, now);
    }

    private static void put(Map<String, String> texts, String key, String text) {
        if (!text.isEmpty()) {
            texts.put(key, text);
        }
    }

    private static <T> String joined(Collection<T> values, Function<T, String> text) {
        return values.stream().map(text).sorted().collect(Collectors.joining(","));
    }

    private static Set<String> words(String text) {
        return Stream.of(text.split("[,\\s]+")).filter(VmRef::isReference).collect(Collectors.toSet());
    }

    private static Set<UUID> uuids(String text) {
        var uuids = new HashSet<UUID>();
        words(text)
                .forEach(word -> SystemUuid.parse(word).map(SystemUuid::value).ifPresent(uuids::add));
        return uuids;
    }

    private static Map<UUID, EventMark> marks(Map<String, String> texts, String prefix) {
        var marks = new HashMap<UUID, EventMark>();
        texts.forEach((key, text) -> {
            if (key.startsWith(prefix)) {
                SystemUuid.parse(key.substring(prefix.length())).ifPresent(vcenter -> EventMark.parse(text)
                        .ifPresent(mark -> marks.put(vcenter.value(), mark)));
            }
        });
        return marks;
    }

    private static Map<UUID, List<EventMark>> landmarks(Map<String, String> texts) {
        var landmarks = new HashMap<UUID, List<EventMark>>();
        texts.forEach((key, text) -> {
            if (key.startsWith(LANDMARKS)) {
                List<EventMark> marks = Stream.of(text.split(","))
                        .limit(Landmarks.MOST)
                        .flatMap(mark -> EventMark.parse(mark.strip()).stream())
                        .toList();
                SystemUuid.parse(key.substring(LANDMARKS.length()))
                        .ifPresent(vcenter -> landmarks.put(vcenter.value(), marks));
            }
        });
        return landmarks;
    }

    private static String text(Incident incident) {
        return incident.id() + " " + joined(incident.members(), Function.identity()) + " " + incident.cause();
    }

    private static Optional<Incident> incident(String text) {
        String[] parts = text.split(" ", 3);
        return parts.length == 3 && parts[2].length() <= LONGEST_CAUSE
                ? Optional.of(new Incident(parts[0], parts[2], words(parts[1])))
                        .filter(incident -> VmRef.isReference(incident.id()))
                : Optional.empty();
    }

    private static String text(Loss loss) {
        Post post = loss.post();
        return String.join(
                "\t",
                loss.at().toString(),
                post.uid(),
                post.vcenter().toString(),
                post.home().map(VmHome::toString).orElse(""),
                post.node());
    }

    private static Optional<Loss> loss(String line) {
        String[] parts = line.split("\t", 5);
        if (parts.length != 5) {
            return Optional.empty();
        }
        return PlausibleTime.parse(parts[0]).flatMap(time -> SystemUuid.parse(parts[2])
                .map(vcenter -> new Loss(new Post(parts[4], parts[1], vcenter.value(), VmHome.parse(parts[3])), time)));
    }
}
