package dev.vspherecloud.testkit.corpus;

import dev.vspherecloud.ccm.domain.address.AddressRules;
import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.ccm.domain.address.ProvidedNodeIps;
import dev.vspherecloud.ccm.domain.address.VirtualIpHints;
import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.vm.Guest;
import dev.vspherecloud.domain.vm.Hardware;
import dev.vspherecloud.testkit.inventory.VmSpec;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// What a guest reports, what else is known of its Node, and what the Node shall show.
///
/// @param name     of its file
/// @param title    what it is, for people
/// @param source   who met it, or the documentation that says so
/// @param node     what the Node has from before; empty for a new one
/// @param reports  in their order; at least one
/// @param expected after the last report
public record GuestSituation(
        String name,
        String title,
        String source,
        AddressRules rules,
        List<NodeAddress> node,
        ProvidedNodeIps provided,
        VirtualIpHints virtualIpHints,
        List<Report> reports,
        Outcome expected) {
    private static final String INDEX = "index.txt";

    public GuestSituation {
        node = List.copyOf(node);
        reports = List.copyOf(reports);
    }

    /// @param after how long after the report before it
    public record Report(Duration after, Guest guest, Hardware hardware) {
        /// The same VM of a simulator, whose guest reports this.
        public VmSpec in(VmSpec vm) {
            return SimulatedGuest.in(vm, guest);
        }
    }

    /// What a Node shows in the end.
    public sealed interface Outcome {
        /// @param shortfall what is missing although it got these
        record Shown(List<NodeAddress> addresses, Optional<ReasonCode> shortfall) implements Outcome {
            public Shown {
                addresses = List.copyOf(addresses);
            }
        }

        /// It waits, and has no address.
        record Waiting(ReasonCode reason) implements Outcome {}
    }

    /// All there are, in the order of their names.
    public static List<GuestSituation> all() {
        return resource(INDEX)
                .lines()
                .map(name -> SituationText.read(name, resource(name + ".txt")))
                .toList();
    }

    private static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(GuestSituation.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + name, e);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
