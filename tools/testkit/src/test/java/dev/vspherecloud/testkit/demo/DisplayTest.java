package dev.vspherecloud.testkit.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DisplayTest {
    private static final Instant SINCE = Instant.parse("2026-01-02T03:04:05.600Z");
    private static final ObservedNode TAINTED = observedNode(new NodeView("n-1", "", "", "", "", "", false), "");
    private static final ObservedNode READY =
            observedNode(new NodeView("n-1", "vm-7", "vsphere://x", "10.0.0.1", "zone-a", "t", true), "web (vm-7)");

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    @Test
    void linesAreEquallyWideColumns() {
        assertThat(new NodeTable(AnsiColors.PLAIN, ZoneOffset.UTC).lines(List.of(READY)))
                .containsExactly(
                        "NODE  VM          PROVIDER ID  ADDRESSES  ZONE    TYPE  STATE  SINCE",
                        "n-1   web (vm-7)  vsphere://x  10.0.0.1   zone-a  t     ready  03:04:05.6");
    }

    @Test
    void eachChangeIsOneLine() {
        var lines = new ChangeLines(out);

        lines.showNodes(List.of(TAINTED));
        lines.showNodes(List.of(TAINTED));
        lines.showNodes(List.of(READY));

        assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
                .containsExactly("n-1 is tainted", "n-1 is ready  web (vm-7)  vsphere://x  10.0.0.1  zone-a  t");
    }

    @Test
    void theTableIsRedrawnInPlaceUntilASentenceIsPrinted() {
        var table = new LiveTable(out, new NodeTable(AnsiColors.PLAIN, ZoneOffset.UTC));

        table.showNodes(List.of(TAINTED));
        assertThat(drawn()).doesNotContain("\033[2A");
        table.showNodes(List.of(READY));
        assertThat(drawn()).contains("\033[2A");
        table.print("done");
        table.showNodes(List.of(READY));
        assertThat(drawn()).doesNotContain("\033[2A");
    }

    @Test
    void coloursNeedATerminalAndNoNoColor() {
        assertThat(Terminal.display(out, false, Map.of("TERM", "xterm"))).isInstanceOf(ChangeLines.class);
        assertThat(Terminal.display(out, true, Map.of("TERM", "dumb"))).isInstanceOf(ChangeLines.class);

        Terminal.display(out, true, Map.of("TERM", "xterm", "NO_COLOR", "1")).showNodes(List.of(READY));
        assertThat(drawn()).contains("ready").doesNotContain("\033[32m");
        Terminal.display(out, true, Map.of("TERM", "xterm")).showNodes(List.of(READY));
        assertThat(drawn()).contains("\033[32mready\033[0m");
    }

    private String drawn() {
        String text = bytes.toString(StandardCharsets.UTF_8);
        bytes.reset();
        return text;
    }

    private static ObservedNode observedNode(NodeView node, String vm) {
        return new ObservedNode(node, vm, SINCE);
    }
}
