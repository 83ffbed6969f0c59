package dev.vspherecloud.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PemTextTest {
    private static KeyPair keys(String algorithm) throws GeneralSecurityException {
        return KeyPairGenerator.getInstance(algorithm).generateKeyPair();
    }

    private static String block(String label, byte[] content) {
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
                .formatted(label, Base64.getMimeEncoder().encodeToString(content), label);
    }

    /// Returns the key inside PKCS #8.
    private static byte[] unwrapped(byte[] pkcs8) {
        var rest = ByteBuffer.wrap(pkcs8);
        length(rest);
        skip(rest);
        skip(rest);
        byte[] inner = new byte[length(rest)];
        rest.get(inner);
        return inner;
    }

    private static void skip(ByteBuffer rest) {
        int length = length(rest);
        rest.position(rest.position() + length);
    }

    private static int length(ByteBuffer rest) {
        int _ = rest.get();
        int first = rest.get() & 0xff;
        if (first < 0x80) {
            return first;
        }
        int length = 0;
        for (int i = 0; i < (first & 0x7f); i++) {
            length = (length << 8) | (rest.get() & 0xff);
        }
        return length;
    }

    @ParameterizedTest
    @CsvSource({"RSA", "EC", "Ed25519"})
    void readsEveryKindOfKey(String algorithm) throws Exception {
        KeyPair keys = keys(algorithm);

        assertThat(PemText.key(PemText.of(keys.getPrivate()), keys.getPublic())).contains(keys.getPrivate());
    }

    @ParameterizedTest
    @CsvSource({"RSA, RSA PRIVATE KEY", "EC, EC PRIVATE KEY"})
    void readsKeysInTheirTraditionalFormats(String algorithm, String label) throws Exception {
        KeyPair keys = keys(algorithm);
        String text = "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n"
                + block(label, unwrapped(keys.getPrivate().getEncoded()));

        assertThat(PemText.key(text, keys.getPublic())).contains(keys.getPrivate());
    }

    @Test
    void aKeyWithAPasswordCannotBeRead() throws Exception {
        KeyPair keys = keys("EC");
        String text = block("ENCRYPTED PRIVATE KEY", keys.getPrivate().getEncoded());

        assertThatThrownBy(() -> PemText.key(text, keys.getPublic())).isInstanceOf(GeneralSecurityException.class);
    }
}
