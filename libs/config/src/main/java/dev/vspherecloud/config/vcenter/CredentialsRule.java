package dev.vspherecloud.config.vcenter;

import dev.vspherecloud.config.ConfigKey;
import dev.vspherecloud.config.Problems;
import dev.vspherecloud.config.RawSection;
import dev.vspherecloud.config.RawValue;
import dev.vspherecloud.config.Section;
import dev.vspherecloud.config.ValueParser;
import dev.vspherecloud.config.VcenterKey;
import dev.vspherecloud.config.credentials.CredentialsSource;
import dev.vspherecloud.config.credentials.CredentialsSource.Directory;
import dev.vspherecloud.config.credentials.CredentialsSource.Inline;
import dev.vspherecloud.config.credentials.CredentialsSource.KubernetesSecret;
import dev.vspherecloud.config.credentials.SecretCredentials;
import dev.vspherecloud.text.Secret;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// Decides where the credentials of each vCenter come from.
///
/// The order is: the Secret of the vCenter, then the Secret or directory that `global` names, then user and
/// password, first those of the vCenter, then those of `global`. A Secret counts only if name and namespace are
/// both given. `global` names either a Secret or a directory; if it names both, neither counts. A directory
/// that `global` names counts before a Secret if the directory exists, and so does the default directory.
///
/// Rule from: cloud-provider-vsphere, pkg/common/config, validateConfig, and connectionmanager. Differs: a
/// vCenter without user and password may also use a source that only the environment names for all vCenters.
final class CredentialsRule {
    private static final List<ConfigKey> PAIR = List.of(VcenterKey.USER, VcenterKey.PASSWORD);

    private final OverriddenConfig overridden;
    private final RawSection global;
    private final Predicate<Path> directoryExists;
    private final Problems problems;

    CredentialsRule(OverriddenConfig overridden, Predicate<Path> directoryExists, Problems problems) {
        this.overridden = overridden;
        this.global = overridden.global();
        this.directoryExists = directoryExists;
        this.problems = problems;
    }

    /// Returns the source of the credentials of each vCenter, by its name. A vCenter without a source is left
    /// out and reported as an error.
    Map<String, CredentialsSource> sources() {
        var sources = new LinkedHashMap<String, CredentialsSource>();
        warnOfHalfSecret(global);
        warnOfMissingDirectory();
        overridden.config().vcenters().forEach((name, vcenter) -> {
            warnOfHalfSecret(vcenter);
            source(name, vcenter).ifPresent(source -> sources.put(name, source));
        });
        warnOfUnusedUsers(sources);
        warnOfUnusedVariables(sources);
        return sources;
    }

    private Optional<CredentialsSource> source(String name, RawSection vcenter) {
        Optional<KubernetesSecret> own = secret(vcenter);
        if (own.isPresent()) {
            return own.map(CredentialsSource.class::cast);
        }
        boolean isNamed = isGlobalNamed();
        boolean isAmbiguous = !isNamed && isAmbiguous(overridden.written());
        if (isAmbiguous) {
            problems.warning(
                    global.placeOf(VcenterKey.SECRETS_DIRECTORY),
                    "found a directory and a Secret, expected only one: together, neither is used;"
                            + " remove one of them");
        }
        boolean hasOwnPair = PAIR.stream().allMatch(vcenter::has);
        if ((!isNamed && hasPair(vcenter)) || (hasOwnPair && isPairFirst(name))) {
            return inline(vcenter);
        }
        Optional<CredentialsSource> shared = isAmbiguous ? Optional.empty() : shared();
        if (shared.isEmpty()) {
            missing(vcenter);
        }
        return shared;
    }

    /// Returns true if `global` names a Secret or a directory for all vCenters that have no Secret of their
    /// own. The environment variables count only if `global.environmentOverrides` is set.
    private boolean isGlobalNamed() {
        return isNamed(overridden.written()) || (overridden.all() && isNamed(global));
    }

    private static boolean isNamed(RawSection section) {
        boolean name = section.has(VcenterKey.SECRET_NAME);
        boolean namespace = section.has(VcenterKey.SECRET_NAMESPACE);
        return section.has(VcenterKey.SECRETS_DIRECTORY) ? !name && !namespace : name && namespace;
    }

    private static boolean isAmbiguous(RawSection section) {
        return section.has(VcenterKey.SECRETS_DIRECTORY) && secret(section).isPresent();
    }

    /// Returns true if the user and password of this vCenter count before all other sources, as in
    /// cloud-provider-vsphere (Go). That holds for a vCenter of the environment, and if there is no other
    /// source.
    private boolean isPairFirst(String name) {
        return overridden.ofEnvironment().contains(name)
                || (isDirectoryMissing() && secret(global).isEmpty());
    }

    /// Returns the source that `global` names for all vCenters, with the environment variables applied.
    private Optional<CredentialsSource> shared() {
        Optional<Path> directory = ValueParser.path(
                global.text(VcenterKey.SECRETS_DIRECTORY).orElseGet(VcenterKey.SECRETS_DIRECTORY::defaultText));
        boolean exists = directory.filter(directoryExists).isPresent();
        Optional<KubernetesSecret> secret = secret(global);
        return exists || (secret.isEmpty() && isDirectoryMissing())
                ? directory.map(Directory::new)
                : secret.map(CredentialsSource.class::cast);
    }

    private boolean isDirectoryMissing() {
        return global.text(VcenterKey.SECRETS_DIRECTORY)
                .flatMap(ValueParser::path)
                .filter(directory -> !directoryExists.test(directory))
                .isPresent();
    }

