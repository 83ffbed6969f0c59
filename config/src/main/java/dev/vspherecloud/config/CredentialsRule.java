package dev.vspherecloud.config;

import dev.vspherecloud.config.CredentialsSource.Inline;
import dev.vspherecloud.config.CredentialsSource.KubernetesSecret;
import java.util.Optional;

/// Decides where a vCenter's credentials come from.
///
/// Its own Secret first, then the Secret of `global`, then user and password, its own before those of `global`. A
/// Secret counts only when name and namespace are both given, and that of `global` only when no directory is named
/// beside it.
///
/// Rule from: cloud-provider-vsphere, pkg/common/config, validateConfig.
final class CredentialsRule {
    private final RawSection global;
    private final Problems problems;

    CredentialsRule(RawSection global, Problems problems) {
        this.global = global;
        this.problems = problems;
    }

    /// The source for this vCenter; nothing when there is none, which is then a problem.
    Optional<CredentialsSource> source(RawSection vcenter) {
        warnOfHalfSecret(vcenter);
        warnOfHalfSecret(global);
        Optional<KubernetesSecret> secret = secret(vcenter).or(this::globalSecret);
        if (secret.isPresent()) {
            warnOfUnusedUser(vcenter, secret.get());
            warnOfUnusedUser(global, secret.get());
            return secret.map(CredentialsSource.class::cast);
        }
        return inline(vcenter);
    }

    private Optional<KubernetesSecret> globalSecret() {
        return global.has(ConfigKey.SECRETS_DIRECTORY) ? Optional.empty() : secret(global);
    }

    private static Optional<KubernetesSecret> secret(RawSection section) {
        return section.text(ConfigKey.SECRET_NAMESPACE).flatMap(namespace -> section.text(ConfigKey.SECRET_NAME)
                .map(name -> new KubernetesSecret(namespace, name)));
    }

    private Optional<CredentialsSource> inline(RawSection vcenter) {
        Optional<RawValue> user = vcenter.value(ConfigKey.USER).or(() -> global.value(ConfigKey.USER));
        Optional<RawValue> password = vcenter.value(ConfigKey.PASSWORD).or(() -> global.value(ConfigKey.PASSWORD));
        if (user.isEmpty() || password.isEmpty()) {
            problems.error(missingPlace(vcenter, user.isPresent()), missing(user.isPresent(), password.isPresent()));
            return Optional.empty();
        }
        if (SecretCredentials.isCertificate(user.get().text())) {
            problems.error(
                    user.get().place(),
                    "found a certificate, expected a user name: this version cannot log in by certificate yet;"
                            + " give a user and a password");
            return Optional.empty();
        }
        return Optional.of(
                new Inline(user.get().text(), Secret.of(password.get().text())));
    }

    private static Place missingPlace(RawSection vcenter, boolean hasUser) {
        return vcenter.placeOf(hasUser ? ConfigKey.PASSWORD : ConfigKey.USER);
    }

    private String missing(boolean hasUser, boolean hasPassword) {
        String what = hasUser ? "no password" : hasPassword ? "no user" : "no credentials";
        String directory = global.has(ConfigKey.SECRETS_DIRECTORY)
                ? " (secretsDirectory is not honoured yet, and beside it the Secret of global does not count)"
                : "";
        Dialect dialect = global.dialect();
        return "found " + what + " for this vCenter" + directory
                + ", expected user and password, or a Kubernetes Secret by %s and %s, here or in %s; add one of them"
                        .formatted(
                                dialect.name(ConfigKey.SECRET_NAME),
                                dialect.name(ConfigKey.SECRET_NAMESPACE),
                                dialect.name(Section.GLOBAL));
    }

    private void warnOfHalfSecret(RawSection section) {
        boolean name = section.has(ConfigKey.SECRET_NAME);
        if (name != section.has(ConfigKey.SECRET_NAMESPACE)) {
            ConfigKey given = name ? ConfigKey.SECRET_NAME : ConfigKey.SECRET_NAMESPACE;
            ConfigKey other = name ? ConfigKey.SECRET_NAMESPACE : ConfigKey.SECRET_NAME;
            problems.warning(
                    section.placeOf(given),
                    "found %s without %s, expected both or none; it is ignored, add the other"
                            .formatted(
                                    section.dialect().name(given),
                                    section.dialect().name(other)));
        }
    }

    private void warnOfUnusedUser(RawSection section, KubernetesSecret secret) {
        for (ConfigKey key : new ConfigKey[] {ConfigKey.USER, ConfigKey.PASSWORD}) {
            section.value(key)
                    .ifPresent(value -> problems.warning(
                            value.place(), "not used: credentials come from the Secret " + secret + "; remove it"));
        }
    }
}
