package dev.vspherecloud.csi.cns.policy;

import static dev.vspherecloud.csi.cns.policy.ScriptedPolicies.CONTENT;
import static dev.vspherecloud.csi.cns.policy.ScriptedPolicies.DESCRIBE;
import static dev.vspherecloud.csi.cns.policy.ScriptedPolicies.QUERY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.vspherecloud.testkit.script.Replies;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests what is sent to the storage policy service, and what each answer means. `-Dgolden.update=true` rewrites the
/// golden files; review the difference.
class StoragePolicyClientTest {
    private static final Path GOLDEN = Path.of("src/test/resources/golden/policy");

    private final ScriptedPolicies vcenter = new ScriptedPolicies();

    @AfterEach
    void close() {
        vcenter.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {CONTENT, QUERY, DESCRIBE})
    void requestsMatchTheirGoldenFiles(String method) throws IOException {
        vcenter.with("p-1=gold", "p-2=silver").read();

        assertThat(vcenter.sent(method)).hasSize(1);
        String text = vcenter.sent(method)
                        .getFirst()
                        .replaceAll("(<vcSessionCookie>)[^<]+", "$1SESSION")
                        .replace("><", ">\n<")
                + "\n";
        Path file = GOLDEN.resolve(method + ".xml");
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(file, text);
        }
        assertThat(text).isEqualTo(Files.readString(file));
    }

    @Test
    void aPolicyIsFoundByItsExactName() {
        StoragePolicyList policies =
                vcenter.with("p-1=gold", "p-2=Gold", "p-3=a &lt;b&gt; ü").read();

        assertThat(policies.find("gold")).isEqualTo(new StoragePolicyResult.Found("p-1"));
        assertThat(policies.find("Gold")).isEqualTo(new StoragePolicyResult.Found("p-2"));
        assertThat(policies.find("a <b> ü")).isEqualTo(new StoragePolicyResult.Found("p-3"));
        assertThat(policies.find("GOLD"))
                .isEqualTo(new StoragePolicyResult.Unknown(List.of("Gold", "a <b> ü", "gold"), 3));
        assertThat(policies.find("")).isInstanceOf(StoragePolicyResult.Unknown.class);
    }

    @Test
    void twoPoliciesWithOneNameAreAmbiguous() {
        StoragePolicyList policies =
                vcenter.with("p-2=gold", "p-1=gold", "p-3=silver").read();

        assertThat(policies.find("gold")).isEqualTo(new StoragePolicyResult.Ambiguous(List.of("p-1", "p-2")));
        assertThat(policies.find("silver")).isEqualTo(new StoragePolicyResult.Found("p-3"));
    }

    @Test
    void aVcenterWithoutPoliciesIsAskedForNoneOfThem() {
        vcenter.on(QUERY, "");

        assertThat(vcenter.read()).isEqualTo(new StoragePolicyList.Complete(List.of()));
        assertThat(vcenter.sent(DESCRIBE)).isEmpty();
    }

    @Test
    void manyPoliciesAreDescribedInSeveralCalls() {
        String[] all = IntStream.range(0, 250)
                .mapToObj(n -> "p-%1$d=name-%1$03d".formatted(n))
                .toArray(String[]::new);
        vcenter.with(all);
        vcenter.on(DESCRIBE, described(all, 0, 100), described(all, 100, 200), described(all, 200, 250));

        StoragePolicyList policies = vcenter.read();

        assertThat(vcenter.sent(DESCRIBE)).hasSize(3);
        assertThat(vcenter.sent(DESCRIBE).get(2)).contains(">p-249<").doesNotContain(">p-199<");
        assertThat(policies.find("name-249")).isEqualTo(new StoragePolicyResult.Found("p-249"));
        assertThat(((StoragePolicyResult.Unknown) policies.find("gold")))
                .returns(250, StoragePolicyResult.Unknown::total)
                .extracting(StoragePolicyResult.Unknown::names)
                .isEqualTo(
                        IntStream.range(0, 20).mapToObj("name-%03d"::formatted).toList());
    }

    private static String described(String[] all, int from, int to) {
        return Arrays.stream(all, from, to).map(ScriptedPolicies::policy).collect(Collectors.joining());
    }

    @Test
    void aMissingPrivilegeIsForbidden() {
        vcenter.on(QUERY, Replies.noPermission("Folder", "group-d1", "StorageProfile.View"));
        assertThat(vcenter.read().find("gold"))
                .isInstanceOfSatisfying(StoragePolicyResult.Forbidden.class, forbidden -> assertThat(forbidden.why())
                        .contains("PbmQueryProfile on vCenter vc-a", "give the account the missing privilege"));

        vcenter.with("p-1=gold").on(DESCRIBE, Replies.fault("PbmFaultNoPermission", "not allowed"));
        assertThat(vcenter.read())
                .isInstanceOfSatisfying(StoragePolicyList.Forbidden.class, forbidden -> assertThat(forbidden.why())
                        .contains("PbmRetrieveContent on vCenter vc-a", "not allowed"));

        String cause = "<faultCause><fault xsi:type=\"NoPermission\"/></faultCause>";
        vcenter.with("p-1=gold").on(DESCRIBE, Replies.fault("PbmFault", "failed", cause));
        assertThat(vcenter.read()).isInstanceOf(StoragePolicyList.Forbidden.class);
    }

    /// A name that is not among the policies that can be read may belong to one that cannot.
    @Test
    void aPolicyThatCannotBeReadMakesAbsenceUncertain() {
        vcenter.with("p-1=gold", "p-2=silver").on(DESCRIBE, ScriptedPolicies.policy("p-1=gold"));

        StoragePolicyList policies = vcenter.read();

        assertThat(policies.find("gold")).isEqualTo(new StoragePolicyResult.Found("p-1"));
        assertThat(policies.find("silver"))
                .isEqualTo(new StoragePolicyResult.Unreadable(
                        "vCenter listed 2 storage policies, and 1 of them have no id or no name"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<returnval/>",
                "<returnval><uniqueId/></returnval>",
                "<returnval><uniqueId>a\u200Eb</uniqueId></returnval>",
                "<returnval><uniqueId><uniqueId>p-1</uniqueId></uniqueId></returnval>",
                "<returnval><id>p-1</id></returnval>",
                "<returnval type=\"Folder\">group-d1</returnval>"
            })
    void anInvalidIdIsNotAPolicy(String id) {
        vcenter.on(QUERY, id).on(DESCRIBE, ScriptedPolicies.policy("p-1=gold"));

        assertThat(vcenter.read().find("gold")).isInstanceOf(StoragePolicyResult.Unreadable.class);
        assertThat(vcenter.sent(DESCRIBE)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<returnval/>",
                "<returnval><profileId><uniqueId>p-1</uniqueId></profileId></returnval>",
                "<returnval><profileId><uniqueId>p-1</uniqueId></profileId><name/></returnval>",
                "<returnval><profileId><uniqueId>p-1</uniqueId></profileId><name><x>gold</x></name></returnval>",
                "<returnval><profileId><uniqueId>p-9</uniqueId></profileId><name>gold</name></returnval>",
                "<returnval><profileId>p-1</profileId><name>gold</name></returnval>"
            })
    void anAnswerWithoutThePolicyFindsNothing(String described) {
        vcenter.with("p-1=gold").on(DESCRIBE, described);

        assertThat(vcenter.read().find("gold")).isInstanceOf(StoragePolicyResult.Unreadable.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "<returnval/>", "<returnval><profileManager>ProfileManager</profileManager></returnval>"})
    void aServiceWithoutProfileManagerIsUnreadable(String content) {
        vcenter.on(CONTENT, content);

        assertThat(vcenter.read().find("gold"))
                .isEqualTo(new StoragePolicyResult.Unreadable(
                        "the storage policy service of the vCenter names no profileManager"));
        assertThat(vcenter.sent(QUERY)).isEmpty();
    }

    @Test
    void otherFailuresAreThrown() {
        vcenter.on(QUERY, Replies.fault("NotAuthenticated", ""));
        assertThatExceptionOfType(VcenterException.class)
                .isThrownBy(vcenter::read)
                .returns(Kind.SESSION_LOST, VcenterException::kind);

        vcenter.on(QUERY, Replies.unavailable());
        assertThatExceptionOfType(VcenterException.class)
                .isThrownBy(vcenter::read)
                .returns(Kind.BUSY, VcenterException::kind);

        vcenter.with("p-1=gold").on(DESCRIBE, Replies.fault("PbmFaultNotFound", ""));
        assertThatExceptionOfType(VcenterException.class)
                .isThrownBy(vcenter::read)
                .returns(Kind.FAULT, VcenterException::kind);
    }
}
