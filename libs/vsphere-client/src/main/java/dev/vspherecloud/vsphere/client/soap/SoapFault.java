package dev.vspherecloud.vsphere.client.soap;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A SOAP fault as received: its type, its text, and the object that it is about.
///
/// Only the type tells faults apart. The text does not: the same fault comes with and without a text, and
/// translated.
///
/// @param type the fault's vSphere type, as in `NotAuthenticated`; empty if the fault has none
/// @param message the server's sentence; may be empty
/// @param object the managed object that the fault names, if any
/// @param fields the simple fields of the fault by name, as in `privilegeId`
public record SoapFault(String type, String message, Optional<Reference> object, Map<String, String> fields) {
    /// A managed object reference as a fault contains it.
    public record Reference(String type, String value) {}

    public SoapFault {
        fields = Map.copyOf(fields);
    }

    /// Reads the fault element on which the cursor stands, and moves the cursor behind it.
    static SoapFault read(XmlCursor xml) {
        var parts = new Parts();
        xml.content(child -> {
            switch (child) {
                case "faultstring" -> parts.message = xml.text();
                case "detail" -> xml.content(_ -> parts.readDetail(xml));
                default -> {}
            }
        });
        return new SoapFault(parts.type, parts.message, Optional.ofNullable(parts.object), parts.fields);
    }

    /// Returns the type of the fault: its `xsi:type`, or else the name of its element without `Fault`, as in
    /// `NotAuthenticatedFault`.
    private static String typeOf(XmlCursor xml) {
        String name = xml.name();
        String byName = name.endsWith("Fault") ? name.substring(0, name.length() - "Fault".length()) : name;
        return xml.type().isEmpty() ? byName : xml.type();
    }

    /// Collects the parts of a fault.
    ///
    /// Threads: one.
    private static final class Parts {
        String type = "";
        String message = "";

        @Nullable
        Reference object;

        final Map<String, String> fields = new HashMap<>();

        void readDetail(XmlCursor xml) {
            if (type.isEmpty()) {
                type = typeOf(xml);
                xml.content(field -> readField(xml, field));
            }
        }

        void readField(XmlCursor xml, String field) {
            String refType = xml.attribute("type");
            String text = xml.content(_ -> {}).strip();
            if (!refType.isEmpty() && object == null) {
                object = new Reference(refType, text);
            } else if (!text.isEmpty()) {
                fields.put(field, text);
            }
        }
    }
}
