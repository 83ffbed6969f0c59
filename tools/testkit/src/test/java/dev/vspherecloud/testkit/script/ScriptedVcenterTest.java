package dev.vspherecloud.testkit.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ScriptedVcenterTest {
    private final ScriptedVcenter vcenter = ScriptedVcenter.start();
    private final SoapCaller caller = new SoapCaller(vcenter);

    @AfterEach
    void stop() {
        caller.close();
        vcenter.close();
    }

    @Test
    void answersTheUsualCallsOfASessionWithoutAScript() throws Exception {
        assertThat(caller.call("RetrieveServiceContent", "").body())
                .contains("<propertyCollector type=\"PropertyCollector\">");
        assertThat(caller.call("Login", "").headers().firstValue("Set-Cookie"))
                .contains("vmware_soap_session=\"6898e3f0aa11\"; Path=/; HttpOnly; Secure;");
        assertThat(caller.call("CreateFilter", "").body()).contains("<returnval type=\"PropertyFilter\">");

        assertThat(vcenter.names()).containsExactly("RetrieveServiceContent", "Login", "CreateFilter");
    }

    @Test
    void sendsRepliesInOrderAndRepeatsTheLast() throws Exception {
        vcenter.on(
                "FindAllByUuid",
                Replies.unavailable(),
                Replies.noPermission("Folder", "group-d1", "System.Read"),
                Replies.soap(""));

        assertThat(caller.call("FindAllByUuid", "").statusCode()).isEqualTo(503);
        assertThat(caller.call("FindAllByUuid", "").body()).contains("<privilegeId>System.Read</privilegeId>");
        assertThat(caller.call("FindAllByUuid", "").statusCode()).isEqualTo(200);
        assertThat(caller.call("FindAllByUuid", "").statusCode()).isEqualTo(200);
    }

    @Test
    void namesACallThatIsNotInTheScript() throws Exception {
        assertThat(caller.call("PowerOnVM_Task", "").body()).contains("not in the script: PowerOnVM_Task");
    }

    @Test
    void returnsPagesWithoutARequestForThem() throws Exception {
        ScriptedPages.of(List.of(
                        List.of(VimXml.object("VirtualMachine", "vm-1", VimXml.text("name", "a"))),
                        List.of(VimXml.object("VirtualMachine", "vm-2", VimXml.text("name", "b")))))
                .on(vcenter);

        String first = caller.call("RetrievePropertiesEx", "<options/>").body();
        assertThat(first)
                .contains("vm-1")
                .contains("<token>page-1-of-2</token>")
                .doesNotContain("vm-2");
        String token = "<token>page-1-of-2</token>";
        assertThat(caller.call("ContinueRetrievePropertiesEx", token).body())
                .contains("vm-2")
                .doesNotContain("<token>");
        assertThat(caller.call("ContinueRetrievePropertiesEx", token).body()).contains("InvalidArgument");
    }

    @Test
    void deliversAVersionAgain() throws Exception {
        var updates = new ScriptedUpdates()
                .add(VimXml.enter("VirtualMachine", "vm-1", VimXml.text("name", "a")))
                .add(VimXml.modify("VirtualMachine", "vm-1", VimXml.text("name", "b")));
        updates.on(vcenter);

        String full = waitFor("");
        assertThat(full).contains("<kind>enter</kind>");
        String change = waitFor(version(full));
        assertThat(change).contains("<kind>modify</kind>");
        assertThat(waitFor(version(full))).isEqualTo(change);
        assertThat(waitFor("")).isEqualTo(full);
        assertThat(waitFor(version(change))).contains("<WaitForUpdatesExResponse xmlns=\"urn:vim25\"></");
        assertThat(waitFor("never-given-out")).contains("InvalidCollectorVersion");
    }

    @Test
    void aTruncatedVersionIsGoodOnce() throws Exception {
        new ScriptedUpdates()
                .addTruncated(VimXml.enter("VirtualMachine", "vm-1"))
                .add(VimXml.enter("VirtualMachine", "vm-2"))
                .on(vcenter);

        String first = waitFor("");
        assertThat(first).contains("<truncated>true</truncated>");
        assertThat(waitFor(version(first))).contains("vm-2");
        assertThat(waitFor(version(first))).contains("InvalidCollectorVersion");
    }

    @Test
    void aWaitEndsWithTheNextUpdateOrTheLossOfTheCollector() throws Exception {
        var updates = new ScriptedUpdates().add(VimXml.enter("VirtualMachine", "vm-1"));
        updates.on(vcenter);
        String version = version(waitFor(""));

        CompletableFuture<HttpResponse<String>> change = later(version);
        updates.add(VimXml.leave("VirtualMachine", "vm-1"));
        assertThat(change.get().body()).contains("<kind>leave</kind>");

        CompletableFuture<HttpResponse<String>> lost =
                later(version(change.get().body()));
        updates.lose(VimXml.enter("VirtualMachine", "vm-2"));
        assertThat(lost.get().body()).contains("InvalidCollectorVersion");
        assertThat(waitFor("")).contains("vm-2");
    }

    @Test
    void sendsACompressedResponse() throws Exception {
        vcenter.on("CurrentTime", Replies.gzipped("<returnval>now</returnval>"));

        HttpResponse<byte[]> answer =
                caller.client().send(caller.request("CurrentTime", ""), BodyHandlers.ofByteArray());

        assertThat(answer.headers().firstValue("Content-Encoding")).contains("gzip");
        assertThat(answer.body()).startsWith(0x1f, 0x8b);
    }

    private CompletableFuture<HttpResponse<String>> later(String version) {
        return caller.client()
                .sendAsync(
                        caller.request("WaitForUpdatesEx", "<version>" + version + "</version>"),
                        BodyHandlers.ofString());
    }

    private String waitFor(String version) throws Exception {
        return caller.call(
                        "WaitForUpdatesEx",
                        "<version>" + version + "</version><options><maxWaitSeconds>0</maxWaitSeconds></options>")
                .body();
    }

    private static String version(String answer) {
        return answer.replaceFirst("(?s).*<version>(.*)</version>.*", "$1");
    }
}
