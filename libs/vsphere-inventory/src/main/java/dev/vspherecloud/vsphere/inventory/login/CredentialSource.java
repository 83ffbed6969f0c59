package dev.vspherecloud.vsphere.inventory.login;

import dev.vspherecloud.http.Credentials;

/// Where a vCenter's user and password come from. Read before each login, so that a changed Secret counts.
@FunctionalInterface
public interface CredentialSource {
    Reading read();

    /// What a reading came to.
    sealed interface Reading {
        /// @param origin   where they were found, for people, as in `Secret kube-system/vcenter`
        /// @param revision which state of that place, as a Secret's `resourceVersion`; empty when it has none
        record Ready(Credentials credentials, String origin, String revision) implements Reading {}

        /// They are being looked for the first time, so nothing is wrong yet; no login is tried.
        record Awaited() implements Reading {}

        /// There is nothing to log in with; no login is tried.
        ///
        /// @param why for people: what is missing, where it was looked for, what to do
        record Absent(String why) implements Reading {}
    }
}
