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
import java.util.List;

/// Renders the chart of this project with Helm, in this process and without a cluster.
///
/// If Helm reports an error, the methods throw an [IllegalStateException] with its message.
final class Chart {
    static final Path FOLDER = Project.path("deploy/helm/vsphere-cpi");

    private static final String RELEASE = "vsphere-cpi";
    private static final String NAMESPACE = "kube-system";

    /// Set because, without a cluster, Helm assumes an old Kubernetes version.
    private static final String KUBERNETES = "v1.36.0";

    private Chart() {}

    static Rendering render(ValueSet values) {
        return render(values.file());
    }

    /// @param values values files; a later one overrides an earlier one
    static Rendering render(Path... values) {
        TemplateCommand command = new Helm(FOLDER)
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

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
