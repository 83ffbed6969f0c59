package dev.vspherecloud.testkit.servers;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/// One Kubernetes object from a YAML or JSON file.
public record Manifest(ObjectNode json) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String GO_RELEASE = "release-manifest.yaml";
    private static final String GO_DRIVER_ACCOUNT = "driver-account.yaml";

    /// Parses the objects of a file with one document each; skips empty documents.
    public static List<Manifest> parse(String yaml) {
        var manifests = new ArrayList<Manifest>();
        for (Object document : new Yaml(new SafeConstructor(new LoaderOptions())).loadAll(yaml)) {
            if (document != null) {
                manifests.add(new Manifest(JSON.valueToTree(document)));
            }
        }
        return List.copyOf(manifests);
    }

    /// The release manifest of cloud-provider-vsphere (Go), with its rights and no others.
    ///
    /// Source: kubernetes/cloud-provider-vsphere, releases/v1.36; the comment in the file says what is the same.
    public static List<Manifest> ofGoRelease() {
        return parse(goRelease());
    }

    /// The same as text.
    public static String goRelease() {
        return resource(GO_RELEASE);
    }

    /// The account of the controller of vsphere-csi-driver (Go), with the rights of its manifest and no others.
    ///
    /// Rule from: csi 8.2.
    public static List<Manifest> ofGoDriverAccount() {
        return parse(resource(GO_DRIVER_ACCOUNT));
    }

    private static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(Manifest.class.getResourceAsStream(name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String apiVersion() {
        return json.path("apiVersion").asText();
    }

    public String kind() {
        return json.path("kind").asText();
    }

    public String name() {
        return json.at("/metadata/name").asText();
    }

    /// Returns the namespace; empty if the object has none or does not name it.
    public String namespace() {
        return json.at("/metadata/namespace").asText();
    }

    /// As in `ClusterRole system:cloud-controller-manager`.
    @Override
    public String toString() {
        return kind() + " " + (namespace().isEmpty() ? "" : namespace() + "/") + name();
    }
}
