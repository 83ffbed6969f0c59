package dev.vspherecloud.config.credentials;

import dev.vspherecloud.text.VisibleText;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The keys and values of a [CredentialSet] as texts.
///
/// @param origin the Secret or directory for messages, for example `Secret kube-system/vcenter`
/// @param texts the texts by key, without the one newline at the end
/// @param errors the keys without a text, each with the reason, for example `is not UTF-8 text`
record CredentialTexts(String origin, Map<String, String> texts, Map<String, String> errors) {
    private static final int MAX_SHOWN = 20;

    CredentialTexts {
        texts = Map.copyOf(texts);
        errors = Map.copyOf(errors);
    }

    static CredentialTexts decode(String origin, Map<String, byte[]> data, Map<String, String> errors) {
        var texts = new TreeMap<String, String>();
        var allFlaws = new TreeMap<>(errors);
        data.forEach((key, value) -> decoded(value)
                .ifPresentOrElse(text -> texts.put(key, text), () -> allFlaws.put(key, "is not UTF-8 text")));
        return new CredentialTexts(origin, texts, allFlaws);
    }

    private static Optional<String> decoded(byte[] value) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(value))
                    .toString();
            return Optional.of(text.endsWith("\n") ? text.substring(0, text.length() - 1) : text);
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    /// Returns all keys in alphabetical order.
    List<String> keys() {
        return Stream.concat(texts.keySet().stream(), errors.keySet().stream())
                .sorted()
                .toList();
    }

    <T extends CredentialKey> Stream<T> parsed(Class<T> layout) {
        return keys().stream()
                .flatMap(key -> CredentialKey.parse(key).stream())
                .filter(layout::isInstance)
                .map(layout::cast);
    }

    boolean has(String key) {
        return texts.containsKey(key) || errors.containsKey(key);
    }

    /// Returns the text of the key. The result is empty if the key does not exist or has no text.
    String text(String key) {
        return texts.getOrDefault(key, "");
    }

    /// Returns why the text of a key cannot be used, for example `is missing`.
    String errorOf(String key) {
        return has(key) && !text(key).isEmpty()
                ? "contains a control character, which a login cannot contain"
                : errors.getOrDefault(key, texts.containsKey(key) ? "is empty" : "is missing");
    }

    /// Returns the list of all existing keys for a message, for example `the keys a, b`.
    String foundText() {
        return keys().isEmpty() ? "no keys" : "the keys " + names(keys());
    }

    static String names(Collection<String> keys) {
        String more = keys.size() > MAX_SHOWN ? " and " + (keys.size() - MAX_SHOWN) + " more" : "";
        return keys.stream()
                .limit(MAX_SHOWN)
                .map(CredentialTexts::printableKey)
                .collect(Collectors.joining(", ", "", more));
    }

    /// Replaces the characters of a key that are not visible, before a message shows it. A key may be a file
    /// name, which may contain any character.
    static String printableKey(String key) {
        return VisibleText.of(key);
    }

    @Override
    public String toString() {
        return origin + " with " + foundText();
    }
}
