package dev.vspherecloud.http;

import dev.vspherecloud.text.Secret;

/// The user and the password of a login. Either part may be empty; such a login is refused here and never sent.
///
/// @param user as in `administrator@vsphere.local`
public record Credentials(String user, Secret password) {
    /// Returns true if there are both a user and a password.
    public boolean isComplete() {
        return !user.isBlank() && !password.isEmpty();
    }
}
