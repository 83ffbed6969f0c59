package dev.vspherecloud.csi.protocol.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.csi.protocol.ControllerService;
import dev.vspherecloud.csi.protocol.CsiIdentity;
import dev.vspherecloud.csi.protocol.CsiMethods;
import dev.vspherecloud.csi.protocol.GoPrograms;
import dev.vspherecloud.csi.protocol.Readiness;
import dev.vspherecloud.csi.protocol.http2.Http2Limits;
import dev.vspherecloud.csi.protocol.http2.UnixSocketException;
import dev.vspherecloud.csi.protocol.v1.DeleteVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.DeleteVolumeResponse;
import dev.vspherecloud.csi.protocol.v1.ListVolumesRequest;
import dev.vspherecloud.csi.protocol.v1.ListVolumesResponse;
import dev.vspherecloud.csi.protocol.v1.Volume;
import dev.vspherecloud.reconcile.Cancellation;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.reconcile.SupervisorObserver;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Calls the server with the gRPC library that the sidecars use.
class GrpcServerIT {
    private static final Path CLIENT = GoPrograms.build("grpc-client");
    private static final String PROBE = "/csi.v1.Identity/Probe";
    private static final String DELETE = "/csi.v1.Controller/DeleteVolume";
    private static final Duration GRACE = Duration.ofSeconds(10);

    @TempDir
    private Path folder;

    private final Waiting service = new Waiting();
    private Path socket;
    private GrpcServer server;

    /// Deletes volumes at once, except the volume "wait", which waits until the client has cancelled the call or the
    /// test lets it go.
    private static final class Waiting implements ControllerService {
        private final CountDownLatch started = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);
        private final CompletableFuture<Duration> time = new CompletableFuture<>();
        private final CompletableFuture<Boolean> cancelled = new CompletableFuture<>();

        @Override
        public DeleteVolumeResponse deleteVolume(DeleteVolumeRequest request, GrpcCall call)
                throws InterruptedException {
            time.complete(call.remaining());
            if (request.getVolumeId().equals("wait")) {
                started.countDown();
                try {
                    boolean _ = Cancellation.await(() -> released.await(1, TimeUnit.HOURS));
                } catch (InterruptedException e) {
                    cancelled.complete(true);
                    throw e;
                }
            } else if (request.getVolumeId().equals("forever")) {
                started.countDown();
                new CountDownLatch(1).await();
            }
            return DeleteVolumeResponse.getDefaultInstance();
        }

