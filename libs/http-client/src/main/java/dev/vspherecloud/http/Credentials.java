package dev.vspherecloud.http;

import dev.vspherecloud.text.Secret;

/// The user and the password of a login. Either part may be empty; the client does not send such a login.
///
/// @param user the user name, as in `administrator@vsphere.local`
public record Credentials(String user, Secret password) {
    /// Returns true if neither the user nor the password is empty.
    public boolean isComplete() {
        return !user.isBlank() && !password.isEmpty();
    }
}
