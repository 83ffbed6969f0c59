package dev.vspherecloud.testkit.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.wire.Content;
import dev.vspherecloud.testkit.wire.Head;
import dev.vspherecloud.testkit.wire.Request;
import dev.vspherecloud.testkit.wire.Response;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ApiPathsTest {
    private final ApiPaths api = new ApiPaths();

    @Test
    void asksTheRestFormOfABatch() {
        Request sent = api.outbound(request(
                "POST",
                "/api/cis/tagging/tag-association?action=list-attached-tags-on-objects",
                "{\"object_ids\":[]}"));

        assertThat(sent.head().target())
                .isEqualTo("/rest/com/vmware/cis/tagging/tag-association?~action=list-attached-tags-on-objects");
        assertThat(sent.body().text()).isEqualTo("{\"object_ids\":[]}");
    }

    @Test
    void namesAnIdAndWrapsACreateSpecification() {
        assertThat(api.outbound(request("GET", "/api/cis/tagging/tag/urn:x", ""))
                        .head()
                        .target())
                .isEqualTo("/rest/com/vmware/cis/tagging/tag/id:urn:x");
        assertThat(api.outbound(request("POST", "/api/cis/tagging/tag", "{\"name\":\"a\"}"))
                        .body()
                        .text())
                .isEqualTo("{\"create_spec\":{\"name\":\"a\"}}");
    }

    @Test
    void findsTheCategoryInTheBodyWhereApiPutsIt() {
        Request sent = api.outbound(
                request("POST", "/api/cis/tagging/tag?action=list-tags-for-category", "{\"category_id\":\"urn:c\"}"));

        assertThat(sent.head().target())
                .isEqualTo("/rest/com/vmware/cis/tagging/tag/id:urn:c?~action=list-tags-for-category");
    }

    @Test
    void unwrapsValuesAndTurnsNullIntoEmptyLists() {
        var request = request("POST", "/api/cis/tagging/tag-association?action=list-attached-tags-on-objects", "{}");

        Response answer = answer(request, 200, "{\"value\":[{\"object_id\":{\"id\":\"vm-1\"},\"tag_ids\":null}]}");

        assertThat(answer.body().text()).isEqualTo("[{\"object_id\":{\"id\":\"vm-1\"},\"tag_ids\":[]}]");
        assertThat(answer(request, 200, "{\"value\":null}").body().text()).isEqualTo("[]");
    }

    @Test
    void aSessionIsCreatedAndDeleted() {
        var login = request("POST", "/api/session", "");
        assertThat(api.outbound(login).head().target()).isEqualTo("/rest/com/vmware/cis/session");
        assertThat(answer(login, 200, "{\"value\":\"58ba\"}").status()).isEqualTo(201);
        assertThat(answer(login, 200, "{\"value\":\"58ba\"}").body().text()).isEqualTo("\"58ba\"");

        assertThat(answer(request("DELETE", "/api/session", ""), 200, "").status())
                .isEqualTo(204);
    }

    @Test
    void anErrorHasTheShapeOfApi() {
        Response answer = answer(request("POST", "/api/session", ""), 401, "");

        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.body().text()).isEqualTo("{\"error_type\":\"UNAUTHENTICATED\",\"messages\":[]}");
    }

    @Test
    void leavesOtherPathsAlone() {
        var request = request("GET", "/rest/com/vmware/cis/session", "");

        assertThat(api.outbound(request)).isEqualTo(request);
        assertThat(api.responseChange(request)).isEmpty();
    }

    private Response answer(Request request, int status, String body) {
        return api.responseChange(request)
                .orElseThrow()
                .apply(Response.of(status, "application/json", Content.of(body)));
    }

    private static Request request(String method, String target, String body) {
        return new Request(new Head(method + " " + target + " HTTP/1.1", List.of()), Content.of(body));
    }
}
