package dev.vspherecloud.image;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The bill of materials of an image, in CycloneDX format.
///
/// It contains the libraries from Maven, and the parts that Maven does not know. Rule from: CycloneDX 1.6,
/// `components`.
final class Sbom {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String REF = "bom-ref";

    private final ObjectNode document;

    private Sbom(ObjectNode document) {
        this.document = document;
    }

    /// @param file written by the CycloneDX plugin of Maven
    static Sbom read(Path file) throws IOException {
        return new Sbom((ObjectNode) JSON.readTree(Files.readString(file)));
    }

    /// Returns a document about the image, which consists of Maven's module and these components.
    Sbom describing(ImageDescription image, List<SystemComponents.Component> system) {
        ObjectNode copy = document.deepCopy();
        ObjectNode metadata = copy.withObject("/metadata");
        var components = copy.withArray("components");
        JsonNode packed = metadata.path("component");
        components.add(packed);
        system.forEach(component -> components.add(json(component)));

        metadata.set("component", subject(image));
        ObjectNode parts = copy.withArray("dependencies").addObject().put("ref", image.reference());
        parts.putArray("dependsOn").add(packed.path(REF)).addAll(refs(system));
        return new Sbom(copy);
    }

    private static ObjectNode subject(ImageDescription image) {
        ObjectNode subject = JSON.createObjectNode();
        subject.put("type", "container");
        subject.put(REF, image.reference());
        subject.put("name", ImageDescription.NAME);
        subject.put("version", image.version());
        license(subject, ImageDescription.LICENSE);
        return subject;
    }

    private static List<JsonNode> refs(List<SystemComponents.Component> components) {
        return components.stream()
                .map(component -> (JsonNode) JSON.getNodeFactory().textNode(component.url()))
                .toList();
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
        node.put(REF, component.url());
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
