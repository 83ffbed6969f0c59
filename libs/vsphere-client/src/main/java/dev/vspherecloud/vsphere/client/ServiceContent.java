package dev.vspherecloud.vsphere.client;

import dev.vspherecloud.vsphere.client.soap.MalformedXmlException;
import dev.vspherecloud.vsphere.client.soap.XmlCursor;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// The service content of a vCenter: its singleton objects, and its identity.
///
/// @param storageObjectManager the `VcenterVStorageObjectManager`, which knows the First Class Disks of each datastore
public record ServiceContent(
        MoRef rootFolder,
        MoRef propertyCollector,
        MoRef viewManager,
        Optional<MoRef> searchIndex,
        MoRef sessionManager,
        Optional<MoRef> eventManager,
        Optional<MoRef> taskManager,
        Optional<MoRef> authorizationManager,
        Optional<MoRef> storageObjectManager,
        About about) {
    /// The product information of a vCenter.
    ///
    /// @param version the product version, as in `8.0.3`
    /// @param apiVersion the newest vim25 version that the server offers, as in `8.0.3.0`
    /// @param instanceUuid the UUID of this installation; a vCenter restored from a backup keeps it
    public record About(String name, String version, String build, String apiVersion, UUID instanceUuid) {}

    /// Reads the response to `RetrieveServiceContent`; empty if the server is no vCenter (for example a single
    /// ESXi host).
    static Optional<ServiceContent> read(XmlCursor xml) {
        var reader = new Reader();
        Vim25Answers.visitReturnValue(xml, child -> reader.readPart(xml, child));
        return "VirtualCenter".equals(reader.text("apiType")) ? Optional.of(reader.content()) : Optional.empty();
    }

    /// Collects the values of a response.
    ///
    /// Threads: one.
    private static final class Reader {
        private final Map<String, MoRef> refs = new HashMap<>();
        private final Map<String, String> about = new HashMap<>();

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
                    Optional.ofNullable(refs.get("authorizationManager")),
                    Optional.ofNullable(refs.get("vStorageObjectManager")),
                    new About(text("name"), text("version"), text("build"), text("apiVersion"), instanceUuid()));
        }

        private MoRef ref(String part) {
            MoRef ref = refs.get(part);
            if (ref == null) {
                throw new MalformedXmlException("the service content has no " + part);
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
                throw new MalformedXmlException("the service content has no valid instanceUuid", e);
            }
        }
    }
}
