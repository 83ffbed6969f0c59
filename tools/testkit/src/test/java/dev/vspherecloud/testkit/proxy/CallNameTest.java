package dev.vspherecloud.testkit.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.wire.Content;
import dev.vspherecloud.testkit.wire.Head;
import dev.vspherecloud.testkit.wire.Request;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CallNameTest {
    @ParameterizedTest
    @CsvSource(textBlock = """
            GET    /sdk/vimServiceVersions.xml                                                  , GET /sdk/vimServiceVersions.xml
            POST   /rest/com/vmware/cis/session                                                 , POST /rest/com/vmware/cis/session
            POST   /rest/com/vmware/cis/tagging/tag/id:urn:vmomi:X:1:GLOBAL?~action=list-tags-for-category , POST /rest/com/vmware/cis/tagging/tag/{id} list-tags-for-category
            GET    /api/cis/tagging/category/urn:vmomi:X:1:GLOBAL                                , GET /api/cis/tagging/category/{id}
            POST   /api/cis/tagging/tag-association?action=list-attached-tags-on-objects         , POST /api/cis/tagging/tag-association list-attached-tags-on-objects
            DELETE /api/session                                                                 , DELETE /api/session
            GET    /api/v1/nodes?limit=500                                                      , list nodes
            GET    /api/v1/nodes?watch=true&resourceVersion=7                                   , watch nodes
            GET    /api/v1/nodes/node-1                                                         , get nodes
            PATCH  /api/v1/nodes/node-1/status                                                  , patch nodes/status
            DELETE /api/v1/nodes/node-1                                                         , delete nodes
            POST   /api/v1/namespaces/default/events                                            , create events
            GET    /api/v1/namespaces/kube-system/secrets/vsphere                               , get secrets
            GET    /api/v1/namespaces/kube-system                                               , get namespaces
            PUT    /apis/coordination.k8s.io/v1/namespaces/kube-system/leases/ccm               , update leases
            POST   /apis/events.k8s.io/v1beta1/namespaces/x/events                              , create events
            GET    /readyz                                                                      , GET /readyz
            GET    /                                                                            , GET /
            """)
    void namesWhatPasses(String line, String name) {
        String[] words = line.split(" +");
        assertThat(CallName.of(request(words[0], words[1], ""))).isEqualTo(name);
    }

    @Test
    void aSoapCallIsNamedByItsMethod() {
        var envelope = """
                <?xml version="1.0"?>
                <soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/">
                  <soapenv:Header><Body xmlns="urn:other"><No/></Body></soapenv:Header>
                  <soapenv:Body><WaitForUpdatesEx xmlns="urn:vim25"><version/></WaitForUpdatesEx></soapenv:Body>
                </soapenv:Envelope>""";

        assertThat(CallName.of(request("POST", "/sdk", envelope))).isEqualTo("WaitForUpdatesEx");
    }

    @Test
    void brokenXmlIsNamedByItsPath() {
        assertThat(CallName.of(request("POST", "/sdk", "<Envelope"))).isEqualTo("POST /sdk");
    }

    private static Request request(String method, String target, String body) {
        return new Request(new Head(method + " " + target + " HTTP/1.1", List.of()), Content.of(body));
    }
}
