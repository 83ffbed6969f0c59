package dev.vspherecloud.ccm.controllers.lifecycle;

import dev.vspherecloud.ccm.domain.breaker.Breaker;
import dev.vspherecloud.ccm.domain.breaker.Incident;
import dev.vspherecloud.ccm.domain.breaker.NodePlacement;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleStateStore;
import dev.vspherecloud.ccm.domain.node.NodeEvents;
import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.domain.reason.Reason;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reports that the deletion breaker opened or closed, with one log line each. If the breaker opens, or if more VMs
/// go missing while it is open, it also posts an Event about the leader's Lease.
///
/// Threads: confined.
final class BreakerEvents {
    private static final Logger log = LoggerFactory.getLogger(BreakerEvents.class);

    /// The maximum number of Nodes that one message names.
    private static final int MAX_NAMED = 5;

    private final NodeEvents events;
    private final LifecycleStateStore lifecycleStateStore;

    BreakerEvents(NodeEvents events, LifecycleStateStore lifecycleStateStore) {
        this.events = events;
        this.lifecycleStateStore = lifecycleStateStore;
    }

    void onEvaluated(Breaker previous, Breaker now, Collection<NodePlacement> placements) {
        Optional<String> was = previous.open().map(Incident::id);
        Optional<String> is = now.open().map(Incident::id);
        if (was.equals(is)) {
            return;
        }
        now.open().ifPresentOrElse(incident -> onOpened(incident, placements), () -> previous.open()
                .ifPresent(BreakerEvents::onClosed));
    }

    private static void onClosed(Incident incident) {
        log.atInfo()
                .addKeyValue("incident", incident.id())
                .addKeyValue("cause", incident.cause())
                .log("Deletion breaker closed; Nodes whose VMs disappeared may be deleted again");
    }

    /// Logs that the previous leader left the breaker open. That leader has already posted the Event.
    void onInherited(Incident incident) {
        log.atWarn()
                .addKeyValue("incident", incident.id())
                .addKeyValue("cause", incident.cause())
                .addKeyValue("acknowledge", lifecycleStateStore.acknowledgeCommand(incident.id()))
                .log("Deletion breaker is still open; Nodes whose VMs disappeared are kept until the VMs are"
                        + " back, or until you acknowledge the incident and so allow their deletion");
    }

    private void onOpened(Incident incident, Collection<NodePlacement> placements) {
        String nodes = names(incident, placements);
        String command = lifecycleStateStore.acknowledgeCommand(incident.id());
        events.warning(new Reason(
                NodeReason.MASS_DISAPPEARANCE,
                "incident %s (Nodes %s): %s. The provider deletes no Node whose VM disappeared until the VMs are back or you acknowledge the incident. If the VMs are gone for good, run: %s"
                        .formatted(incident.id(), nodes, incident.cause(), command)));
        log.atError()
                .addKeyValue("incident", incident.id())
                .addKeyValue("cause", incident.cause())
                .addKeyValue("nodes", nodes)
                .addKeyValue("acknowledge", command)
                .log("Deletion breaker opened; Nodes whose VMs disappeared are kept until the VMs are back or"
                        + " you acknowledge it");
    }

    private static String names(Incident incident, Collection<NodePlacement> placements) {
        List<String> names = placements.stream()
                .filter(placement -> incident.members().contains(placement.key()))
                .map(NodePlacement::node)
                .sorted()
                .toList();
        String first = names.stream().limit(MAX_NAMED).collect(Collectors.joining(", "));
        return names.size() > MAX_NAMED ? first + " and " + (names.size() - MAX_NAMED) + " more" : first;
    }
}
