package dev.vspherecloud.testkit.script;

import java.util.Arrays;
import java.util.stream.Collectors;

/// Parts of vCenter's responses in its own format: `xsi:type` with the prefix declared once on the envelope.
public final class VimXml {
    static final String OPENING = """
            <?xml version="1.0" encoding="UTF-8"?>
            <soapenv:Envelope xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/" \
            xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" \
            xmlns:xsd="http://www.w3.org/2001/XMLSchema" \
            xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
            <soapenv:Body>
            """;
    static final String CLOSING = "\n</soapenv:Body>\n</soapenv:Envelope>";

    private VimXml() {}

    public static String envelope(String body) {
        return OPENING + body + CLOSING;
    }

    /// Returns for example `<obj type="VirtualMachine">vm-1</obj>`.
    public static String reference(String element, String type, String value) {
        return "<" + element + " type=\"" + type + "\">" + value + "</" + element + ">";
    }

    /// A property with its value, for [#object] and the update methods.
    ///
    /// @param type such as `xsd:string` or `ArrayOfGuestNicInfo`
    /// @param xml the content of the value
    public static Property property(String path, String type, String xml) {
        return new Property(path, "<val xsi:type=\"" + type + "\">" + xml + "</val>");
    }

    public static Property text(String path, String value) {
        return property(path, "xsd:string", escape(value));
    }

    /// A property that is a reference to another object.
    public static Property link(String path, String type, String value) {
        return new Property(
                path, "<val type=\"" + type + "\" xsi:type=\"ManagedObjectReference\">" + escape(value) + "</val>");
    }

    /// An object as `RetrievePropertiesEx` returns it.
    public static String object(String type, String id, Property... properties) {
        String sets = Arrays.stream(properties)
                .map(property -> "<propSet><name>" + property.path() + "</name>" + property.value() + "</propSet>")
                .collect(Collectors.joining());
        return "<objects>" + reference("obj", type, id) + sets + "</objects>";
    }

    /// An object with one property that could not be read.
    public static String objectMissing(String type, String id, String path, String fault) {
        return "<objects>" + reference("obj", type, id) + missing(path, fault) + "</objects>";
    }

    /// An object that entered the filter, with all its properties.
    public static String enter(String type, String id, Property... properties) {
        return update("enter", type, id, assignments(properties));
    }

    public static String modify(String type, String id, Property... changed) {
        return update("modify", type, id, assignments(changed));
    }

    public static String leave(String type, String id) {
        return update("leave", type, id, "");
    }

    /// An update with a property that cannot be read any more.
    public static String modifyMissing(String type, String id, String path, String fault) {
        return update("modify", type, id, missing(path, fault));
    }

    private static String update(String kind, String type, String id, String changes) {
        return "<objectSet><kind>" + kind + "</kind>" + reference("obj", type, id) + changes + "</objectSet>";
    }

    private static String assignments(Property... properties) {
        return Arrays.stream(properties)
                .map(property -> "<changeSet><name>" + property.path() + "</name><op>assign</op>" + property.value()
                        + "</changeSet>")
                .collect(Collectors.joining());
    }

    private static String missing(String path, String fault) {
        return "<missingSet><path>" + path + "</path><fault><fault xsi:type=\"" + fault
                + "\"></fault><localizedMessage></localizedMessage></fault></missingSet>";
    }

    static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }

    /// A property and its `val` element.
    public record Property(String path, String value) {}
}
