package dev.vspherecloud.serving.auth;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/// Tells tokens apart without keeping them: a hash with a key that nobody but this process has.
///
/// Rule from: apiserver, authentication/token/cache.
record Fingerprint(SecretKey key) {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int KEY_BYTES = 32;

    static Fingerprint random(SecureRandom random) {
        var bytes = new byte[KEY_BYTES];
        random.nextBytes(bytes);
        return new Fingerprint(new SecretKeySpec(bytes, ALGORITHM));
    }

    String of(String token) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return HexFormat.of().formatHex(mac.doFinal(token.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }

    @Override
    public String toString() {
        return "Fingerprint";
    }
}
