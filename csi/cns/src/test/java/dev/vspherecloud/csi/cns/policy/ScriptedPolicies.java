package dev.vspherecloud.csi.cns.policy;

import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.testkit.script.Replies;
import dev.vspherecloud.testkit.script.Reply;
import dev.vspherecloud.testkit.script.ScriptedVcenter;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.client.Timeouts;
import dev.vspherecloud.vsphere.client.VcenterClient;
import dev.vspherecloud.vsphere.client.VcenterEndpoint;
import dev.vspherecloud.vsphere.client.VcenterObserver;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A vCenter whose storage policy service answers by a script, and a client of it.
final class ScriptedPolicies implements AutoCloseable {
    static final String CONTENT = "PbmRetrieveServiceContent";
    static final String QUERY = "PbmQueryProfile";
    static final String DESCRIBE = "PbmRetrieveContent";

    private final ScriptedVcenter vcenter = ScriptedVcenter.start();
    private final VcenterClient client;
    private final StoragePolicyClient policies;

    ScriptedPolicies() {
        client = new VcenterClient(
                new VcenterEndpoint("vc-a", "127.0.0.1", vcenter.port(), new TlsTrust.Insecure(), Optional.empty()),
                Timeouts.standard(),
                "test",
                VcenterObserver.NONE);
        policies = new StoragePolicyClient(client.login(new Credentials("csi", new Secret("s3cret"))));
        on(
                CONTENT,
                "<returnval><aboutInfo><name>PBM</name></aboutInfo>"
                        + "<profileManager type=\"PbmProfileProfileManager\">ProfileManager</profileManager></returnval>");
    }

    /// Sets the content of the responses to this method, one after the other.
    ScriptedPolicies on(String method, String first, String... then) {
        return on(
                method, Replies.soap(first), Stream.of(then).map(Replies::soap).toArray(Reply[]::new));
    }

    ScriptedPolicies on(String method, Reply first, Reply... then) {
        vcenter.on(method, first, then);
        return this;
    }

    /// Sets the policies, each as `id=name`.
    ScriptedPolicies with(String... all) {
        on(QUERY, ids(Stream.of(all).map(each -> each.split("=", 2)[0]).toArray(String[]::new)));
        return on(DESCRIBE, Stream.of(all).map(ScriptedPolicies::policy).collect(Collectors.joining()));
    }

    static String ids(String... ids) {
        return Stream.of(ids)
                .map("<returnval><uniqueId>%s</uniqueId></returnval>"::formatted)
                .collect(Collectors.joining());
    }

    /// @param policy `id=name`
    static String policy(String policy) {
        String[] parts = policy.split("=", 2);
        return """
                <returnval xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="PbmCapabilityProfile">\
                <profileId><uniqueId>%s</uniqueId></profileId><name>%s</name><createdBy>Temporary user handle</createdBy>\
                <resourceType><resourceType>STORAGE</resourceType></resourceType>\
                <constraints xsi:type="PbmCapabilitySubProfileConstraints"><subProfiles><name>sub-profile</name>\
                </subProfiles></constraints></returnval>\
                """.formatted(parts[0], parts[1]);
    }

    StoragePolicyClient client() {
        return policies;
    }

    StoragePolicyList read() {
        return policies.read();
    }

    /// Returns the bodies of the calls of this method.
    List<String> sent(String method) {
        return vcenter.requests(method).stream()
                .map(request -> request.body().text())
                .toList();
    }

    @Override
    public void close() {
        client.close();
        vcenter.close();
    }
}