        @Override
        public ListVolumesResponse listVolumes(ListVolumesRequest request, GrpcCall call) {
            var response = ListVolumesResponse.newBuilder();
            for (int i = 0; i < 20_000; i++) {
                response.addEntries(ListVolumesResponse.Entry.newBuilder()
                        .setVolume(Volume.newBuilder().setVolumeId("4237558d-a1b2-c3d4-e5f6-%012d".formatted(i))));
            }
            return response.build();
        }
    }

    @BeforeEach
    void open() {
        socket = folder.resolve("csi.sock");
        server = serve(socket);
    }

    @AfterEach
    void stop() {
        service.released.countDown();
        server.stop(GRACE);
    }

    private GrpcServer serve(Path at) {
        return serve(at, System::nanoTime);
    }

    private GrpcServer serve(Path at, LongSupplier nanoTime) {
        var methods =
                new ArrayList<GrpcMethod<?>>(CsiMethods.identity(new CsiIdentity("v1.2.3", true, Readiness.ofNode())));
        methods.addAll(CsiMethods.controller(service));
        return GrpcServer.open(at, methods, Http2Limits.DEFAULTS, nanoTime, Supervisor.system(SupervisorObserver.NONE));
    }

    @Test
    void callsAreAnswered() {
        assertThat(call(PROBE)).isEqualTo("1 OK {\"ready\":true}");
        assertThat(call("/csi.v1.Identity/GetPluginInfo"))
                .isEqualTo("1 OK {\"name\":\"csi.vsphere.vmware.com\",\"vendorVersion\":\"v1.2.3\"}");
    }

    @Test
    void fiveThousandCallsOfTwoConnectionsAreAnswered() {
        assertThat(call("-count", "5000", "-connections", "2", "-parallel", "50", PROBE))
                .isEqualTo("5000 OK {\"ready\":true}");
    }

    @Test
    void methodsThatAreNotServedAreUnimplemented() {
        assertThat(call("/csi.v1.Controller/CreateVolume"))
                .isEqualTo("1 Unimplemented This driver does not serve the method CreateVolume.");
        assertThat(call("/csi.v1.Identity/Other"))
                .isEqualTo("1 Unimplemented This driver does not serve the method /csi.v1.Identity/Other.");
    }

    @Test
    void largeRequestsAreRefusedAndOthersContinue() {
        assertThat(call("-pad", "4000000", PROBE)).isEqualTo("1 OK {\"ready\":true}");
        assertThat(call("-pad", "5000000", "-count", "3", PROBE))
                .isEqualTo("3 ResourceExhausted The request is larger than 4 MiB. Send a smaller one.");
        assertThat(call(PROBE)).startsWith("1 OK");
    }

    /// Larger than all windows, so the server must wait for the client.
    @Test
    void largeResponsesArrive() {
        String volumes = call("-count", "3", "/csi.v1.Controller/ListVolumes");

        assertThat(volumes).startsWith("3 OK").contains("4237558d-a1b2-c3d4-e5f6-000000019999");
    }

    @Test
    void theServiceKnowsTheDeadline() {
        assertThat(call("-timeout", "10h", DELETE)).startsWith("1 OK");

        assertThat(service.time.join()).isBetween(Duration.ofHours(9), Duration.ofHours(10));
    }

    @Test
    void aCallWithoutDeadlineHasFiveMinutes() {
        Path other = folder.resolve("other.sock");
        GrpcServer timeless = serve(other, () -> 0);
        try {
            assertThat(GoPrograms.run(CLIENT, other.toString(), "-timeout", "0", DELETE)
                            .output())
                    .startsWith("1 OK");
        } finally {
            timeless.stop(GRACE);
        }

        assertThat(service.time.join()).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void theWaitOfACancelledCallEnds() {
        assertThat(call("-cancel", "300ms", "-body", "{\"volumeId\":\"wait\"}", DELETE))
                .isEqualTo("1 Canceled context canceled");

        assertThat(service.cancelled.join()).isTrue();
    }

    @Test
    void theWaitOfACallEndsWhenTheClientGivesUp() {
        assertThat(call("-timeout", "300ms", "-body", "{\"volumeId\":\"wait\"}", DELETE))
                .startsWith("1 DeadlineExceeded");

        assertThat(service.cancelled.join()).isTrue();
    }

    @Test
    void anOpenCallEndsBeforeTheServer() throws InterruptedException {
        CompletableFuture<String> call = wait("wait");
        service.started.await();

        Thread stopping = Thread.ofVirtual().start(() -> server.stop(GRACE));
        service.released.countDown();
        stopping.join();

        assertThat(call.join()).startsWith("1 OK");
        assertThat(socket).doesNotExist();
    }

    @Test
    void aCallThatDoesNotEndIsInterrupted() throws InterruptedException {
        CompletableFuture<String> call = wait("forever");
        service.started.await();

        server.stop(Duration.ofMillis(100));

        assertThat(call.join())
                .isEqualTo("1 Unavailable The driver stops. Repeat the call, another process will serve it.");
    }

    private CompletableFuture<String> wait(String volume) {
        return CompletableFuture.supplyAsync(() -> call("-body", "{\"volumeId\":\"" + volume + "\"}", DELETE));
    }

    @Test
    void onlyUserAndGroupMayConnect() throws IOException {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)))
                .isEqualTo("rw-rw----");
    }

    @Test
    void aSocketThatAKilledProcessLeftIsReplaced() throws IOException {
        Path left = folder.resolve("left.sock");
        try (var listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            listener.bind(UnixDomainSocketAddress.of(left));
        }
        assertThat(left).exists();

        GrpcServer other = serve(left);
        try {
            assertThat(GoPrograms.run(CLIENT, left.toString(), PROBE).output()).startsWith("1 OK");
        } finally {
            other.stop(GRACE);
        }
        assertThat(left).doesNotExist();
    }

    /// During an update, the next process may be there before this one has stopped.
    @Test
    void theSocketOfTheNextProcessStays() {
        GrpcServer next = serve(socket);
        try {
            server.stop(GRACE);

            assertThat(call(PROBE)).startsWith("1 OK");
        } finally {
            next.stop(GRACE);
        }
    }

    @Test
    void otherFilesAreNotReplaced() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "mine");

        assertThatThrownBy(() -> serve(file))
                .isInstanceOf(UnixSocketException.class)
                .hasMessageContaining("found a file or folder, expected a socket");
        assertThatThrownBy(() -> serve(folder.resolve("missing/csi.sock")))
                .isInstanceOf(UnixSocketException.class)
                .hasMessageContaining("Check that its folder exists");
        assertThat(file).hasContent("mine");
    }

    private String call(String... words) {
        List<String> all = new ArrayList<>(List.of(socket.toString()));
        all.addAll(List.of(words));
        return GoPrograms.run(CLIENT, all.toArray(String[]::new)).output().strip();
    }
}
