package dev.vspherecloud.ccm.domain.lifecycle;

import java.util.Map;
import java.util.Optional;

/// Stores the state that must survive a restart: short texts on the Lease of the leader, under a prefix of this
/// program.
///
/// Both calls block until the API server answered or a deadline passed.
public interface LifecycleStateStore {
    /// The stored texts at one moment.
    ///
    /// @param annotations   by key; people may write one of them, see [#ACKNOWLEDGE]
    /// @param version the version of the stored state
    record Page(Map<String, String> annotations, String version) {
        public Page {
            annotations = Map.copyOf(annotations);
        }
    }

    /// The key under which a person writes the ids of acknowledged incidents, with commas between them.
    String ACKNOWLEDGE = "acknowledge";

    /// Reads the texts. Empty if they cannot be read; then do nothing that depends on them.
    Optional<Page> read();

    /// Replaces all texts with these. Returns false if another writer changed them meanwhile, this process is no
    /// longer the leader, or the outcome is unknown. Read again in this case.
    boolean write(Page basis, Map<String, String> texts);

    /// Returns the command by which a person acknowledges an incident, for the default Lease.
    default String acknowledgeCommand(String id) {
        return "kubectl -n kube-system annotate lease cloud-controller-manager --overwrite"
                + " lifecycle.vspherecloud.dev/acknowledge=" + id;
    }
}
