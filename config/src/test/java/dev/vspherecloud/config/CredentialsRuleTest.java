package dev.vspherecloud.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CredentialsRuleTest {
    private static final String GLOBAL_SECRET = "secretName: g, secretNamespace: ns, ";

    @ParameterizedTest(name = "global Secret {0}, own {1}, global user {2}, own user {3}: {4}")
    @CsvSource(textBlock = """
            no,  no,   no,  yes, own
            no,  no,   yes, no,  global
            no,  no,   yes, yes, own
            no,  half, no,  yes, own
            yes, no,   no,  no,  ns/g
            yes, no,   yes, yes, ns/g
            yes, half, no,  no,  ns/g
            yes, yes,  no,  no,  ns/v
            no,  yes,  yes, yes, ns/v
            dir, no,   no,  yes, own
            dir, yes,  no,  no,  ns/v
            """)
    void sourceIsChosenByThisTable(String global, String own, String globalUser, String ownUser, String expected) {
        String text = """
                global: {%s %s}
                vcenter: {a: {server: vc, %s %s}}
                """.formatted(
                        switch (global) {
                            case "yes" -> GLOBAL_SECRET;
                            case "dir" -> GLOBAL_SECRET + "secretsDirectory: /etc/cloud/secrets, ";
                            default -> "";
                        },
                        globalUser.equals("yes") ? "user: global, password: p" : "",
                        switch (own) {
                            case "yes" -> "secretName: v, secretNamespace: ns, ";
                            case "half" -> "secretName: v, ";
                            default -> "";
                        },
                        ownUser.equals("yes") ? "user: own, password: p" : "");

        String source =
                switch (Reading.onlyVcenter(text).credentials()) {
                    case CredentialsSource.Inline(String user, var _) -> user;
                    case CredentialsSource.KubernetesSecret secret -> secret.toString();
                    case CredentialsSource.Directory(var path) -> path.toString();
                };

        assertThat(source).isEqualTo(expected);
    }

    @Test
    void theImplicitVcenterTakesTheSecretOfGlobalAsItsOwn() {
        assertThat(Reading.onlyVcenter("global: {server: vc, secretsDirectory: /s, " + GLOBAL_SECRET + "}")
                        .credentials())
                .isEqualTo(new CredentialsSource.KubernetesSecret("ns", "g"));
    }

    @Test
    void unusedUsersAreNamed() {
        assertThat(Reading.problems("global: {server: vc, user: u, password: p, " + GLOBAL_SECRET + "}"))
                .containsExactly(
                        "W c.yaml:1:28: global.user: not used: credentials come from the Secret ns/g; remove it",
                        "W c.yaml:1:41: global.password: not used: credentials come from the Secret ns/g; remove it");
    }
}
