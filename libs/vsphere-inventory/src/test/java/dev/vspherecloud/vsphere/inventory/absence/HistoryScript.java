package dev.vspherecloud.vsphere.inventory.absence;

import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.testkit.script.Replies;
import dev.vspherecloud.testkit.script.Reply;
import dev.vspherecloud.testkit.script.ScriptedVcenter;
import dev.vspherecloud.testkit.script.VimXml;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.client.Timeouts;
import dev.vspherecloud.vsphere.client.VcenterClient;
import dev.vspherecloud.vsphere.client.VcenterEndpoint;
import dev.vspherecloud.vsphere.client.VcenterObserver;
import dev.vspherecloud.vsphere.client.VcenterSession;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/// A scripted vCenter with events and tasks, and a client with a session.
public final class HistoryScript implements AutoCloseable {
    public static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");

    private final ScriptedVcenter vcenter;
    private final VcenterClient client;

    public HistoryScript(ScriptedVcenter vcenter) {
        this.vcenter = vcenter;
        var endpoint =
                new VcenterEndpoint("vc-a", "127.0.0.1", vcenter.port(), new TlsTrust.Insecure(), Optional.empty());
        var second = Duration.ofSeconds(1);
        client = new VcenterClient(
                endpoint,
                new Timeouts(Duration.ofSeconds(5), second, second, second, second),
                "test",
                VcenterObserver.NONE);
        vcenter.on("CreateCollectorForTasks", Replies.soap(VimXml.reference("returnval", "TaskHistoryCollector", "c")));
        vcenter.on("DestroyCollector", Replies.soap(""));
    }

    public VcenterSession logIn() {
        return client.login(new Credentials("ccm", new Secret("s3cret")));
    }

    public ScriptedVcenter vcenter() {
        return vcenter;
    }

    public static Reply latestEvent(long key) {
        return Replies.soap("<returnval>"
                + VimXml.object(
                        "EventManager",
                        "EventManager",
                        VimXml.property("latestEvent", "UserLoginSessionEvent", fields(key, key)))
                + "</returnval>");
    }

    /// Returns events that name no VM.
    public static Reply events(long... keys) {
        return Replies.soap(LongStream.of(keys)
                .mapToObj(key -> "<returnval xsi:type=\"UserLoginSessionEvent\">" + fields(key, key) + "</returnval>")
                .collect(Collectors.joining()));
    }

    public static String removal(long key, long chain, String vm) {
        return "<returnval xsi:type=\"VmRemovedEvent\">" + fields(key, chain) + "<vm><name>w</name>"
                + VimXml.reference("vm", "VirtualMachine", vm) + "</vm></returnval>";
    }

    public static String task(String method, String entityType, String entity, String state, long chain) {
        return "<returnval><key>task-42</key><descriptionId>" + method + "</descriptionId>"
                + VimXml.reference("entity", entityType, entity) + "<state>" + state + "</state>"
                + "<reason xsi:type=\"TaskReasonUser\"><userName>EXAMPLE\\ops</userName></reason><eventChainId>"
                + chain + "</eventChainId></returnval>";
    }

    private static String fields(long key, long chain) {
        return "<key>%d</key><chainId>%d</chainId><createdTime>%s</createdTime><userName>svc</userName>"
                .formatted(key, chain, NOON);
    }

    @Override
    public void close() {
        client.close();
        vcenter.close();
    }
}
