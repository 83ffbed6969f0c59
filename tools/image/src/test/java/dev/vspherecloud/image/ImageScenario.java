package dev.vspherecloud.image;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.ServedPages;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs the image of this build as a container runtime does: unpacked, in a read-only root without other files, as its
/// user, with its variables, and with its entry point before the arguments of a manifest.
///
/// It needs mount namespaces: run it as root, or on a system where users can create namespaces. Elsewhere it fails with
/// a message, because no other test shows that the image runs.
class ImageScenario {
    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final long LARGEST = 100_000_000;
    private static final int NODES = 3;
    private static final Path DIST =
            Program.executable().toAbsolutePath().resolveSibling("..").normalize();

    @TempDir
    private static Path folder;

    private static OciArchive archive;
    private static Path root;

    @BeforeAll
    static void packAndUnpack() throws IOException {
        Path dist = DIST.toRealPath();
        var description = new ImageDescription(ProgramVersion.of(dist), System.getProperty("os.arch"));
        archive = new ImageBuild(dist, folder.resolve("cache")).write(description, folder.resolve("image.tar"));
        root = Files.createDirectory(folder.resolve("root"));
        archive.unpack(root);
    }

    @Test
    void isAtMostAHundredMegabytes() {
        long bytes = archive.layers().stream()
                .mapToLong(OciArchive.StoredLayer::bytes)
                .sum();

        assertThat(bytes).isLessThan(LARGEST);
    }

    @Test
    void containsOneProgramAndNoShell() throws IOException {
        assertThat(names("bin")).containsExactly(ImageDescription.NAME);
        assertThat(root.resolve("sbin")).doesNotExist();
        assertThat(root.resolve("usr/bin")).doesNotExist();
        assertThat(root.resolve("lib/runtime/bin")).doesNotExist();
    }

    /// No module that `tools/dist/program` removes although the jars name it, and none of a build tool.
    @Test
    void theRuntimeHasOnlyModulesThatTheProgramUses() throws IOException {
        assertThat(Files.readString(root.resolve("lib/runtime/release")))
                .contains("java.base", "java.net.http")
                .doesNotContain("java.desktop", "java.sql", "jdk.compiler", "jdk.jlink");
    }

    @Test
    void containsCaCertificatesTimeZonesAndTheLocale() {
        assertThat(root.resolve("lib/runtime/lib/security/cacerts")).isNotEmptyFile();
        assertThat(root.resolve("lib/runtime/lib/tzdb.dat")).isNotEmptyFile();
        assertThat(environment()).containsExactly("LC_ALL=C.UTF-8");
    }

    @Test
    void theClassCacheIsAloneInTheLastLayer() {
        assertThat(archive.layers())
                .extracting(OciArchive.StoredLayer::name)
                .containsExactly("system", "java runtime", "libraries", "program", "class cache");
    }

    /// The path is that of the image of cloud-provider-vsphere (Go): a manifest may name it as `command`, or leave it
    /// out.
    @Test
    void theEntryPointHasThePathOfTheUpstreamImage() {
        assertThat(entryPoint()).containsExactly("/bin/vsphere-cloud-controller-manager");

        Program program = enter(folder, "--version");

        assertThat(program.awaitExit(TIMEOUT)).as(program.log()).isZero();
        assertThat(program.log()).matches("vsphere-cloud-controller-manager \\S+\\n");
    }

    @Test
    void aPathBeyondAsciiReachesTheProgram() {
        Program program = enter(folder, "--cloud-config=/nowhere/ü.conf");

        assertThat(program.awaitExit(TIMEOUT)).isEqualTo(1);
        assertThat(program.log()).contains("/nowhere/ü.conf: cannot read it");
    }

    @Test
    void runsAsItsUserOnAReadOnlyRootAndExitsWithZero() throws IOException {
        try (var bed = TestBed.start()) {
            VcenterSite site = bed.addVcenter("vc-a");
            site.addVms("w", 0, NODES);
            bed.objects().createNodes(site.nodes("w", 0, NODES));
            // The folder is private to one user; a kubelet mounts a folder that every user can read.
            Files.setPosixFilePermissions(bed.folder(), PosixFilePermissions.fromString("rwxr-xr-x"));
            String config = bed.config().replace("server: 127.0.0.1", "server: localhost");

            int port = bed.reservePort();
            try (var pages = new ServedPages(port);
                    Program program = enter(bed.folder(), flags(bed, config, port))) {
                bed.objects().awaitNodes(TIMEOUT, nodes -> nodes.stream().allMatch(ImageScenario::isInitialised));

                assertThat(pages.isOk("/readyz")).as(program.log()).isTrue();
                isConfined(program.pid());
                assertThat(program.terminate()).as(program.log()).isZero();
                assertThat(program.log()).contains("Became leader").doesNotContain("[error]", "[warning]");
            }
        }
    }

    private static void isConfined(long pid) throws IOException {
        String status = Files.readString(Path.of("/proc/" + pid + "/status"));
        assertThat(status)
                .containsPattern("Uid:(\\s+" + expectedUser() + "){4}\n")
                .containsPattern("CapEff:\\s+" + (isRoot() ? "0{16}" : "\\w+") + "\n");
        assertThat(Files.readString(Path.of("/proc/" + pid + "/mountinfo"))).containsPattern(" / ro[, ]");
        assertThat(Files.readString(Path.of("/proc/" + pid + "/maps"))).contains("/lib/app/app.aot");
    }

    /// Without root, the process runs as the only user of its namespace: the user that started it.
    private static String expectedUser() {
        return isRoot() ? String.valueOf(SystemLayer.USER) : System.getProperty("user.name");
    }

    private static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
    }

    private static String[] flags(TestBed bed, String config, int port) {
        return Stream.concat(
                        bed.flags(config).stream(),
                        Stream.of("--leader-elect=true", "--bind-address=127.0.0.1", "--secure-port=" + port))
                .toArray(String[]::new);
    }

    /// Runs the image with its own metadata.
    ///
    /// @param mounted has the same path inside
    private static Program enter(Path mounted, String... arguments) {
        var command = new ArrayList<String>();
        command.add(DIST.resolveSibling("tools/image/enter").toString());
        command.add(root.toString());
        command.add(mounted.toString());
        command.add(archive.image().at("/config/User").asText());
        command.addAll(environment());
        command.addAll(entryPoint());
        return Program.start(folder.resolve(arguments[0].hashCode() + ".log"), Map.of(), command, List.of(arguments));
    }

    private static List<String> entryPoint() {
        return texts("/config/Entrypoint");
    }

    private static List<String> environment() {
        return texts("/config/Env");
    }

    private static List<String> texts(String path) {
        return archive.image().at(path).valueStream().map(JsonNode::asText).toList();
    }

    private static List<String> names(String path) throws IOException {
        try (Stream<Path> files = Files.list(root.resolve(path))) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private static boolean isInitialised(JsonNode node) {
        return !node.path("spec").path("taints").toString().contains("uninitialized");
    }
}
