package dev.vspherecloud.vsphere.client.soap;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
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
/// @param causes the types of the faults that caused it, the innermost last
public record SoapFault(
        String type, String message, Optional<Reference> object, Map<String, String> fields, List<String> causes) {
    /// The largest number of causes that are read. Real faults have two or three.
    private static final int MAX_CAUSES = 8;

    /// A managed object reference as a fault contains it.
    public record Reference(String type, String value) {}

    public SoapFault {
        fields = Map.copyOf(fields);
        causes = List.copyOf(causes);
    }

    /// Creates a fault without a cause.
    public SoapFault(String type, String message, Optional<Reference> object, Map<String, String> fields) {
        this(type, message, object, fields, List.of());
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
        return new SoapFault(parts.type, parts.message, Optional.ofNullable(parts.object), parts.fields, parts.causes);
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
        final List<String> causes = new ArrayList<>();

        void readDetail(XmlCursor xml) {
            if (type.isEmpty()) {
                type = typeOf(xml);
                xml.content(field -> readField(xml, field));
            }
        }

        void readField(XmlCursor xml, String field) {
            if (field.equals("faultCause")) {
                readCause(xml);
                return;
            }
            String refType = xml.attribute("type");
            String text = xml.content(_ -> {}).strip();
            if (!refType.isEmpty() && object == null) {
                object = new Reference(refType, text);
            } else if (!text.isEmpty()) {
                fields.put(field, text);
            }
        }

        /// Reads a `LocalizedMethodFault`, whose fault may have a cause too.
        void readCause(XmlCursor xml) {
            xml.content(part -> {
                if (part.equals("fault")) {
                    if (!xml.type().isEmpty() && causes.size() < MAX_CAUSES) {
                        causes.add(xml.type());
                    }
                    xml.content(field -> {
                        if (field.equals("faultCause")) {
                            readCause(xml);
                        }
                    });
                }
            });
        }
    }
}
