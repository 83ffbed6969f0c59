package dev.vspherecloud.ccm.domain.lifecycle;

import java.util.Map;
import java.util.Optional;

/// Stores the state that must survive a restart. The state is a set of short texts in annotations of the leader's
/// Lease, whose keys have a prefix of this program.
///
/// Both calls block until the API server answers or a deadline passes.
public interface LifecycleStateStore {
    /// The stored texts at one moment.
    ///
    /// @param annotations the texts by key, without the prefix. People may write the text of the key [#ACKNOWLEDGE]
    /// @param version the version of the stored texts, on which a write is based
    record Page(Map<String, String> annotations, String version) {
        public Page {
            annotations = Map.copyOf(annotations);
        }
    }

    /// The key of the text in which a person writes the ids of acknowledged incidents, with commas between them.
    String ACKNOWLEDGE = "acknowledge";

    /// Reads the stored texts. Returns empty if the API server does not deliver them; then the caller must not do
    /// anything that depends on them.
    Optional<Page> read();

    /// Replaces all stored texts with these. Returns false if another writer changed them meanwhile, if this
    /// process is no longer the leader, or if the outcome is unknown. In these cases read the texts again.
    ///
    /// @param basis the texts as they were read
    boolean write(Page basis, Map<String, String> texts);

    /// Returns the kubectl command with which a person acknowledges an incident, for a Lease with the default name.
    default String acknowledgeCommand(String id) {
        return "kubectl -n kube-system annotate lease cloud-controller-manager --overwrite"
                + " lifecycle.vspherecloud.dev/acknowledge=" + id;
    }
}
