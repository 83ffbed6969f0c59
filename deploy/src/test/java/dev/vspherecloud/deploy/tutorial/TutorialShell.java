package dev.vspherecloud.deploy.tutorial;

import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.servers.ServerBinaries;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// The terminal of the reader: runs the blocks of a page with bash, in one folder. Exported variables and files stay
/// from block to block. A command that fails ends the block.
///
/// `kubectl`, `govc` and the program of this project are those that the build pins. `kubectl exec` runs the program
/// here, with the account and the files of its Pod.
///
/// Threads: one.
final class TutorialShell {
    private static final int LIMIT_SECONDS = 120;

    private final Path folder;
    private final Path programs;
    private final Path variables;

    /// @param folder of the reader; its sub-folder `bin` gets the programs
    /// @param pod its files may appear later
    TutorialShell(Path folder, Path kubeconfig, Pod pod) {
        this.folder = folder;
        this.programs = folder.resolve("bin");
        this.variables = folder.resolve(".variables");
        try {
            Files.createDirectories(programs);
            Files.createSymbolicLink(programs.resolve("govc"), ServerBinaries.client("govc"));
            Files.createSymbolicLink(programs.resolve("vsphere-cloud-controller-manager"), Program.executable());
            Path kubectl = Files.writeString(programs.resolve("kubectl"), """
                    #!/bin/bash
                    if [[ " $* " == *" exec "* ]]; then
                      while [ "$1" != -- ]; do shift; done
                      shift 2
                      exec %s "${@//\\/etc\\/cloud/%s}" --kubeconfig=%s
                    fi
                    exec %s "$@"
                    """.formatted(
                            Program.executable(),
                            pod.mount().toString().replace("/", "\\/"),
                            pod.kubeconfig(),
                            ServerBinaries.client("kubectl")));
            if (!kubectl.toFile().setExecutable(true)) {
                throw new IOException("cannot make executable: " + kubectl);
            }
            Files.writeString(variables, "export KUBECONFIG=" + kubeconfig + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// What a container of the Pod of the provider sees.
    ///
    /// @param kubeconfig of its account
    /// @param mount the folder that is mounted at `/etc/cloud`
    record Pod(Path kubeconfig, Path mount) {}

    /// Runs the commands.
    ///
    /// @return standard output and standard error
    /// @throws IllegalStateException if a command fails, or all together take more than two minutes
    String run(String commands) {
        String script = "set -euo pipefail\n. %s\n%s\nexport -p >%s\n".formatted(variables, commands, variables);
        var builder = new ProcessBuilder("bash", "-c", script)
                .directory(folder.toFile())
                .redirectErrorStream(true);
        Map<String, String> environment = builder.environment();
        environment.put("PATH", programs + ":" + environment.get("PATH"));
        environment.put("HOME", folder.toString());
        try {
            Path output = Files.createTempFile(folder, ".output", "");
            Process process = builder.redirectOutput(output.toFile()).start();
            process.getOutputStream().close();
            boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
            process.destroyForcibly();
            String text = Files.readString(output, StandardCharsets.UTF_8);
            if (!ended || process.exitValue() != 0) {
                throw new IllegalStateException("%s:%n%s%n%s"
                        .formatted(
                                ended ? "exit code " + process.exitValue() : "still running after two minutes",
                                commands,
                                text));
            }
            return text;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