    private void warnOfMissingDirectory() {
        global.value(VcenterKey.SECRETS_DIRECTORY)
                .filter(_ -> isDirectoryMissing())
                .ifPresent(value -> problems.warning(
                        value.place(),
                        "found no directory " + RawValue.printable(value.text())
                                + ", expected files with credentials in it; mount it, or correct the name"));
    }

    private static Optional<KubernetesSecret> secret(RawSection section) {
        return section.text(VcenterKey.SECRET_NAMESPACE).flatMap(namespace -> section.text(VcenterKey.SECRET_NAME)
                .map(name -> new KubernetesSecret(namespace, name)));
    }

    private boolean hasPair(RawSection vcenter) {
        return PAIR.stream().allMatch(key -> vcenter.has(key) || global.has(key));
    }

    private Optional<CredentialsSource> inline(RawSection vcenter) {
        RawValue user = pairValue(vcenter, VcenterKey.USER);
        if (SecretCredentials.isCertificate(user.text())) {
            problems.error(
                    user.place(),
                    "found a certificate, expected a user name: this version does not support login by certificate; "
                            + "set a user and a password");
            return Optional.empty();
        }
        RawValue password = pairValue(vcenter, VcenterKey.PASSWORD);
        warnOfControlCharacters(user);
        warnOfControlCharacters(password);
        return Optional.of(new Inline(user.text(), new Secret(password.text())));
    }

    /// Warns about control characters in a user or password. This is no error, because the other vCenters work
    /// without this one.
    private void warnOfControlCharacters(RawValue value) {
        if (!SecretCredentials.canBeSent(value.text())) {
            problems.warning(
                    value.place(),
                    "found a control character, expected none: a login cannot contain it, so no login is attempted; "
                            + "correct the value, or change it in vCenter");
        }
    }

    private RawValue pairValue(RawSection vcenter, ConfigKey key) {
        return vcenter.value(key).or(() -> global.value(key)).orElseThrow();
    }

    private void missing(RawSection vcenter) {
        boolean hasUser = vcenter.has(VcenterKey.USER) || global.has(VcenterKey.USER);
        boolean hasPassword = vcenter.has(VcenterKey.PASSWORD) || global.has(VcenterKey.PASSWORD);
        String what = hasUser ? "no password" : hasPassword ? "no user" : "no credentials";
        problems.error(
                vcenter.placeOf(hasUser ? VcenterKey.PASSWORD : VcenterKey.USER),
                "found %s for this vCenter, expected user and password, or a Kubernetes Secret by %s and %s, here or in %s; add one of them"
                        .formatted(
                                what,
                                name(VcenterKey.SECRET_NAME),
                                name(VcenterKey.SECRET_NAMESPACE),
                                global.dialect().name(Section.GLOBAL)));
    }

    private void warnOfHalfSecret(RawSection section) {
        boolean hasName = section.has(VcenterKey.SECRET_NAME);
        if (hasName != section.has(VcenterKey.SECRET_NAMESPACE)) {
            ConfigKey given = hasName ? VcenterKey.SECRET_NAME : VcenterKey.SECRET_NAMESPACE;
            ConfigKey other = hasName ? VcenterKey.SECRET_NAMESPACE : VcenterKey.SECRET_NAME;
            problems.warning(
                    section.placeOf(given),
                    "found %s without %s, expected both or none; it is ignored, add the other"
                            .formatted(name(given), name(other)));
        }
    }

    private void warnOfUnusedUsers(Map<String, CredentialsSource> sources) {
        for (ConfigKey key : PAIR) {
            sources.forEach((name, source) -> warnOfUnused(vcenter(name), key, source));
            boolean isTaken = sources.entrySet().stream()
                    .anyMatch(entry -> entry.getValue() instanceof Inline
                            && !vcenter(entry.getKey()).has(key));
            if (!isTaken) {
                sources.values().forEach(source -> warnOfUnused(global, key, source));
            }
        }
    }

    private RawSection vcenter(String name) {
        return overridden.config().vcenters().getOrDefault(name, global);
    }

    private void warnOfUnused(RawSection section, ConfigKey key, CredentialsSource source) {
        String instead =
                switch (source) {
                    case KubernetesSecret secret -> "the Secret " + RawValue.printable(secret.toString());
                    case Directory(Path path) -> "the directory " + RawValue.printable(path.toString());
                    case Inline _ -> "";
                };
        section.value(key)
                .filter(_ -> !instead.isEmpty())
                .ifPresent(value ->
                        problems.warning(value.place(), "not used: credentials come from " + instead + "; remove it"));
    }

    /// Warns about environment variables that name a Secret or directory for all vCenters if every vCenter has
    /// credentials of its own. cloud-provider-vsphere (Go) does not use these variables then either.
    private void warnOfUnusedVariables(Map<String, CredentialsSource> sources) {
        Optional<CredentialsSource> shared = shared();
        if (shared.isPresent() && sources.containsValue(shared.get())) {
            return;
        }
        for (ConfigKey key :
                List.of(VcenterKey.SECRET_NAME, VcenterKey.SECRET_NAMESPACE, VcenterKey.SECRETS_DIRECTORY)) {
            global.value(key)
                    .filter(value -> !overridden.written().value(key).equals(Optional.of(value)))
                    .ifPresent(value -> problems.warning(
                            value.place(), "not used: no vCenter takes its credentials from there; remove it"));
        }
    }

    private String name(ConfigKey key) {
        return global.dialect().name(key);
    }
}
