package dev.vspherecloud.config.credentials;

import static dev.vspherecloud.config.credentials.CredentialKey.Part.SERVER;
import static dev.vspherecloud.config.credentials.CredentialKey.Part.SESSION_TOKEN;
import static dev.vspherecloud.config.credentials.CredentialKey.Part.SESSION_URL;
import static dev.vspherecloud.config.credentials.CredentialTexts.names;
import static dev.vspherecloud.config.credentials.CredentialTexts.printableKey;

import dev.vspherecloud.config.credentials.CredentialKey.Dotted;
import dev.vspherecloud.config.credentials.CredentialKey.Indexed;
import java.util.List;
import java.util.stream.Stream;

/// Finds the entries of a [CredentialSet] that are not valid, for all servers.
///
/// @param pairs the complete entries, in the order of precedence
record CredentialWarnings(CredentialTexts texts, List<CredentialSet.Pair> pairs) {
    List<String> all() {
        return Stream.of(
                        unknownKeys(),
                        incompletePairs(),
                        errors(),
                        carriageReturns(),
                        duplicateServers(),
                        unusedTokens())
                .flatMap(remarks -> remarks)
                .toList();
    }

    private Stream<String> unknownKeys() {
        List<String> strays = texts.keys().stream()
                .filter(key -> CredentialKey.parse(key).isEmpty())
                .toList();
        return strays.isEmpty()
                ? Stream.empty()
                : warning("found the unknown keys %s: expected <server>.username and <server>.password, or server_<id>,"
                                .formatted(names(strays))
                        + " username_<id> and password_<id>; correct or remove them");
    }

    private Stream<String> incompletePairs() {
        List<String> orphans = texts.parsed(Indexed.class)
                .filter(key -> !texts.has(SERVER.indexed(key.id())))
                .map(key -> key.part().indexed(key.id()))
                .toList();
        return orphans.isEmpty()
                ? Stream.empty()
                : warning("found %s, expected server_<id> of the same <id> too; add it, or remove them"
                        .formatted(names(orphans)));
    }

    private Stream<String> errors() {
        return texts.errors().keySet().stream()
                .sorted()
                .filter(key -> CredentialKey.parse(key).isPresent())
                .flatMap(key -> warning("%s %s; correct it".formatted(printableKey(key), texts.errorOf(key))));
    }

    private Stream<String> carriageReturns() {
        return texts.keys().stream()
                .filter(key -> texts.text(key).endsWith("\r"))
                .filter(key -> CredentialKey.parse(key).isPresent())
                .flatMap(key -> warning(
                        "%s ends in a carriage return, which is part of the value; if that is a mistake, save it without"
                                .formatted(printableKey(key))));
    }

    private Stream<String> duplicateServers() {
        return pairs.stream().flatMap(later -> pairs.subList(0, pairs.indexOf(later)).stream()
                .filter(earlier -> SameHost.test(earlier.server(), later.server()))
                .limit(1)
                .flatMap(earlier ->
                        warning("%s and %s are for the same server, and only one of them is used; remove the other"
                                .formatted(printableKey(earlier.userKey()), printableKey(later.userKey())))));
    }

    private Stream<String> unusedTokens() {
        return texts.parsed(Dotted.class)
                .filter(key -> key.part() == SESSION_TOKEN && !texts.has(SESSION_URL.keyFor(key.server())))
                .flatMap(key -> warning(printableKey(SESSION_TOKEN.keyFor(key.server())) + " is not used; remove it"));
    }

    private Stream<String> warning(String text) {
        return Stream.of(texts.origin() + ": " + text);
    }
}
