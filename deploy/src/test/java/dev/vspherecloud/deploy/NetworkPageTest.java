package dev.vspherecloud.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.conformance.PageRow;
import dev.vspherecloud.conformance.Project;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/// The page about the network names the ports of the chart and the defaults of flags and keys.
class NetworkPageTest {
    private static final String PAGE = "docs/reference/network.md";
    private static final int DESTINATION = 1;
    private static final int PORT = 2;
    private static final int CHANGED_BY = 6;

    private static final List<PageRow> OUTGOING = PageRow.of(PAGE, "Outgoing: the provider opens the connection");
    private static final List<PageRow> INCOMING = PageRow.of(PAGE, "Incoming: the provider accepts the connection");

    private static final Pattern FLAG = Pattern.compile("`(--[a-z-]+)`");

    @Test
    void theIncomingPortsAreThoseOfTheChart() {
        List<String> ports = Chart.render("").workload().json().findValues("ports").stream()
                .flatMap(NetworkPageTest::stream)
                .flatMap(port -> Stream.of(port.path("containerPort"), port.path("hostPort")))
                .map(JsonNode::asText)
                .distinct()
                .toList();

        assertThat(INCOMING.stream().map(row -> row.cell(PORT)).distinct()).containsExactlyInAnyOrderElementsOf(ports);
    }

    @Test
    void thePodUsesTheNetworkOfItsHost() {
        assertThat(Chart.render("").workload().json().findValue("hostNetwork").asBoolean())
                .isTrue();
    }

    @Test
    void thePortOfVcenterIsTheDefault() {
        String port = defaultOf("docs/reference/configuration.md", "`port`", 4);

        assertThat(OUTGOING.stream()
                        .filter(row -> row.cell(DESTINATION).equals("each vCenter"))
                        .map(row -> row.cell(PORT)))
                .hasSize(2)
                .containsOnly(port);
    }

    @Test
    void theServingPortIsTheDefault() {
        String port = defaultOf("docs/reference/flags.md", "`--secure-port`", 2);

        assertThat(INCOMING.stream().map(row -> row.cell(PORT))).containsOnly(port);
    }

    @Test
    void thePathsOfProbesAreThoseOfTheChart() {
        List<String> probed = Chart.render("").workload().json().findValuesAsText("path");

        assertThat(probed).isNotEmpty();
        assertThat(INCOMING.getFirst().cells()).anySatisfy(cell -> assertThat(cell)
                .contains(probed.stream().map("`%s`"::formatted).distinct().toList()));
    }

    @Test
    void everyFlagExists() {
        String flags = Project.read(Project.path("docs/reference/flags.md"));

        assertThat(Stream.concat(OUTGOING.stream(), INCOMING.stream())
                        .flatMap(row -> FLAG.matcher(row.cell(CHANGED_BY)).results())
                        .map(flag -> "| `%s` |".formatted(flag.group(1))))
                .isNotEmpty()
                .allSatisfy(flag -> assertThat(flags).contains(flag));
    }

    /// The pages about flags and keys are rendered from the code.
    private static String defaultOf(String page, String name, int column) {
        return PageRow.of(page).stream()
                .filter(row -> row.cell(0).equals(name))
                .findFirst()
                .orElseThrow()
                .cell(column)
                .replace("`", "");
    }

    private static Stream<JsonNode> stream(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false);
    }
}
