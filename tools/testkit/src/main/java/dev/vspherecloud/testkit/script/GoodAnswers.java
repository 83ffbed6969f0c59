package dev.vspherecloud.testkit.script;

import dev.vspherecloud.testkit.wire.Content;
import dev.vspherecloud.testkit.wire.Response;
import java.util.HashMap;
import java.util.Map;

/// The responses of a healthy vCenter 8.0.3 to the usual calls of a session. A script can replace each of them.
final class GoodAnswers {
    private static final String VERSIONS = """
            <?xml version="1.0" encoding="UTF-8"?>
            <namespaces version="1.0">
             <namespace><name>urn:vim25</name><version>8.0.3.0</version>\
            <priorVersions><version>7.0.3.0</version><version>6.7.3</version><version>6.5</version></priorVersions></namespace>
            </namespaces>
            """;
    private static final String SERVICE_CONTENT = """
            <returnval><rootFolder type="Folder">group-d1</rootFolder>\
            <propertyCollector type="PropertyCollector">propertyCollector</propertyCollector>\
            <viewManager type="ViewManager">ViewManager</viewManager>\
            <about><name>VMware vCenter Server</name><fullName>VMware vCenter Server 8.0.3 build-24022515</fullName>\
            <vendor>VMware, Inc.</vendor><version>8.0.3</version><build>24022515</build>\
            <localeVersion>INTL</localeVersion><localeBuild>000</localeBuild><osType>linux-x64</osType>\
            <productLineId>vpx</productLineId><apiType>VirtualCenter</apiType><apiVersion>8.0.3.0</apiVersion>\
            <instanceUuid>5c3b8f0e-7d34-4b44-9a35-1d0c9a6a0001</instanceUuid>\
            <licenseProductName>VMware VirtualCenter Server</licenseProductName>\
            <licenseProductVersion>8.0</licenseProductVersion></about>\
            <setting type="OptionManager">VpxSettings</setting>\
            <authorizationManager type="AuthorizationManager">AuthorizationManager</authorizationManager>\
            <sessionManager type="SessionManager">SessionManager</sessionManager>\
            <eventManager type="EventManager">EventManager</eventManager>\
            <taskManager type="TaskManager">TaskManager</taskManager>\
            <searchIndex type="SearchIndex">SearchIndex</searchIndex>\
            <vStorageObjectManager type="VcenterVStorageObjectManager">VStorageObjectManager</vStorageObjectManager>\
            </returnval>""";
    private static final String SESSION = """
            <returnval><key>52c0ffee-0000-1111-2222-333344445555</key><userName>VSPHERE.LOCAL\\ccm</userName>\
            <fullName>ccm</fullName><loginTime>2026-01-01T00:00:00.000000Z</loginTime>\
            <lastActiveTime>2026-01-01T00:00:00.000000Z</lastActiveTime><locale>en</locale>\
            <messageLocale>en</messageLocale><extensionSession>false</extensionSession>\
            <ipAddress>127.0.0.1</ipAddress><userAgent></userAgent><callCount>0</callCount></returnval>""";

    private GoodAnswers() {}

    static Map<String, Reply> byName() {
        var answers = new HashMap<String, Reply>();
        answers.put("GET /sdk/vimServiceVersions.xml", Reply.of(Response.of(200, "text/xml", Content.of(VERSIONS))));
        answers.put("RetrieveServiceContent", Replies.soap(SERVICE_CONTENT));
        answers.put("Login", Reply.with(_ -> login()));
        answers.put("CurrentTime", Replies.soap("<returnval>2026-01-01T00:00:00.000000Z</returnval>"));
        answers.put("SessionIsActive", Replies.soap("<returnval>true</returnval>"));
        answers.put("CreatePropertyCollector", created("PropertyCollector", "session[52]pc"));
        answers.put("CreateFilter", created("PropertyFilter", "session[52]filter"));
        answers.put("CreateListView", created("ListView", "session[52]list"));
        answers.put("CreateContainerView", created("ContainerView", "session[52]container"));
        for (String name : new String[] {
            "Logout",
            "DestroyPropertyCollector",
            "DestroyPropertyFilter",
            "DestroyView",
            "CancelWaitForUpdates",
            "ModifyListView",
            "ResetListView"
        }) {
            answers.put(name, Replies.soap(""));
        }
        answers.put("POST /api/session", Replies.json(201, "\"0f1e2d3c4b5a69788796a5b4c3d2e1f0\""));
        answers.put("DELETE /api/session", Replies.raw("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"));
        return Map.copyOf(answers);
    }

    /// The response to Login. Its cookie is quoted, has attributes, and is not the session's key.
    private static Response login() {
        return Replies.soapResponse("Login", SESSION)
                .with("Set-Cookie", "vmware_soap_session=\"6898e3f0aa11\"; Path=/; HttpOnly; Secure; ");
    }

    private static Reply created(String type, String id) {
        return Replies.soap(VimXml.reference("returnval", type, id));
    }
}
