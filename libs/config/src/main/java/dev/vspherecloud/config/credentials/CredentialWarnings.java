package dev.vspherecloud.config.credentials;

import static dev.vspherecloud.config.credentials.CredentialKey.Part.SERVER;
import static dev.vspherecloud.config.credentials.CredentialKey.Part.SESSION_TOKEN;
import static dev.vspherecloud.config.credentials.CredentialKey.Part.SESSION_URL;
import static dev.vspherecloud.config.credentials.CredentialTexts.names;
import static dev.vspherecloud.config.credentials.CredentialTexts.shown;

import dev.vspherecloud.config.credentials.CredentialKey.Dotted;
import dev.vspherecloud.config.credentials.CredentialKey.Indexed;
import java.util.List;
import java.util.stream.Stream;

/// Finds the entries of a [CredentialSet] that are not valid, whatever their server.
///
/// @param pairs in the order of precedence
record CredentialWarnings(CredentialTexts texts, List<CredentialSet.Pair> pairs) {
    List<String> all() {
        return Stream.of(strays(), orphans(), flaws(), carriageReturns(), doubles(), unusedTokens())
                .flatMap(remarks -> remarks)
                .toList();
    }

    private Stream<String> strays() {
        List<String> strays = texts.keys().stream()
                .filter(key -> CredentialKey.parse(key).isEmpty())
                .toList();
        return strays.isEmpty()
                ? Stream.empty()
                : remark("found the unknown keys %s: expected <server>.username and <server>.password, or server_<id>,"
                                .formatted(names(strays))
                        + " username_<id> and password_<id>; correct or remove them");
    }

    private Stream<String> orphans() {
        List<String> orphans = texts.parsed(Indexed.class)
                .filter(key -> !texts.has(SERVER.indexed(key.id())))
                .map(key -> key.part().indexed(key.id()))
                .toList();
        return orphans.isEmpty()
                ? Stream.empty()
                : remark("found %s, expected server_<id> of the same <id> too; add it, or remove them"
                        .formatted(names(orphans)));
    }

    private Stream<String> flaws() {
        return texts.flaws().keySet().stream()
                .sorted()
                .filter(key -> CredentialKey.parse(key).isPresent())
                .flatMap(key -> remark("%s %s; correct it".formatted(shown(key), texts.fault(key))));
    }

    private Stream<String> carriageReturns() {
        return texts.keys().stream()
                .filter(key -> texts.text(key).endsWith("\r"))
                .filter(key -> CredentialKey.parse(key).isPresent())
                .flatMap(key -> remark(
                        "%s ends in a carriage return, which is part of the value; if that is a mistake, save it without"
                                .formatted(shown(key))));
    }

    private Stream<String> doubles() {
        return pairs.stream().flatMap(later -> pairs.subList(0, pairs.indexOf(later)).stream()
                .filter(earlier -> SameHost.test(earlier.server(), later.server()))
                .limit(1)
                .flatMap(earlier ->
                        remark("%s and %s are for the same server, and only one of them is used; remove the other"
                                .formatted(shown(earlier.userKey()), shown(later.userKey())))));
    }

    private Stream<String> unusedTokens() {
        return texts.parsed(Dotted.class)
                .filter(key -> key.part() == SESSION_TOKEN && !texts.has(SESSION_URL.of(key.server())))
                .flatMap(key -> remark(shown(SESSION_TOKEN.of(key.server())) + " is not used; remove it"));
    }

    private Stream<String> remark(String text) {
        return Stream.of(texts.origin() + ": " + text);
    }
}
