package dev.vspherecloud.vsphere.client;

import dev.vspherecloud.http.PrintableText;
import dev.vspherecloud.vsphere.client.soap.MalformedXmlException;
import dev.vspherecloud.vsphere.client.soap.XmlCursor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;

/// Reads property values whose type is known only from the response itself.
final class PropertyReader {
    private static final String ARRAY = "ArrayOf";

    private PropertyReader() {}

    /// Reads the value of the current element and moves the cursor behind the element.
    ///
    /// An attribute `type` in no namespace makes the value a reference, an `xsi:type` of `ArrayOfX` an array of
    /// `X`, any child element a data object, and anything else is text.
    static PropertyValue read(XmlCursor xml) {
        String type = xml.type();
        if (!xml.attribute("type").isEmpty()) {
            return new PropertyValue.Ref(readRef(xml));
        }
        return type.startsWith(ARRAY) ? readArray(xml, type.substring(ARRAY.length())) : readElement(xml, type);
    }

    /// Reads the reference in the current element and moves the cursor behind the element.
    static MoRef readRef(XmlCursor xml) {
        String element = xml.name();
        String type = xml.attribute("type");
        String value = xml.text();
        try {
            return new MoRef(type, value);
        } catch (IllegalArgumentException e) {
            throw new MalformedXmlException(
                    "<%s> is not a managed object reference".formatted(PrintableText.of(element)), e);
        }
    }

    private static PropertyValue readArray(XmlCursor xml, String elementType) {
        var elements = new ArrayList<PropertyValue>();
        xml.content(_ -> elements.add(withType(read(xml), elementType)));
        return new PropertyValue.Items(elementType, elements);
    }

    /// Sets the type of an array element. The element itself names a type only if it differs from that of the
    /// array.
    private static PropertyValue withType(PropertyValue value, String type) {
        return switch (value) {
            case PropertyValue.Text(var own, var text) when own.isEmpty() -> new PropertyValue.Text(type, text);
            case PropertyValue.Struct(var own, var fields) when own.isEmpty() -> new PropertyValue.Struct(type, fields);
            case PropertyValue.Text _,
                    PropertyValue.Struct _,
                    PropertyValue.Ref _,
                    PropertyValue.Items _,
                    PropertyValue.Unset _ -> value;
        };
    }

    private static PropertyValue readElement(XmlCursor xml, String type) {
        var fields = new LinkedHashMap<String, PropertyValue>();
        var repeated = new HashMap<String, List<PropertyValue>>();
        String text = xml.content(field -> {
            PropertyValue value = read(xml);
            PropertyValue first = fields.putIfAbsent(field, value);
            if (first != null) {
                repeated.computeIfAbsent(field, _ -> new ArrayList<>(List.of(first)))
                        .add(value);
            }
        });
        repeated.forEach((field, values) -> fields.put(field, new PropertyValue.Items("", values)));
        return fields.isEmpty() ? new PropertyValue.Text(type, text) : new PropertyValue.Struct(type, fields);
    }
}
