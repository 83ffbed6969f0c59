package dev.vspherecloud.csi.domain.placement;

/// Why a datastore was refused.
///
/// @param datastore its name and URL
/// @param why       a part of a sentence after the name, without an end
public record DatastoreRefusal(String datastore, Cause cause, String why) {
    /// The kinds of causes. The first ones are the nearest to a datastore that fits, and so the most useful ones for
    /// the reader.
    public enum Cause {
        SPACE("too full", "free space, or add a datastore"),
        PRIVILEGE("without the privileges", "give the account Datastore.FileManagement and System.Read on one of them"),
        SUSPENDED("suspended", "remove the custom value " + DatastoreState.SUSPENDED_VALUE + " from one"),
        MAINTENANCE("in maintenance", "end the maintenance mode of one"),
        HOSTS("without a host in use", "connect a host that mounts one of them, or end its maintenance mode"),
        INACCESSIBLE("not accessible", "connect the storage again"),
        POLICY("incompatible with the policy", "correct the storage policy, or name another one"),
        READ_ONLY("mounted read-only", "mount one of them for reading and writing on these hosts"),
        UNMOUNTED("not mounted everywhere", "mount one of them on every host that runs such a Node"),
        NOT_NAMED("unknown", "correct datastoreurl in the StorageClass, or give the account System.Read on it"),
        NO_NODE("without a Node", "add Nodes there, or correct the topology of the StorageClass");

        private final String summary;
        private final String remedy;

        Cause(String summary, String remedy) {
            this.summary = summary;
            this.remedy = remedy;
        }

        /// Returns the text for datastores that a message counts without their names.
        String summary() {
            return summary;
        }

        /// Returns what the administrator can do; a message ends with it.
        public String remedy() {
            return remedy;
        }
    }
}
