package dev.vspherecloud.image;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The bill of materials of an image, in CycloneDX's form.
///
/// What Maven says of the libraries, with what Maven can't know. Rule from: CycloneDX 1.6, `components`.
final class Sbom {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ObjectNode document;

    private Sbom(ObjectNode document) {
        this.document = document;
    }

    /// @param file what the CycloneDX plugin of Maven wrote
    static Sbom read(Path file) throws IOException {
        return new Sbom((ObjectNode) JSON.readTree(Files.readString(file)));
    }

    Sbom with(List<SystemComponents.Component> components) {
        ObjectNode copy = document.deepCopy();
        components.forEach(component -> copy.withArray("components").add(json(component)));
        return new Sbom(copy);
    }

    /// Names the image as what the document is about, in place of the module that Maven packed.
    Sbom describing(ImageDescription image) {
        ObjectNode copy = document.deepCopy();
        ObjectNode subject = copy.withObject("/metadata").putObject("component");
        subject.put("type", "container");
        subject.put("bom-ref", image.reference());
        subject.put("name", ImageDescription.NAME);
        subject.put("version", image.version());
        license(subject, ImageDescription.LICENSE);
        return new Sbom(copy);
    }

    void write(Path file) throws IOException {
        Files.writeString(file, document.toPrettyString() + "\n");
    }

    ObjectNode document() {
        return document.deepCopy();
    }

    private static ObjectNode json(SystemComponents.Component component) {
        ObjectNode node = JSON.createObjectNode();
        node.put("type", "library");
        node.put("bom-ref", component.url());
        node.put("name", component.name());
        node.put("version", component.version());
        node.put("description", component.description());
        license(node, component.license());
        node.put("purl", component.url());
        return node;
    }

    private static void license(ObjectNode node, String expression) {
        node.putArray("licenses").addObject().put("expression", expression);
    }
}
