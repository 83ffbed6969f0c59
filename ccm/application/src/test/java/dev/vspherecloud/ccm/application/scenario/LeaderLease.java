package dev.vspherecloud.ccm.application.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.vspherecloud.testkit.bed.TestBed;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The Lease of the leader, with the annotations for users and for the next leader.
public record LeaderLease(TestBed bed) {
    private static final String NAMESPACE = "kube-system";
    private static final String NAME = "cloud-controller-manager";
    private static final Pattern ID = Pattern.compile("(missing|restored|replaced)-[0-9a-f]{8}");
    private static final String PREFIX = "lifecycle.vspherecloud.dev/";

    /// Returns the value of the annotation with this key; empty if there is none.
    public Optional<String> note(String key) {
        return bed.objects()
                .findLease(NAMESPACE, NAME)
                .map(lease -> lease.path("metadata").path("annotations").path(PREFIX + key))
                .filter(JsonNode::isTextual)
                .map(JsonNode::asText);
    }

    /// Acknowledges an incident, as a user does with `kubectl annotate`.
    public void acknowledge(String id) {
        var patch = JsonNodeFactory.instance.objectNode();
        patch.putObject("metadata").putObject("annotations").put(PREFIX + "acknowledge", id);
        bed.objects()
                .patch(
                        "/apis/coordination.k8s.io/v1/namespaces/%s/leases/%s".formatted(NAMESPACE, NAME),
                        patch.toString());
    }

    /// Acknowledges every incident that an Event has reported so far.
    ///
    /// @return the ids
    public Set<String> acknowledgeAll() {
        Set<String> ids = idsTold();
        if (!ids.isEmpty()) {
            acknowledge(String.join(",", ids));
        }
        return ids;
    }

    /// Returns the ids in the Events so far, which a user may acknowledge.
    public Set<String> idsTold() {
        return bed.objects().eventsOfLease(NAMESPACE, NAME).stream()
                .flatMap(event -> ID.matcher(event.path("message").asText()).results())
                .map(MatchResult::group)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /// Returns the messages of the Events with this reason, oldest first.
    public List<String> told(String reason) {
        return bed.objects().eventsOfLease(NAMESPACE, NAME).stream()
                .filter(event -> event.path("reason").asText().equals(reason))
                .map(event -> event.path("message").asText())
                .toList();
    }
}
