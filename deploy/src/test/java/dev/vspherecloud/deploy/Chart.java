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

/// The chart of this project, rendered by Helm itself, in this process and without a cluster.
///
/// Whatever Helm refuses is thrown as an [IllegalStateException] that says what it said.
final class Chart {
    static final Path FOLDER = Project.path("deploy/helm/vsphere-cpi");

    static final String RELEASE = "vsphere-cpi";
    static final String NAMESPACE = "kube-system";

    /// Without a cluster Helm takes a version of its own, an old one.
    private static final String KUBERNETES = "v1.36.0";

    private Chart() {}

    static Rendering render(ValueSet values) {
        return render(values.file());
    }

    /// @param values files, of which a later one wins
    static Rendering render(Path... values) {
        TemplateCommand command = new Helm(FOLDER)
                .template()
                .withName(RELEASE)
                .withNamespace(NAMESPACE)
                .withKubeVersion(KUBERNETES);
        List.of(values).forEach(command::withValuesFile);
        return Rendering.of(command.call());
    }

    /// With values given as text.
    static Rendering render(String values) {
        Path file = file(values);
        try {
            return render(file);
        } finally {
            delete(file);
        }
    }

    /// What is told to whoever installs it.
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
