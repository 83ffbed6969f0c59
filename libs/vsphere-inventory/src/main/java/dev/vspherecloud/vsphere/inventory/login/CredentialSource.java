package dev.vspherecloud.vsphere.inventory.login;

import dev.vspherecloud.http.Credentials;

/// The source of a vCenter's user and password. It is read before each login, so that a changed Secret counts.
@FunctionalInterface
public interface CredentialSource {
    Reading read();

    /// The result of reading the source.
    sealed interface Reading {
        /// @param origin   where the credentials were found, for people, as in `Secret kube-system/vcenter`
        /// @param revision the version of that place, as a Secret's `resourceVersion`; empty if it has none
        record Ready(Credentials credentials, String origin, String revision) implements Reading {}

        /// The first read is not complete, so nothing is wrong yet; no login is tried.
        record Awaited() implements Reading {}

        /// There are no credentials; no login is tried.
        ///
        /// @param why for people: what is missing, where it was looked for, what to do
        record Absent(String why) implements Reading {}
    }
}
