package dev.vspherecloud.vsphere.connection;

import dev.vspherecloud.config.credentials.SecretCredentials;
import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.inventory.login.CredentialSource.Reading;

/// Decides which credentials of a vCenter server apply after an update of the Secret or directory. Pure.
///
/// Credentials stay valid until the source has other ones, or until it no longer has an entry for the server. They
/// also stay valid if the whole source is gone or unreadable, or if the server's entry is incomplete, since a
/// change may have two steps.
///
/// Rule from: cloud-provider-vsphere, pkg/common/credentialmanager, GetCredential. Differs: there an incomplete
/// entry fails, and a server that was removed stays.
final class CredentialPolicy {
    /// The credentials of a server that apply after an update.
    ///
    /// @param keptBecause for people: why the credentials are older than the update; empty if they are not
    record Verdict(Reading reading, String keptBecause) {
        static Verdict of(Reading reading) {
            return new Verdict(reading, "");
        }

        boolean isReady() {
            return reading instanceof Reading.Ready;
        }
    }

    private CredentialPolicy() {}

    static Verdict next(Verdict before, CredentialUpdate update, String server) {
        return switch (update) {
            case CredentialUpdate.Gone(String why) -> keepPrevious(before, why);
            case CredentialUpdate.Unreadable(String why) -> before.isReady() ? before : keepPrevious(before, why);
            case CredentialUpdate.Contents(var credentials, String revision) ->
                switch (credentials.find(server)) {
                    case SecretCredentials.Found(String user, var password) ->
                        Verdict.of(ready(user, password, credentials.origin(), revision));
                    case SecretCredentials.Absent(String message) -> Verdict.of(new Reading.Absent(message));
                    case SecretCredentials.Unusable(String message) -> keepPrevious(before, message);
                    case SecretCredentials.Unsupported(String message) -> keepPrevious(before, message);
                };
        };
    }

    /// Returns the credentials that the configuration file itself contains.
    static Reading inline(String vcenter, String user, Secret password) {
        return SecretCredentials.canBeSent(user) && SecretCredentials.canBeSent(password.reveal())
                ? ready(user, password, "the configuration of vCenter " + vcenter, "")
                : new Reading.Absent("user or password in the configuration of vCenter %s contains a control character"
                                .formatted(vcenter)
                        + ", which a login cannot have; correct it");
    }

    private static Verdict keepPrevious(Verdict before, String why) {
        return before.isReady() ? new Verdict(before.reading(), why) : Verdict.of(new Reading.Absent(why));
    }

    private static Reading ready(String user, Secret password, String origin, String revision) {
        return new Reading.Ready(new Credentials(user, password), origin, revision);
    }
}
