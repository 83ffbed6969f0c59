package dev.vspherecloud.image;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// The provenance of a release: which commit, which materials and which builder led to which files.
///
/// Rule from: in-toto Statement v1 and SLSA Provenance v1. It contains no time but that of the commit, so that equal
/// releases have equal provenance.
final class Provenance {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SHA256 = "sha256";
    private static final String NAME = "name";
    private static final String DIGEST = "digest";

    private final ProgramVersion source;
    private final String registry;
    private final String builder;
    private final Map<String, String> subjects = new TreeMap<>();
    private final ArrayNode materials = JSON.createArrayNode();

    /// @param registry the prefix of image names in chart and manifests; empty if there is none
    /// @param builder  a URI that identifies the machine and account that built the release
    Provenance(ProgramVersion source, String registry, String builder) {
        this.source = source;
        this.registry = registry;
        this.builder = builder;
        materials.addObject().put(NAME, "source").putObject(DIGEST).put("gitCommit", source.commit());
    }

    /// Adds a file or an image that the build made.
    Provenance made(String name, String sha256) {
        subjects.put(name, sha256);
        return this;
    }

    /// Adds the libraries of a bill of materials, with the SHA-256 digests of their jars.
    Provenance withLibraries(Path bom) throws IOException {
        for (JsonNode component : JSON.readTree(Files.readString(bom)).path("components")) {
            for (JsonNode hash : component.path("hashes")) {
                if (hash.path("alg").asText().toLowerCase(Locale.ROOT).equals("sha-256")) {
                    material(
                            component.path("purl").asText(),
                            hash.path("content").asText());
                }
            }
        }
        return this;
    }

    Provenance withPackages(List<PinnedPackage> packages) {
        packages.forEach(one -> material(one.url(), one.sha256()));
        return this;
    }

    /// Adds a part of this machine for which no digest of a package is known.
    Provenance withComponents(List<SystemComponents.Component> components) {
        components.forEach(component -> materials
                .addObject()
                .put("uri", component.url())
                .putObject("annotations")
                .put("part", component.description()));
        return this;
    }

    void write(Path file) throws IOException {
        Files.writeString(file, document().toPrettyString() + "\n");
    }

    ObjectNode document() {
        ObjectNode statement = JSON.createObjectNode();
        statement.put("_type", "https://in-toto.io/Statement/v1");
        ArrayNode subject = statement.putArray("subject");
        subjects.forEach((name, digest) ->
                subject.addObject().put(NAME, name).putObject(DIGEST).put(SHA256, digest));
        statement.put("predicateType", "https://slsa.dev/provenance/v1");
        ObjectNode predicate = statement.putObject("predicate");
        ObjectNode definition = predicate.putObject("buildDefinition");
        definition.put("buildType", "urn:vsphere-cloud:make-release:v1");
        definition
                .putObject("externalParameters")
                .put("VERSION", source.version())
                .put("REGISTRY", registry);
        definition.putObject("internalParameters").put("commitDate", source.date());
        definition.set("resolvedDependencies", materials.deepCopy());
        predicate.putObject("runDetails").putObject("builder").put("id", builder);
        return statement;
    }

    private void material(String uri, String sha256) {
        materials.addObject().put("uri", uri).putObject(DIGEST).put(SHA256, sha256);
    }
}
