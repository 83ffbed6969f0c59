package dev.vspherecloud.testkit.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.ccm.domain.address.FamilyPolicy;
import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.ccm.domain.address.ProvidedNodeIps;
import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.domain.ip.IpFamily;
import dev.vspherecloud.domain.vm.Guest;
import dev.vspherecloud.domain.vm.GuestAddress;
import dev.vspherecloud.domain.vm.GuestAddress.Origin;
import dev.vspherecloud.domain.vm.GuestAddress.State;
import dev.vspherecloud.domain.vm.GuestNic;
import dev.vspherecloud.domain.vm.StaticAddresses;
import dev.vspherecloud.testkit.corpus.GuestSituation.Outcome;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GuestSituationTest {
    private static final String ALL_KEYS = """
            title: Everything that a file may say
            source: https://example.com/1#issue   # and a remark
            node: Hostname=w-1 InternalIP=10.1.0.5 fd00::5
            node-ip: 10.1.0.5, fd00::5
            families: ipv4, ipv6
            family-policy: prefer
            claimed: 10.1.0.2 by Service web/shop
            seen-on: 10.1.0.3 by w-2

            host-name: w-1
            hardware: 3
            gateways: 10.1.0.1
            static: 10.1.0.5
            nic 4000 VM Network
              10.1.0.5/24 dhcp preferred
              fd00::5
            nic guest docker0
              172.17.0.1/16 link-layer
            report after 90s
            tools: stopped
            static: unreadable
            nic 4000 VM Network

            expect: 10.1.0.5
            shortfall: FamilyMissing
            """;

    @Test
    void eachFileOfTheFolderIsRead() throws IOException, URISyntaxException {
        var index = Objects.requireNonNull(GuestSituation.class.getResource("index.txt"));
        try (var files = Files.list(Path.of(index.toURI()).resolveSibling("."))) {
            List<String> names = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".txt") && !name.equals("index.txt"))
                    .map(name -> name.replace(".txt", ""))
                    .sorted()
                    .toList();

            assertThat(GuestSituation.all()).extracting(GuestSituation::name).containsExactlyElementsOf(names);
        }
    }

    @Test
    void titlesAreUnique() {
        assertThat(GuestSituation.all())
                .extracting(GuestSituation::title)
                .doesNotHaveDuplicates()
                .noneMatch(String::isBlank);
    }

    @Test
    void readsTheFactsAboutTheNode() {
        GuestSituation read = SituationText.read("all", ALL_KEYS);

        assertThat(read.source()).isEqualTo("https://example.com/1#issue");
        assertThat(read.node())
                .extracting(NodeAddress::toString)
                .containsExactly("Hostname=w-1", "InternalIP=10.1.0.5", "InternalIP=fd00::5", "ExternalIP=fd00::5");
        assertThat(read.provided()).isEqualTo(new ProvidedNodeIps.Listed(List.of(ip("10.1.0.5"), ip("fd00::5"))));
        assertThat(read.rules().families()).containsExactly(IpFamily.IPV4, IpFamily.IPV6);
        assertThat(read.rules().familyPolicy()).isEqualTo(FamilyPolicy.PREFER);
        assertThat(read.virtualIpHints().inUse()).containsEntry(ip("10.1.0.2"), "Service web/shop");
        assertThat(read.virtualIpHints().seenOn()).containsEntry(ip("10.1.0.3"), "w-2");
        assertThat(read.expected())
                .isEqualTo(new Outcome.Shown(
                        List.of(
                                new NodeAddress(NodeAddress.Type.HOSTNAME, "w-1"),
                                new NodeAddress(NodeAddress.Type.INTERNAL_IP, "10.1.0.5"),
                                new NodeAddress(NodeAddress.Type.EXTERNAL_IP, "10.1.0.5")),
                        Optional.of(NodeReason.FAMILY_MISSING)));
    }

    @Test
    void readsEachReport() {
        List<GuestSituation.Report> reports =
                SituationText.read("all", ALL_KEYS).reports();

        Guest first = reports.getFirst().guest();
        assertThat(reports.getFirst().hardware().nics()).isEqualTo(3);
        assertThat(first.gateways()).containsExactly(ip("10.1.0.1"));
        assertThat(first.statics()).isEqualTo(new StaticAddresses.Listed(List.of(ip("10.1.0.5"))));
        assertThat(first.nics()).extracting(GuestNic::network).containsExactly("VM Network", "");
        assertThat(first.nics()).extracting(GuestNic::deviceKey).containsExactly(4000, GuestNic.NOT_A_DEVICE);
        assertThat(first.nics().getFirst().addresses())
                .containsExactly(
                        new GuestAddress("10.1.0.5", ip("10.1.0.5"), OptionalInt.of(24), Origin.DHCP, State.PREFERRED),
                        new GuestAddress("fd00::5", ip("fd00::5")));
        assertThat(reports.getLast().after()).isEqualTo(Duration.ofSeconds(90));
        assertThat(reports.getLast().guest().hostName()).isEqualTo("w-1");
        assertThat(reports.getLast().guest().toolsRunning()).isFalse();
        assertThat(reports.getLast().guest().statics()).isInstanceOf(StaticAddresses.Unreadable.class);
        assertThat(reports.getLast().hardware().nics()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "no-such-key: 1",
                "just words",
                "nic 4000 VM Network\n  10.1.0.5/24 sometimes",
                "nic 4000 VM Network\n  worker.example",
                "expect: reason NoSuchReason",
                "claimed: 10.1.0.5",
                "report after a while"
            })
    void anUnknownLineIsAnError(String line) {
        assertThatThrownBy(() -> SituationText.read("wrong", "title: t\nsource: s\nexpect: 10.1.0.5\n" + line))
                .hasStackTraceContaining("wrong");
    }

    private static InetAddress ip(String text) {
        return InetAddress.ofLiteral(text);
    }
}
