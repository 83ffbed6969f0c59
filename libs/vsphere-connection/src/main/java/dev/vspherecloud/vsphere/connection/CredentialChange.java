package dev.vspherecloud.vsphere.connection;

import dev.vspherecloud.vsphere.connection.CredentialPolicy.Verdict;

/// The effect of one update of a credential source on the credentials of one vCenter server.
///
/// @param before the credentials that applied before the update
/// @param after the credentials that apply now
record CredentialChange(String server, Verdict before, Verdict after) {
    /// Returns true if the credentials themselves changed, and not only the reason why older ones stay in use.
    boolean isReadingChanged() {
        return !after.reading().equals(before.reading());
    }
}
