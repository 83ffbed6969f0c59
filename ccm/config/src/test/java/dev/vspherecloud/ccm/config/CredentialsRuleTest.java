package dev.vspherecloud.ccm.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.config.credentials.CredentialsSource;
import dev.vspherecloud.conformance.Conforms;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
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
    @Conforms("VC09")
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
    void anUnusablePasswordIsReportedAndDoesNotBlockTheConfiguration() {
        String text = "vcenter: {a: {server: vc, user: u, password: \"p\\x01\"}}\n";

        assertThat(Reading.problems(text))
                .singleElement()
                .asString()
                .startsWith("W c.yaml:1:46: vcenter.a.password: found a control character");
        assertThat(Reading.onlyVcenter(text).name()).isEqualTo("a");
    }

    @Test
    void unusedUsersAreNamed() {
        assertThat(Reading.problems("global: {server: vc, user: u, password: p, " + GLOBAL_SECRET + "}"))
                .containsExactly(
                        "W c.yaml:1:28: global.user: not used: credentials come from the Secret \"ns/g\"; remove it",
                        "W c.yaml:1:41: global.password: not used: credentials come from the Secret \"ns/g\"; remove it");
    }

    /// `-` means nothing. `/etc/cloud/secrets` exists if the column says so, `/there` always exists, `/gone`
    /// never.
    @ParameterizedTest(name = "global {0}, vCenter {1}, environment {2}, default directory {3}: {4}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            secretName: g, secretNamespace: ns | -        | -                     | no  | secret=ns/g
            secretName: g, secretNamespace: ns | user: o  | -                     | no  | secret=ns/g
            secretName: g, secretNamespace: ns | -        | SECRET_NAME=e         | no  | secret=ns/e
            secretName: g, secretNamespace: ns | -        | SECRET_NAME=e SECRET_NAMESPACE=f | no | secret=f/e
            secretName: g, secretNamespace: ns | -        | SECRETS_DIRECTORY=/there | no | directory=/there
            secretName: g, secretNamespace: ns | -        | SECRETS_DIRECTORY=/gone  | no | secret=ns/g
            secretName: g, secretNamespace: ns | -        | -                     | yes | directory=/etc/cloud/secrets
            secretName: g, secretNamespace: ns | secretName: v, secretNamespace: ns | SECRET_NAME=e | yes | secret=ns/v
            secretName: g                      | user: o, password: p | -         | no  | o/p
            secretsDirectory: /there           | user: o, password: p | -         | no  | directory=/there
            secretsDirectory: /there           | -        | SECRETS_DIRECTORY=/there/b | no | directory=/there/b
            secretsDirectory: /gone            | -        | -                     | yes | directory=/gone
            secretsDirectory: /gone            | user: o, password: p | -         | no  | o/p
            secretsDirectory: /gone            | -        | SECRET_NAME=e SECRET_NAMESPACE=f | no | secret=f/e
            secretsDirectory: /there, secretName: g, secretNamespace: ns | user: o, password: p | - | no | o/p
            secretsDirectory: /there, secretName: g, secretNamespace: ns | -                    | - | no | refused
            secretsDirectory: /there, secretName: g | user: o, password: p    | -      | no  | o/p
            user: u, password: p               | -        | -                     | yes | u/p
            user: u, password: p               | -        | SECRET_NAME=e SECRET_NAMESPACE=f | no | u/p
            user: u, password: p               | -        | SECRETS_DIRECTORY=/there | no | u/p
            -                                  | -        | SECRET_NAME=e SECRET_NAMESPACE=f | no | secret=f/e
            -                                  | -        | SECRETS_DIRECTORY=/there | no | directory=/there
            -                                  | -        | -                     | yes | directory=/etc/cloud/secrets
            -                                  | -        | -                     | no  | refused
            -                                  | user: u  | -                     | no  | refused
            """)
    void directoriesAndVariablesCountByThisTable(
            String global, String vcenter, String environment, String hasDefault, String expected) {
        String text = "global: {%s}\nvcenter: {x: {server: vc, %s}}"
                .formatted(global.replace("-", ""), vcenter.equals("-") ? "" : vcenter);
        var variables = new HashMap<String, String>();
        for (String variable : environment.equals("-") ? new String[0] : environment.split(" ")) {
            variables.put("VSPHERE_" + variable.split("=")[0], variable.split("=")[1]);
        }

        ConfigResult result = Reading.read(
                text,
                variables,
                directory -> directory.startsWith("/there")
                        || (hasDefault.equals("yes") && directory.equals(Path.of("/etc/cloud/secrets"))));

        assertThat(EffectiveConfigText.of(result).replace("x=vc ", "")).isEqualTo(expected);
    }

    @Test
    void aVcenterOfTheEnvironmentKeepsItsOwnUserBesideTheSecretOfGlobal() {
        var own = Map.of("VSPHERE_VCENTER_A", "vc", "VCENTER_A_USERNAME", "u", "VCENTER_A_PASSWORD", "p");
        String text = "global: {user: g, password: g, " + GLOBAL_SECRET + "}";

        assertThat(EffectiveConfigText.of(Reading.read(text, own))).isEqualTo("vc=vc u/p");
        assertThat(EffectiveConfigText.of(Reading.read(text, Map.of("VSPHERE_VCENTER_A", "vc"))))
                .isEqualTo("vc=vc secret=ns/g");
    }

    @Test
    void aUserOfGlobalThatOneVcenterInheritsIsNotReportedAsUnused() {
        assertThat(Reading.problems("""
                        global: {user: u, password: p}
                        vcenter: {a: {server: a}, b: {server: b, secretName: s, secretNamespace: ns}}
                        """)).isEmpty();
    }

    @Test
    void aDirectoryBesideASecretIsNamed() {
        assertThat(Reading.problems("""
                        global: {secretsDirectory: /there, secretName: s, secretNamespace: ns}
                        vcenter: {a: {server: b, user: u, password: p}}
                        """))
                .containsExactly("W c.yaml:1:28: global.secretsDirectory: found a directory and a Secret, expected "
                        + "only one: together, neither is used; remove one of them");
    }
}
