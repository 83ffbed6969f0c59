package dev.vspherecloud.ccm.application.vcenter;

import dev.vspherecloud.ccm.application.vcenter.CredentialPolicy.Verdict;

/// What news made of the credentials of one server.
record CredentialChange(String server, Verdict before, Verdict after) {
    /// Whether there is something else to read now, and not only another reason to keep what was there.
    boolean isOfReading() {
        return !after.reading().equals(before.reading());
    }
}
