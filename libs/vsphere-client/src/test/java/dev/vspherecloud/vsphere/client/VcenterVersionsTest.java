package dev.vspherecloud.vsphere.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.testkit.script.Replies;
import dev.vspherecloud.testkit.script.Reply;
import dev.vspherecloud.testkit.script.ScriptedVcenter;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.client.rest.RestDialect;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests reads of tags on a scripted vCenter of each version: which of the two dialects the client uses, and what it
/// does if a server has only the other one.
///
/// Sources: Broadcom KB 320077 and "vSphere 7 Update 2 - REST API Modernization" (core.vmware.com, 2021-03-09).
class VcenterVersionsTest {
    private static final String OLD = "POST /rest/com/vmware/cis/session";
    private static final String NEW = "POST /api/session";
    private static final String OLD_TAGS =
            "POST /rest/com/vmware/cis/tagging/tag-association list-attached-tags-on-objects";
    private static final String NEW_TAGS = "POST /api/cis/tagging/tag-association list-attached-tags-on-objects";
    private static final Credentials CREDENTIALS = new Credentials("ccm", new Secret("s3cret"));
    private static final MoRef HOST = new MoRef("HostSystem", "host-21");
    private static final String ATTACHED =
            "[{\"object_id\":{\"type\":\"HostSystem\",\"id\":\"host-21\"},\"tag_ids\":[\"t\"]}]";

    private final ScriptedVcenter vcenter = ScriptedVcenter.start();
    private final VcenterClient client = new VcenterClient(
            new VcenterEndpoint("vc-a", "127.0.0.1", vcenter.port(), new TlsTrust.Insecure(), Optional.empty()),
            Timeouts.standard(),
            "test",
            VcenterObserver.NONE);

    @AfterEach
    void stop() {
        client.close();
        vcenter.close();
    }

    /// For each version, the client sends one login and one call; none fails.
    ///
    /// | vCenter | `/rest` | `/api` |
    /// |---|---|---|
    /// | 6.7 Update 3 | yes | no |
    /// | 7.0.0 | yes | sessions, no tags |
    /// | 7.0 Update 2 | deprecated | yes |
    /// | 8.0 Update 3 | deprecated | yes |
    /// | 9.0 | as if it were gone | yes |
    @ParameterizedTest
    @CsvSource({
        "6.7.3,   REST",
        "7.0.0.0, REST_AND_SESSIONS_OF_API",
        "7.0.1.1, REST_AND_SESSIONS_OF_API",
        "7.0.2.0, BOTH",
        "7.0.3.0, BOTH",
        "8.0.3.0, BOTH",
        "9.0.0.0, API"
    })
    void eachVersionIsCalledInItsDialect(String apiVersion, Offer offer) {
        serve(apiVersion, offer);
        client.login(CREDENTIALS);

        try (var session = client.openTaggingSession(CREDENTIALS)) {
            assertThat(session.attachedTags(List.of(HOST))).isEqualTo(Map.of(HOST, List.of("t")));
        }

        boolean isNew = RestDialect.of(apiVersion) == RestDialect.API;
        assertThat(restCalls())
                .containsExactly(
                        isNew ? NEW : OLD,
                        isNew ? NEW_TAGS : OLD_TAGS,
                        isNew ? "DELETE /api/session" : "DELETE /rest/com/vmware/cis/session");
    }

