package dev.vspherecloud.vsphere.client;

import dev.vspherecloud.http.TlsTrust;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A separate program for [SmallHeapIT]. It reads several times from a vCenter that sends too much, prints each
/// result, and makes an ordinary call after each read.
final class FloodedProgram {
    private FloodedProgram() {}

    /// @param args port of the vCenter, number of reads
    @SuppressWarnings("SystemOut") // the output is the result
    public static void main(String[] args) {
        var endpoint = new VcenterEndpoint(
                "vc-flood", "127.0.0.1", Integer.parseInt(args[0]), new TlsTrust.Insecure(), Optional.empty());
        var query = RetrieveQuery.ofObjects(
                "VirtualMachine", List.of("name", "config.uuid"), List.of(new MoRef("VirtualMachine", "vm-1")));
        Duration call = Duration.ofSeconds(60);
        var timeouts = new Timeouts(call, call, call, call, call);
        try (var client = new VcenterClient(endpoint, timeouts, "test/1", VcenterObserver.NONE);
                var session = client.login(Recorded.CREDENTIALS)) {
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                System.out.println(read(session, query) + ", then "
                        + session.createListView().type());
            }
        }
    }

    private static String read(VcenterSession session, RetrieveQuery query) {
        try {
            return "read " + session.retrieve(query).size();
        } catch (VcenterException e) {
            return e.kind().name();
        }
    }
}
