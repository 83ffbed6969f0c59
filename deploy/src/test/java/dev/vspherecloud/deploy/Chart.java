package dev.vspherecloud.deploy;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.InstallCommand;
import com.marcnuri.helm.LintResult;
import com.marcnuri.helm.TemplateCommand;
import dev.vspherecloud.conformance.Project;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Renders the chart of this project with Helm, in this process and without a cluster.
///
/// If Helm reports an error, the methods throw an [IllegalStateException] with its message.
final class Chart {
    static final Path FOLDER = Project.path("deploy/helm/vsphere-cpi");

    static final String RELEASE = "vsphere-cpi";
    static final String NAMESPACE = "kube-system";

    /// The annotation that [#hooks] writes instead of `helm.sh/hook`.
    static final String RENAMED_HOOK = "vspherecloud.dev/hook";

    /// Set because, without a cluster, Helm assumes an old Kubernetes version.
    private static final String KUBERNETES = "v1.36.0";

    private Chart() {}

    static Rendering render(ValueSet values) {
        return render(values.file());
    }

    /// @param values values files; a later one overrides an earlier one
    static Rendering render(Path... values) {
        return rendered(FOLDER, values);
    }

    private static Rendering rendered(Path chart, Path... values) {
        TemplateCommand command = new Helm(chart)
                .template()
                .withName(RELEASE)
                .withNamespace(NAMESPACE)
                .withKubeVersion(KUBERNETES);
        List.of(values).forEach(command::withValuesFile);
        return Rendering.of(command.call());
    }

    /// Renders the chart with values given as YAML text.
    static Rendering render(String values) {
        Path file = file(values);
        try {
            return render(file);
        } finally {
            delete(file);
        }
    }

    /// Renders the hooks for `helm test`. Helm in this process returns no hooks, so this renders a copy of the chart in
    /// which their annotation has the name [#RENAMED_HOOK].
    static Rendering hooks(Path... values) {
        try {
            Path copy = Files.createTempDirectory("chart-");
            try {
                copyWithoutHooks(copy);
                return new Rendering(rendered(copy, values).documents().stream()
                        .filter(document -> document.contains(RENAMED_HOOK))
                        .toList());
            } finally {
                delete(copy);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Rendering hooks(String values) {
        Path file = file(values);
        try {
            return hooks(file);
        } finally {
            delete(file);
        }
    }

    private static void copyWithoutHooks(Path copy) throws IOException {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = copy.resolve(FOLDER.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.writeString(target, Files.readString(file).replace("helm.sh/hook:", RENAMED_HOOK + ":"));
            }
        }
    }

    /// Returns the notes that Helm prints after an installation.
    static String notes(Path... values) {
        InstallCommand command = new Helm(FOLDER)
                .install()
                .withName(RELEASE)
                .withNamespace(NAMESPACE)
                .withKubeVersion(KUBERNETES)
                .clientOnly()
                .dryRun();
        List.of(values).forEach(command::withValuesFile);
        String output = command.call().getOutput();
        return output.substring(output.indexOf("NOTES:"));
    }

    static String notes(String values) {
        Path file = file(values);
        try {
            return notes(file);
        } finally {
            delete(file);
        }
    }

    static LintResult lint() {
        return new Helm(FOLDER).lint().strict().call();
    }

    private static Path file(String values) {
        try {
            return Files.writeString(Files.createTempFile("values-", ".yaml"), values);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Deletes a file, or a folder with its content.
    private static void delete(Path file) {
        try (Stream<Path> paths = Files.walk(file)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
