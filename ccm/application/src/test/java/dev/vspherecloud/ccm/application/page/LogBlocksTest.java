package dev.vspherecloud.ccm.application.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.controllers.node.ConfirmedVms;
import dev.vspherecloud.ccm.controllers.node.NodeController;
import dev.vspherecloud.ccm.controllers.node.NodeObserver;
import dev.vspherecloud.ccm.controllers.node.NodeSources;
import dev.vspherecloud.ccm.controllers.node.VmRecording;
import dev.vspherecloud.ccm.domain.address.NodeNetworks;
import dev.vspherecloud.ccm.domain.node.NodeSettings;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.conformance.DocBlock;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.ip.Subnet;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.observability.LogConfig;
import dev.vspherecloud.observability.LogFormat;
import dev.vspherecloud.testkit.fakes.FakeInstances;
import dev.vspherecloud.testkit.fakes.FakeNodes;
import dev.vspherecloud.testkit.fakes.RecordedEvents;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Lines that the node controller writes to the log of the process; only their time and process id are fixed here.
class LogBlocksTest {
    private final FakeNodes nodes = new FakeNodes();
    private final FakeInstances instances = new FakeInstances();

    @Test
    void text() {
        String rendered = line("Changed labels of node", LogFormat.TEXT, this::olderLabelsDecide);

        assertThat(DocBlock.only(LogBlocksTest.class, "text").renewed(rendered))
                .as(DocBlock.RENEW)
                .isEqualTo(rendered);
    }

    @Test
    void json() {
        String rendered = line("Changed labels of node", LogFormat.JSON, this::olderLabelsDecide);

        assertThat(DocBlock.only(LogBlocksTest.class, "json").renewed(rendered))
                .as(DocBlock.RENEW)
                .isEqualTo(rendered);
    }

    @Test
    void theRulesOfAddresses() {
        String rendered = line("Initialised node", LogFormat.TEXT, this::initialise);

        assertThat(DocBlock.only(LogBlocksTest.class, "theRulesOfAddresses").renewed(rendered))
                .as(DocBlock.RENEW)
                .isEqualTo(rendered);
    }

    /// Logs the case that a user removed the labels with the current names.
    private void olderLabelsDecide() {
        Vm vm = ExampleCluster.vm(1, Optional.of("zone-a"), "10.1.0.5/16");
        NodeView node = ExampleCluster.recordedNode(1, "10.1.0.5", vm);
        nodes.add("w-1", node.providerId(), node.systemUuid(), false, node.addresses());
        node.meta().labels().forEach((key, value) -> nodes.label("w-1", key, value));
        node.meta().annotations().forEach((key, value) -> nodes.annotate("w-1", key, value));
        nodes.label("w-1", "topology.kubernetes.io/zone", "zone-b");
        reconcile(vm, ExampleCluster.SETTINGS);
    }

    private void initialise() {
        var subnet = Subnet.parse("10.1.0.0/16").orElseThrow();
        nodes.addTainted("w-1", ExampleCluster.uuid(1).toString());
        reconcile(
                ExampleCluster.vm(1, Optional.of("zone-a"), "10.1.0.5/16", "10.1.0.6/16", "172.20.0.9/24"),
                ExampleCluster.settings(new NodeNetworks(List.of(subnet), List.of(), List.of(), List.of(), "", "")));
    }

    private void reconcile(Vm vm, NodeSettings settings) {
        instances.setLookup("w-1", new VmLookup.Found(vm));
        var controller = new NodeController(
                new NodeSources(nodes, instances, Map::of),
                new RecordedEvents(),
                () -> settings,
                new VmRecording(new ConfirmedVms(_ -> {}), _ -> {}),
                () -> 0,
                NodeObserver.NONE);
        nodes.names().forEach(controller::reconcile);
    }

    private static String line(String message, LogFormat format, Runnable action) {
        var written = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(written, true, StandardCharsets.UTF_8));
        LogConfig.active().form(format);
        try {
            action.run();
        } finally {
            LogConfig.active().form(LogFormat.TEXT);
            System.setErr(before);
        }
        return written.toString(StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> line.contains("\"" + message + "\""))
                        .map(line -> line.replaceFirst("^I\\S+ \\S+ +\\d+", "I1121 15:52:22.123456       1")
                                .replaceFirst("\"ts\":[0-9.]+", "\"ts\":1795276342123.456"))
                        .findFirst()
                        .orElseThrow()
                + "\n";
    }
}
