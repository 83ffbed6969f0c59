package dev.vspherecloud.vsphere.inventory.login;

import dev.vspherecloud.http.Credentials;
import java.util.Optional;

/// The source of a vCenter's user and password. It is read before each login, so that a changed Secret counts.
@FunctionalInterface
public interface CredentialSource {
    Reading read();

    /// Returns for people why [#read] returns older credentials than the source has now; empty if it does not. A
    /// process that starts now cannot read these credentials.
    default Optional<String> keptBecause() {
        return Optional.empty();
    }

    /// The result of reading the source of the credentials.
    sealed interface Reading {
        /// The source has credentials.
        ///
        /// @param origin   where the credentials were found, for messages, as in `Secret kube-system/vcenter`
        /// @param revision the version of the origin, as a Secret's `resourceVersion`; empty if it has none
        record Ready(Credentials credentials, String origin, String revision) implements Reading {}

        /// The first read of the source is not complete. No login is tried, but this is not a failure.
        record Awaited() implements Reading {}

        /// The source has no credentials, so no login is tried.
        ///
        /// @param why for messages: what is missing, where it was looked for, what to do
        record Absent(String why) implements Reading {}
    }
}
