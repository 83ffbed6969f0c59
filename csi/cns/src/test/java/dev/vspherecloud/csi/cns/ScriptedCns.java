package dev.vspherecloud.csi.cns;

import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.testkit.script.Replies;
import dev.vspherecloud.testkit.script.Reply;
import dev.vspherecloud.testkit.script.ScriptedVcenter;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.PropertyValue;
import dev.vspherecloud.vsphere.client.SoapService;
import dev.vspherecloud.vsphere.client.Timeouts;
import dev.vspherecloud.vsphere.client.VcenterClient;
import dev.vspherecloud.vsphere.client.VcenterEndpoint;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterObserver;
import dev.vspherecloud.vsphere.client.VcenterSession;
import java.util.List;
import java.util.Optional;

/// A vCenter that answers CNS calls by a script, and a session with it.
final class ScriptedCns implements AutoCloseable {
    static final String TASK = "<returnval type=\"Task\">task-7</returnval>";

    private final ScriptedVcenter vcenter = ScriptedVcenter.start();
    private final VcenterClient client;
    private final VcenterSession session;

    /// @param version the current version in `vsanServiceVersions.xml`
    ScriptedCns(String version) {
        this(versions(version), Timeouts.standard());
    }

    /// @param versions the reply to the request for `vsanServiceVersions.xml`
    ScriptedCns(Reply versions, Timeouts timeouts) {
        vcenter.on("GET /sdk/vsanServiceVersions.xml", versions);
        client = new VcenterClient(
                new VcenterEndpoint("vc-a", "127.0.0.1", vcenter.port(), new TlsTrust.Insecure(), Optional.empty()),
                timeouts,
                "test",
                VcenterObserver.NONE,
                VcenterClient.SessionTypes.VIM25_AND_VSAN);
        try {
            session = client.login(new Credentials("csi", new Secret("s3cret")));
        } catch (VcenterException e) {
            close();
            throw e;
        }
    }

    static Reply versions(String version) {
        String file = "<namespaces version=\"1.0\"><namespace><name>urn:vsan</name><version>" + version
                + "</version><priorVersions><version>6.7</version></priorVersions></namespace></namespaces>";
        return Replies.raw("HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: " + file.length()
                + "\r\nConnection: close\r\n\r\n" + file);
    }

    VcenterSession session() {
        return session;
    }

    CnsClient cns() {
        return new CnsClient(session);
    }

    /// Sets the replies to this method, one after the other; each is the content of the response.
    ScriptedCns on(String method, String first, String... then) {
        vcenter.on(
                method,
                Replies.soap(first),
                List.of(then).stream().map(Replies::soap).toArray(Reply[]::new));
        return this;
    }

    /// Sets the reply to this method.
    void reply(String method, Reply reply) {
        vcenter.on(method, reply);
    }

    /// Returns the bodies of the calls of this method.
    List<String> sent(String method) {
        return vcenter.requests(method).stream()
                .map(request -> request.body().text())
                .toList();
    }

    /// Reads a value as it comes from a vCenter.
    ///
    /// @param type the `xsi:type` of the value
    PropertyValue value(String type, String xml) {
        on("CnsQueryVolume", "<returnval xsi:type=\"" + type + "\">" + xml + "</returnval>");
        SoapService service = session.service(session.vsanEndpoint());
        return service.read(
                service.request("CnsQueryVolume", new MoRef("CnsVolumeManager", "cns-volume-manager"), _ -> {}));
    }

    @Override
    public void close() {
        client.close();
        vcenter.close();
    }
}
