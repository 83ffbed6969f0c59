package dev.vspherecloud.ccm.domain.lifecycle;

import java.util.Map;
import java.util.Optional;

/// What must outlive this process: short texts on the Lease of the leader, under a prefix of our own.
///
/// Both calls block until the API server answered or a deadline passed.
public interface LifecycleStateStore {
    /// @param texts   by key; people write among them, see [#ACKNOWLEDGE]
    /// @param version which state this was
    record Page(Map<String, String> texts, String version) {
        public Page {
            texts = Map.copyOf(texts);
        }
    }

    /// Where a person writes the ids of incidents that were looked at, with commas between them.
    String ACKNOWLEDGE = "acknowledge";

    /// Empty when it can't be read; then nothing may be done that depends on it.
    Optional<Page> read();

    /// Makes these the texts, all of them. False when somebody else wrote meanwhile, this process is no longer the
    /// leader, or nobody knows: read again.
    boolean write(Page basis, Map<String, String> texts);

    /// The command by which a person acknowledges an incident; as it is for the Lease that is the default.
    default String acknowledging(String id) {
        return "kubectl -n kube-system annotate lease cloud-controller-manager --overwrite"
                + " lifecycle.vspherecloud.dev/acknowledge=" + id;
    }
}
