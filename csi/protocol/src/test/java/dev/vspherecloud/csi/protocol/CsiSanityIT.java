package dev.vspherecloud.csi.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.protocol.grpc.GrpcServer;
import dev.vspherecloud.csi.protocol.http2.Http2Limits;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.reconcile.SupervisorObserver;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs the conformance tests of the Identity service against this server.
class CsiSanityIT {
    @Test
    @Tag("csi")
    void theIdentityServicePasses(@TempDir Path folder) {
        Path socket = folder.resolve("csi.sock");
        var server = GrpcServer.open(
                socket,
                CsiMethods.identity(new CsiIdentity("v1", false, Readiness.ofNode())),
                Http2Limits.DEFAULTS,
                System::nanoTime,
                Supervisor.system(SupervisorObserver.NONE));
        try {
            GoPrograms.Run run = GoPrograms.run(
                    GoPrograms.build("csi-sanity"),
                    "--csi.endpoint=unix://" + socket,
                    "--csi.mountdir=" + folder.resolve("mount"),
                    "--csi.stagingdir=" + folder.resolve("staging"),
                    "--ginkgo.focus=Identity",
                    "--ginkgo.no-color");

            assertThat(run.output()).containsPattern("Ran [1-9][0-9]* of").contains(" 0 Failed");
            assertThat(run.exitCode()).isZero();
        } finally {
            server.stop(Duration.ofSeconds(1));
        }
    }
}