    @ParameterizedTest
    @CsvSource({
        "'',        API",
        "nonsense,  API",
        "6.5,       REST",
        "6.7.3,     REST",
        "7.0,       REST",
        "7.0.1.9,   REST",
        "7.0.2,     API",
        "7.0.2.0,   API",
        "7.0.10.0,  API",
        "8.0.0.1,   API",
        "10.0.0.0,  API",
        "7.0.2-dev, REST"
    })
    void theDialectFollowsFromTheVersion(String apiVersion, RestDialect dialect) {
        assertThat(RestDialect.of(apiVersion)).isEqualTo(dialect);
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 404, 405, 406, 410, 411, 415, 421, 422})
    void anUnsupportedLoginIsSentOnceInTheOtherDialect(int status) {
        serve("8.0.3.0", Offer.REST);
        vcenter.on(NEW, Replies.json(status, "{}"));
        client.connect();

        try (var session = client.openTaggingSession(CREDENTIALS)) {
            assertThat(session.attachedTags(List.of(HOST))).containsKey(HOST);
        }
        assertThat(restCalls()).startsWith(NEW, OLD, OLD_TAGS);

        try (var _ = client.openTaggingSession(CREDENTIALS)) {
            assertThat(restCalls()).as("and remembered").filteredOn(NEW::equals).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 429, 503, 500})
    void afterARefusalOrABusyServerTheOtherDialectIsNotTried(int status) {
        serve("8.0.3.0", Offer.REST);
        vcenter.on(NEW, Replies.json(status, "{}"));
        client.connect();

        assertThatThrownBy(() -> client.openTaggingSession(CREDENTIALS)).isInstanceOf(VcenterException.class);
        assertThat(restCalls()).containsExactly(NEW);
    }

    @Test
    void anUnauthenticatedErrorIsARefusedLoginForAnyStatus() {
        serve("8.0.3.0", Offer.REST);
        vcenter.on(NEW, Replies.json(400, "{\"error_type\":\"UNAUTHENTICATED\",\"messages\":[]}"));
        client.connect();

        assertThatThrownBy(() -> client.openTaggingSession(CREDENTIALS))
                .isInstanceOfSatisfying(VcenterException.class, e -> {
                    assertThat(e.kind()).isEqualTo(Kind.LOGIN_REFUSED);
                    assertThat(e.areCredentialsUnchecked()).isFalse();
                });
        assertThat(restCalls()).containsExactly(NEW);
    }

    /// The vCenter's version is unreadable, and it opens sessions in a dialect that has no tags.
    @ParameterizedTest
    @ValueSource(ints = {404, 400, 405})
    void anUnsupportedCallIsSentOnceInTheOtherDialectWithTheSameSession(int status) {
        serve("8.0.3.0", Offer.REST_AND_SESSIONS_OF_API);
        vcenter.on(NEW_TAGS, Replies.json(status, "{}"));
        client.connect();

        try (var session = client.openTaggingSession(CREDENTIALS)) {
            assertThat(session.attachedTags(List.of(HOST))).isEqualTo(Map.of(HOST, List.of("t")));
            assertThat(session.attachedTags(List.of(HOST))).isEqualTo(Map.of(HOST, List.of("t")));
        }

        assertThat(restCalls()).containsExactly(NEW, NEW_TAGS, OLD_TAGS, OLD_TAGS, "DELETE /api/session");
    }

    @Test
    void aCallThatNeitherDialectSupportsIsNotSentInBothAgain() {
        serve("8.0.3.0", Offer.REST_AND_SESSIONS_OF_API);
        vcenter.on(OLD_TAGS, Replies.json(404, "{}"));
        client.connect();

        try (var session = client.openTaggingSession(CREDENTIALS)) {
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> session.attachedTags(List.of(HOST)))
                        .isInstanceOfSatisfying(VcenterException.class, e -> assertThat(e.kind())
                                .isEqualTo(Kind.UNSUPPORTED));
            }
        }
        assertThat(restCalls()).startsWith(NEW, NEW_TAGS, OLD_TAGS, NEW_TAGS, "DELETE /api/session");
    }

    @Test
    void aMissingTagDoesNotChangeTheDialect() {
        serve("8.0.3.0", Offer.BOTH);
        client.connect();

        try (var session = client.openTaggingSession(CREDENTIALS)) {
            session.attachedTags(List.of(HOST));
            assertThatThrownBy(() -> session.tag("urn:t"))
                    .isInstanceOfSatisfying(
                            VcenterException.class, e -> assertThat(e.kind()).isEqualTo(Kind.OBJECT_GONE));
        }
        assertThat(restCalls()).noneMatch(call -> call.contains("/rest/"));
    }

    @Test
    void credentialsStayUncheckedWithoutAConnectionOrAnEndpoint() {
        serve("8.0.3.0", Offer.NONE);
        client.connect();
        assertThat(failure().areCredentialsUnchecked()).isTrue();

        vcenter.on(OLD, Replies.reset());
        assertThat(failure().areCredentialsUnchecked())
                .as("the login may have been read")
                .isFalse();

        vcenter.close();
        assertThat(failure().areCredentialsUnchecked()).isTrue();
    }

    private VcenterException failure() {
        return VcenterClientTest.failure(() -> client.openTaggingSession(CREDENTIALS));
    }

    /// The dialects that a server supports.
    enum Offer {
        NONE,
        REST,
        REST_AND_SESSIONS_OF_API,
        BOTH,
        API
    }

    private void serve(String apiVersion, Offer offer) {
        vcenter.on("RetrieveServiceContent", serviceContent(apiVersion));
        boolean hasRest = offer != Offer.NONE && offer != Offer.API;
        boolean hasApi = offer == Offer.BOTH || offer == Offer.API;
        boolean hasSessions = hasApi || offer == Offer.REST_AND_SESSIONS_OF_API;
        vcenter.on(OLD, hasRest ? Replies.json(200, "{\"value\":\"id\"}") : Replies.json(404, ""));
        vcenter.on(OLD_TAGS, hasRest ? Replies.json(200, "{\"value\":" + ATTACHED + "}") : Replies.json(404, ""));
        vcenter.on("DELETE /rest/com/vmware/cis/session", Replies.json(200, "{}"));
        vcenter.on(NEW, hasSessions ? Replies.json(201, "\"id\"") : Replies.json(404, ""));
        vcenter.on("DELETE /api/session", Replies.json(200, "{}"));
        vcenter.on(NEW_TAGS, hasApi ? Replies.json(200, ATTACHED) : Replies.json(404, ""));
    }

    private static Reply serviceContent(String apiVersion) {
        return Replies.soap("""
                <returnval><rootFolder type="Folder">group-d1</rootFolder>\
                <propertyCollector type="PropertyCollector">propertyCollector</propertyCollector>\
                <viewManager type="ViewManager">ViewManager</viewManager>\
                <about><name>VMware vCenter Server</name><fullName>VMware vCenter Server</fullName>\
                <vendor>VMware, Inc.</vendor><version>%1$s</version><build>1</build><osType>linux-x64</osType>\
                <productLineId>vpx</productLineId><apiType>VirtualCenter</apiType><apiVersion>%1$s</apiVersion>\
                <instanceUuid>5c3b8f0e-7d34-4b44-9a35-1d0c9a6a0001</instanceUuid></about>\
                <sessionManager type="SessionManager">SessionManager</sessionManager>\
                <eventManager type="EventManager">EventManager</eventManager>\
                <taskManager type="TaskManager">TaskManager</taskManager>\
                <searchIndex type="SearchIndex">SearchIndex</searchIndex></returnval>""".formatted(apiVersion));
    }

    private List<String> restCalls() {
        return calls().filter(name -> name.contains(" /rest") || name.contains(" /api"))
                .toList();
    }

    private Stream<String> calls() {
        return vcenter.names().stream();
    }
}
