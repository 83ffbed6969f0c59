package dev.vspherecloud.testkit.proxy;

/// SOAP faults in the format of vCenter.
public final class SoapFaults {
    private SoapFaults() {}

    /// @param type the vim25 type, without `Fault`, such as `NoPermission`
    /// @param message the `faultstring`; plain text
    /// @param fields XML of the fault's own fields; empty for none
    public static String envelope(String type, String message, String fields) {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <soapenv:Envelope xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/" \
                xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" \
                xmlns:xsd="http://www.w3.org/2001/XMLSchema" \
                xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
                <soapenv:Body>
                <soapenv:Fault><faultcode>ServerFaultCode</faultcode><faultstring>%s</faultstring>\
                <detail><%sFault xmlns="urn:vim25" xsi:type="%s">%s</%sFault></detail></soapenv:Fault>
                </soapenv:Body>
                </soapenv:Envelope>""".formatted(escape(message), type, type, fields, type);
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }
}
