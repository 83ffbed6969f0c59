package dev.vspherecloud.ccm.application.plan;

import dev.vspherecloud.ccm.config.MissingController;
import java.util.List;

/// The work of a controller that cloud-provider-vsphere (Go) may run and this program does not have.
///
/// @param cause the section of the configuration, or the flag, because of which the current program runs the
///     controller
/// @param concerned the names of the objects that the controller handles; empty if there are none
/// @param unreadable why these objects cannot be listed; empty if they can
public record LostFeature(MissingController controller, String cause, List<String> concerned, String unreadable) {
    public LostFeature {
        concerned = List.copyOf(concerned);
    }

    /// Returns a message about the lost work, in one paragraph.
    String text() {
        return "Because of %s, cloud-provider-vsphere (Go) may run its %s. This provider has none: %s."
                .formatted(cause, controller.title(), controller.effect());
    }

    /// Returns the objects that the controller handles as text.
    String objects() {
        String what =
                switch (controller) {
                    case LOAD_BALANCERS -> "Services of type LoadBalancer";
                    case ROUTES -> "Nodes with podCIDRs";
                };
        if (!unreadable.isEmpty()) {
            return "%s: cannot be read: %s".formatted(what, unreadable);
        }
        return concerned.isEmpty()
                ? what + ": none today"
                : "%s (%d): %s".formatted(what, concerned.size(), String.join(", ", concerned));
    }
}
