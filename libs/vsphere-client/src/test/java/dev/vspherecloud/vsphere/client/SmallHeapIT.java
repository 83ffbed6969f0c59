package dev.vspherecloud.vsphere.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.script.HostileAnswer;
import dev.vspherecloud.testkit.script.HostileAnswers;
import dev.vspherecloud.testkit.script.Replies;
import dev.vspherecloud.testkit.script.Reply;
import dev.vspherecloud.testkit.script.ScriptedVcenter;
import dev.vspherecloud.testkit.script.VimXml;
import dev.vspherecloud.testkit.servers.ProgramRun;
import dev.vspherecloud.testkit.wire.Content;
import dev.vspherecloud.testkit.wire.Response;
import java.nio.file.Path;
import java.util.Collections;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that an answer that is too large ends the call and not the program, in a JVM with the shipped heap size.
class SmallHeapIT {
    private static final String HEAP = "-Xmx128m";

    private final ScriptedVcenter vcenter = ScriptedVcenter.start();

    @AfterEach
    void stop() {
        vcenter.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "100 MB of objects",
                "100 MB of text in one element",
                "200 MB in a small gzip",
                "a head of 64 MB",
                "elements 200,000 deep"
            })
    void aFloodFailsOnlyTheCall(String flood) {
        vcenter.on("RetrievePropertiesEx", named(flood).reply());

        assertThat(run(2)).matches("(TOO_LARGE|PROTOCOL), then ListView\n\\1, then ListView\n");
    }

    /// The text is within the limit of bytes, and takes fifty times that as objects.
    @Test
    void smallElementsInASmallGzipFailOnlyTheCall() {
        String vm = VimXml.object(
                "VirtualMachine", "vm-1", VimXml.property("name", "Some", "<a/>".repeat((15 << 20) / "<a/>".length())));
        vcenter.on("RetrievePropertiesEx", Replies.gzipped("<returnval>" + vm + "</returnval>"));

        assertThat(run(2)).isEqualTo("TOO_LARGE, then ListView\n".repeat(2));
    }

    @Test
    void anAnswerOfThousandsOfVmsFitsInTheHeap() {
        String page = page(3 << 20).replace("<token>more</token>", "");
        vcenter.on("RetrievePropertiesEx", Reply.of(Response.of(200, "text/xml", Content.of(page))));

        assertThat(run(2)).matches("(read \\d{5}), then ListView\n\\1, then ListView\n");
    }

    /// Each page is within the limit of one answer, and another page always follows.
    @Test
    void endlessPagesFailOnlyTheCall() {
        var page = Content.of(page(7 << 20));
        vcenter.on("RetrievePropertiesEx", Reply.of(Response.of(200, "text/xml", page)));
        vcenter.on(
                "ContinueRetrievePropertiesEx",
                Reply.of(Response.of(
                        200, "text/xml", Content.of(page.text().replace("RetrieveProp", "ContinueRetrieveProp")))));

        assertThat(run(1)).isEqualTo("TOO_LARGE, then ListView\n");
    }

    private static String page(int size) {
        String vm = VimXml.object(
                "VirtualMachine",
                "vm-1",
                VimXml.text("name", "flood"),
                VimXml.text("config.uuid", "42000000-0000-0000-0000-000000000001"));
        String objects = String.join("", Collections.nCopies(size / vm.length(), vm));
        return VimXml.envelope("<RetrievePropertiesExResponse xmlns=\"urn:vim25\"><returnval><token>more</token>"
                + objects + "</returnval></RetrievePropertiesExResponse>");
    }

    private static HostileAnswer named(String name) {
        return HostileAnswers.all().stream()
                .filter(answer -> answer.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private String run(int reads) {
        var program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        HEAP,
                        // This module has no log provider, and this test does not need one.
                        "-Dslf4j.internal.verbosity=ERROR",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FloodedProgram.class.getName(),
                        Integer.toString(vcenter.port()),
                        Integer.toString(reads))
                .redirectErrorStream(true);
        ProgramRun run = ProgramRun.of(program);
        assertThat(run.exitCode()).as(run.output()).isZero();
        return run.output();
    }
}
