package dev.vspherecloud.config.credentials;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.config.credentials.SecretCredentials.Absent;
import dev.vspherecloud.config.credentials.SecretCredentials.Found;
import dev.vspherecloud.config.credentials.SecretCredentials.Unsupported;
import dev.vspherecloud.config.credentials.SecretCredentials.Unusable;
import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.text.Secret;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CredentialSetTest {
    /// The rows of the parser test of cloud-provider-vsphere (Go), with the results of this project. `|`
    /// separates keys, a key without `=` has an empty value, `^` stands for a newline.
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = ';', quoteCharacter = '~', textBlock = """
            dotted                          ; a.username=u|a.password=p                                  ; a     ; found u p
            dotted with trailing newline    ; a.username=u^|a.password=p^                                ; a     ; found u p
            misspelt username key           ; a.usrname=u|a.password=p                                   ; a     ; unusable
            missing username                ; a.password=p                                               ; a     ; unusable
            missing password                ; a.username=u                                               ; a     ; unusable
            session URL only                ; a.vc-session-manager-url=https://s                         ; a     ; unsupported
            session token only              ; a.vc-session-manager-token=t                               ; a     ; unsupported
            session URL and token           ; a.vc-session-manager-url=s|a.vc-session-manager-token=t    ; a     ; unsupported
            a key that is just a host       ; a.example.com=x                                            ; a     ; absent
            indexed, two servers, first     ; server_1=a|username_1=u|password_1=p|server_2=b|username_2=v|password_2=q ; a ; found u p
            indexed, two servers, second    ; server_1=a|username_1=u|password_1=p|server_2=b|username_2=v|password_2=q ; b ; found v q
            indexed without password        ; server_1=a|username_1=u                                    ; a     ; unusable
            indexed without username        ; server_1=a|password_1=p                                    ; a     ; unusable
            extra password_2                ; server_1=a|username_1=u|password_1=p|password_2=q          ; a     ; found u p
            extra username_2                ; server_1=a|username_1=u|password_1=p|username_2=v          ; a     ; found u p
            all indexed, empty suffix       ; server_=a|username_=u|password_=p                          ; a     ; absent
            dotted and indexed, the dotted  ; a.username=u|a.password=p|server_1=b|username_1=v|password_1=q ; a ; found u p
            dotted and indexed, the indexed ; a.username=u|a.password=p|server_1=b|username_1=v|password_1=q ; b ; found v q
            server key without suffix       ; server_=a|username_1=u|password_1=p                        ; a     ; absent
            username key without suffix     ; server_1=a|username_=u|password_1=p                        ; a     ; unusable
            password key without suffix     ; server_1=a|username_1=u|password_=p                        ; a     ; unusable
            empty                           ; ~~                                                         ; a     ; unusable
            unknown server                  ; a.username=u|a.password=p                                  ; b     ; absent
            two vCenters                    ; a.username=u|a.password=p|b.username=v|b.password=q        ; b     ; found v q
            one with session manager        ; a.username=u|a.password=p|b.vc-session-manager-url=s       ; a     ; found u p
            the other with session manager  ; a.username=u|a.password=p|b.vc-session-manager-url=s       ; b     ; unsupported
            indexed IPv6 host               ; server_1=fd01::1|username_1=u|password_1=p                 ; fd01::1 ; found u p
            """)
    @Conforms("VC11 VC13")
    void readsTheCasesOfCloudProviderVsphere(String name, String data, String server, String expected) {
        assertThat(outcome(set(data).find(server))).as(name).isEqualTo(expected);
    }

    /// Rows beyond that test: the result differs on purpose, or the input had no meaning.
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = ';', quoteCharacter = '~', textBlock = """
            a stray key fails nobody        ; a.username=u|a.password=p|note=x|mypassword=y               ; a     ; found u p
            half an entry fails nobody else ; a.username=u|a.password=p|b.username=v                      ; a     ; found u p
            newline in the indexed layout   ; server_1=a^|username_1=u^|password_1=p^                     ; a     ; found u p
            indexed beats dotted            ; a.username=u|a.password=p|server_1=a|username_1=v|password_1=q ; a  ; found v q
            a complete one beats a half one ; a.username=u|a.password=p|server_1=a|username_1=v           ; a     ; found u p
            session manager beats password  ; a.username=u|a.password=p|a.vc-session-manager-url=s        ; a     ; unsupported
            an empty session URL is none    ; a.username=u|a.password=p|a.vc-session-manager-url          ; a     ; found u p
            a token beside a password       ; a.username=u|a.password=p|a.vc-session-manager-token=t      ; a     ; found u p
            session manager beside indexed  ; server_1=a|username_1=u|password_1=p|a.vc-session-manager-url=s ; a ; unsupported
            exact text first                ; A.username=u|A.password=p|a.username=v|a.password=q         ; a     ; found v q
            case of a host does not matter  ; VC.example.com.username=u|VC.example.com.password=p         ; vc.Example.com ; found u p
            case of a key does              ; a.Username=u|a.password=p                                   ; a     ; unusable
            a server of another name        ; a.b.username=u|a.b.password=p                               ; b     ; absent
            a host with a part's name in it ; vc.password.lan.username=u|vc.password.lan.password=p       ; vc.password.lan ; found u p
            an id that ends like a part     ; server_xpassword=a|username_xpassword=u|password_xpassword=p ; a    ; found u p
            only blanks are a value         ; ~a.username= |a.password=  ~                                ; a     ; ~found     ~
            a newline alone is no value     ; a.username=u|a.password=^                                   ; a     ; unusable
            a blank server is no server     ; server_1=|username_1=u|password_1=p                         ; a     ; absent
            """)
    @Conforms("VC11")
    void readsOtherCasesBetterThanCloudProviderVsphere(String name, String data, String server, String expected) {
        assertThat(outcome(set(data).find(server))).as(name).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fd00::1",
                "FD00::1",
                "[fd00::1]",
                "fd00:0:0:0:0:0:0:1",
                "fd00:0::0001",
                "[FD00:0:0:0:0:0:0:1]",
                " fd00::1 "
            })
    void anIpv6HostIsFoundInAnySpelling(String spelling) {
        CredentialSet set = set("server_1=" + spelling + "|username_1=u|password_1=p|server_2=fd00::2|username_2=v");

        assertThat(outcome(set.find("fd00::1"))).isEqualTo("found u p");
        assertThat(outcome(set.find("fd00::3"))).isEqualTo("absent");
    }

    @Test
    void theZoneOfAnIpv6HostIsPartOfIt() {
        CredentialSet set = set("server_1=fe80::1%eth0|username_1=u|password_1=p");

        assertThat(outcome(set.find("FE80:0::1%eth0"))).isEqualTo("found u p");
        assertThat(outcome(set.find("fe80::1%eth1"))).isEqualTo("absent");
        assertThat(outcome(set.find("fe80::1"))).isEqualTo("absent");
    }

    @Test
    void aFileMayBeNamedAfterAnIpv6Host() {
        assertThat(outcome(set("[fd00::1].username=u|[fd00::1].password=p").find("fd00:0::1")))
                .isEqualTo("found u p");
    }

    @Test
    void onlyOneNewlineAtTheEndIsDropped() {
        assertThat(set("vc.username=u^|vc.password= \"p\\=é \r^^").find("vc"))
                .isEqualTo(new Found("u", new Secret(" \"p\\=é \r\n")));
    }

    @Test
    void anUnknownServerIsAbsent() {
        assertThat(set("vc2.username=hunter2|vc2.password=hunter2").find("vc"))
                .isEqualTo(new Absent("Secret kube-system/cpi has no credentials for vCenter vc: expected the keys"
                        + " vc.username and vc.password, or server_<id>, username_<id> and password_<id>; found"
                        + " the keys vc2.password, vc2.username; add them"));
    }

    @Test
    void anIncompletePairNamesTheMissingKey() {
        assertThat(set("vc.username=hunter2|vc.password=^").find("vc"))
                .isEqualTo(new Unusable("Secret kube-system/cpi has no complete credentials for vCenter vc: vc.password"
                        + " is empty; found the keys vc.password, vc.username; correct it"));
        assertThat(set("server_1=vc").find("vc"))
                .isEqualTo(new Unusable("Secret kube-system/cpi has no complete credentials for vCenter vc: username_1"
                        + " is missing, password_1 is missing; found the keys server_1; correct it"));
    }

    @Test
    void bytesThatAreNotUtf8AreUnusable() {
        Map<String, byte[]> data = new HashMap<>(data("vc.username=u"));
        data.put("vc.password", new byte[] {'p', (byte) 0xff});

        CredentialSet set = CredentialSet.of(ORIGIN, data);

        assertThat(set.find("vc")).isInstanceOfSatisfying(Unusable.class, unusable -> assertThat(unusable.message())
                .contains("vc.password is not UTF-8 text"));
        assertThat(set.warnings()).containsExactly(ORIGIN + ": vc.password is not UTF-8 text; correct it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\0", "\u0007", "a\u001bb", "\uffff"})
    void aPasswordThatNoLoginAcceptsIsUnusable(String password) {
        assertThat(set("vc.username=u|vc.password=" + password).find("vc"))
                .isInstanceOfSatisfying(Unusable.class, unusable -> assertThat(unusable.message())
                        .contains("vc.password contains a control character, which a login cannot contain"));
    }

    @Test
    void anUnreadableServerNameMayBeAnyServer() {
        CredentialSet set = CredentialSet.of(
                ORIGIN,
                Map.of("username_1", new byte[] {'u'}, "password_1", new byte[] {'p'}),
                Map.of("server_1", "cannot be read (no permission)"));

        assertThat(outcome(set.find("vc"))).isEqualTo("unusable");
        assertThat(set.warnings()).containsExactly(ORIGIN + ": server_1 cannot be read (no permission); correct it");
    }

    @Test
    void unsupportedKeysAreRefusedByName() {
        assertThat(set("vc.vc-session-manager-url=hunter2").find("vc"))
                .isEqualTo(new Unsupported("Secret kube-system/cpi holds vc.vc-session-manager-url: login through a"
                        + " session manager is not supported by this version; put user and password of vCenter vc there"
                        + " instead"));
        assertThat(set("vc.username=-----BEGIN CERTIFICATE-----^hunter2^|vc.password=hunter2")
                        .find("vc"))
                .isEqualTo(new Unsupported("Secret kube-system/cpi holds a certificate for vCenter vc: login by"
                        + " certificate is not supported by this version; put a user name into vc.username and its"
                        + " password into vc.password"));
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "->", textBlock = """
            vc.usrname=u|note=x -> found the unknown keys note, vc.usrname: expected <server>.username and <server>.password, or server_<id>, username_<id> and password_<id>; correct or remove them
            server_=x -> found the unknown keys server_: expected <server>.username and <server>.password, or server_<id>, username_<id> and password_<id>; correct or remove them
            username_1=u|password_1=p -> found password_1, username_1, expected server_<id> of the same <id> too; add it, or remove them
            a.username=u|a.vc-session-manager-token=t -> a.vc-session-manager-token is not used; remove it
            a.username=u|server_1=A|username_1=u -> username_1 and a.username are for the same server, and only one of them is used; remove the other
            """)
    void anUnexpectedEntryIsNamedOnceWithoutItsValue(String data, String remark) {
        assertThat(set(data).warnings()).containsExactly(ORIGIN + ": " + remark);
    }

    @Test
    void aCarriageReturnAtTheEndIsRemarked() {
        assertThat(set("a.username=u|a.password=hunter2\r^").warnings())
                .containsExactly(ORIGIN + ": a.password ends in a carriage return, which is part of the value; if "
                        + "that is a mistake, save it without");
    }

    @Test
    void validEntriesAreNotRemarked() {
        assertThat(set("a.username=u|a.password=p|server_1=b|username_1=u|password_1=p|c.vc-session-manager-url=s"
                                + "|c.vc-session-manager-token=t")
                        .warnings())
                .isEmpty();
    }

    @Test
    void setsWithTheSameEntriesAreEqual() {
        assertThat(set("a.username=u^")).isEqualTo(set("a.username=u")).hasSameHashCodeAs(set("a.username=u"));
        assertThat(set("a.username=u")).isNotEqualTo(set("a.username=v"));
    }

    @Test
    void toStringContainsKeysOnly() {
        assertThat(set("a.username=hunter2|a\tb=hunter2")).hasToString(ORIGIN + " with the keys a?b, a.username");
    }

    private static final String ORIGIN = "Secret kube-system/cpi";

    private static CredentialSet set(String data) {
        return CredentialSet.of(ORIGIN, data(data));
    }

    private static Map<String, byte[]> data(String text) {
        var data = new HashMap<String, byte[]>();
        for (String pair : text.isEmpty() ? List.<String>of() : List.of(text.split("\\|"))) {
            int equals = pair.contains("=") ? pair.indexOf('=') : pair.length();
            String value = pair.substring(Math.min(equals + 1, pair.length())).replace('^', '\n');
            data.put(pair.substring(0, equals), value.getBytes(StandardCharsets.UTF_8));
        }
        return data;
    }

    private static String outcome(SecretCredentials credentials) {
        return switch (credentials) {
            case Found(String user, Secret password) -> "found " + user + " " + password.reveal();
            case Absent _ -> "absent";
            case Unusable _ -> "unusable";
            case Unsupported _ -> "unsupported";
        };
    }
}
