package dev.vspherecloud.http;

import dev.vspherecloud.text.Secret;

/// Who logs in. Either part may be empty; a login with such credentials is refused here and never sent.
///
/// @param user as in `administrator@vsphere.local`
public record Credentials(String user, Secret password) {
    /// Whether there is both a user and a password.
    public boolean areComplete() {
        return !user.isBlank() && !password.isEmpty();
    }
}
