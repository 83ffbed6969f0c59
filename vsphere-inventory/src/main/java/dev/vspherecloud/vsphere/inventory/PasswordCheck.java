package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.vsphere.client.Secret;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// Eight bits by which a later process sees whether a password was changed since it was refused.
///
/// One other password in 256 has the same, and waits as if it were the refused one. Whoever reads the record and
/// guesses at passwords can exclude all others, and no more than that however often it is written: the salt stays.
final class PasswordCheck {
    static final int VALUES = 256;

    private PasswordCheck() {}

    /// @return 0 to 255
    static int of(Secret password, String salt) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            digest.update(salt.getBytes(StandardCharsets.UTF_8));
            return Byte.toUnsignedInt(digest.digest(password.reveal().getBytes(StandardCharsets.UTF_8))[0]);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
