package dev.vspherecloud.vsphere.client;

import dev.vspherecloud.vsphere.client.ServiceContent.About;
import dev.vspherecloud.vsphere.client.soap.MalformedXmlException;
import dev.vspherecloud.vsphere.client.soap.XmlCursor;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// Reads the answer to `RetrieveServiceContent`.
final class ServiceContentReader {
    private final Map<String, MoRef> refs = new HashMap<>();
    private final Map<String, String> about = new HashMap<>();

    private ServiceContentReader() {}

    /// What the server says of itself; empty when it is no vCenter (a single ESXi host, say).
    static Optional<ServiceContent> read(XmlCursor xml) {
        var reader = new ServiceContentReader();
        Vim25Answers.eachInReturnValue(xml, child -> reader.readPart(xml, child));
        return "VirtualCenter".equals(reader.text("apiType")) ? Optional.of(reader.content()) : Optional.empty();
    }

    private void readPart(XmlCursor xml, String part) {
        if (part.equals("about")) {
            xml.content(field -> about.put(field, xml.content(_ -> {}).strip()));
        } else if (!xml.attribute("type").isEmpty()) {
            refs.put(part, PropertyReader.readRef(xml));
        }
    }

    private ServiceContent content() {
        return new ServiceContent(
                ref("rootFolder"),
                ref("propertyCollector"),
                ref("viewManager"),
                Optional.ofNullable(refs.get("searchIndex")),
                ref("sessionManager"),
                Optional.ofNullable(refs.get("eventManager")),
                Optional.ofNullable(refs.get("taskManager")),
                new About(text("name"), text("version"), text("build"), text("apiVersion"), instanceUuid()));
    }

    private MoRef ref(String part) {
        MoRef ref = refs.get(part);
        if (ref == null) {
            throw new MalformedXmlException("a service content without " + part);
        }
        return ref;
    }

    private String text(String field) {
        return about.getOrDefault(field, "");
    }

    private UUID instanceUuid() {
        try {
            return UUID.fromString(text("instanceUuid"));
        } catch (IllegalArgumentException e) {
            throw new MalformedXmlException("a vCenter without a readable instanceUuid", e);
        }
    }
}
