package dev.vspherecloud.ccm.application.vcenter;

import dev.vspherecloud.ccm.application.vcenter.CredentialPolicy.Verdict;

/// The effect of an update on the credentials of one server.
record CredentialChange(String server, Verdict before, Verdict after) {
    /// Returns true if the reading changed, and not only the reason for keeping the old one.
    boolean isReadingChanged() {
        return !after.reading().equals(before.reading());
    }
}
