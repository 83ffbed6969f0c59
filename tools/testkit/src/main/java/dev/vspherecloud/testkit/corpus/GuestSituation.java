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

/// A sequence of reports of a guest, the other facts about its Node, and the addresses that the Node must show.
///
/// @param name     of its file, without the ending
/// @param title    describes the situation
/// @param source   a report of the situation, or its documentation
/// @param node     the addresses that the Node already has; empty for a new Node
/// @param reports  in order; at least one
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

    /// @param after time since the report before
    public record Report(Duration after, Guest guest, Hardware hardware) {
        /// Returns this VM of a simulator with the values of this report.
        public VmSpec in(VmSpec vm) {
            return SimulatedGuest.in(vm, guest);
        }
    }

    /// The state of the Node after the last report.
    public sealed interface Outcome {
        /// @param shortfall the reason that the provider reports although the Node has addresses
        record Shown(List<NodeAddress> addresses, Optional<ReasonCode> shortfall) implements Outcome {
            public Shown {
                addresses = List.copyOf(addresses);
            }
        }

        /// The Node has no address, and the provider waits.
        record Waiting(ReasonCode reason) implements Outcome {}
    }

    /// Returns all situations, in the order of their names.
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
