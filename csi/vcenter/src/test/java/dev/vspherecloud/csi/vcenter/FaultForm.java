package dev.vspherecloud.csi.vcenter;

import dev.vspherecloud.csi.cns.CnsFault;
import dev.vspherecloud.csi.cns.CnsTaskParser;
import dev.vspherecloud.csi.cns.CnsTaskState;
import dev.vspherecloud.vsphere.client.PropertyValue;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/// The forms in which vCenter reports one fault. They differ in nothing that a caller can do.
///
/// Rule from: [CnsFault].
public enum FaultForm {
    /// The fault itself.
    PLAIN,

    /// The cause of a `CnsFault`.
    NESTED,

    /// A `CnsFault` whose reason ends with the name of the type.
    BARE;

    /// A fault of vCenter.
    ///
    /// @param fields simple fields, as in `privilegeId`
    public record Sample(String type, Map<String, String> fields, String text) {
        public static Sample of(String type, String text) {
            return new Sample(type, Map.of(), text);
        }

        public Sample with(String field, String value) {
            var all = new LinkedHashMap<>(fields);
            all.put(field, value);
            return new Sample(type, all, text);
        }

        @Override
        public String toString() {
            return type;
        }
    }

    public static Stream<FaultForm> all() {
        return Stream.of(values());
    }

    /// Returns the fault as a caller gets it, read from the task in which vCenter reports it.
    public CnsFault read(Sample sample) {
        PropertyValue reported =
                switch (this) {
                    case PLAIN -> plain(sample);
                    case NESTED ->
                        localized(
                                new PropertyValue.Struct(
                                        "CnsFault",
                                        Map.of("faultCause", plain(sample), "reason", text("VSLM task failed"))),
                                "CnsFault error: VSLM task failed");
                    case BARE ->
                        localized(
                                new PropertyValue.Struct("CnsFault", Map.of("reason", text(reason(sample)))),
                                "CnsFault error: " + reason(sample));
                };
        CnsTaskState state = CnsTaskParser.state(Map.of("info.state", text("error"), "info.error", reported));
        return ((CnsTaskState.Failed) state).fault();
    }

    /// Returns the sentence for the caller.
    ///
    /// @param template contains `TEXT` for what vCenter says, `[with|without]` for what differs if the fault has
    ///     lost its fields, and `{itself|cause}` for what differs if it is only a cause
    public String sentence(String template, Sample sample) {
        return template.replaceAll("\\[([^|\\]]*)\\|([^\\]]*)\\]", this == BARE ? "$2" : "$1")
                .replaceAll("\\{([^|}]*)\\|([^}]*)\\}", this == PLAIN ? "$1" : "$2")
                .replace(
                        "TEXT",
                        switch (this) {
                            case PLAIN -> sample.text();
                            case NESTED -> sample.text() + "; in CnsFault: CnsFault error: VSLM task failed";
                            case BARE -> "in CnsFault: CnsFault error: " + reason(sample);
                        });
    }

    private static PropertyValue plain(Sample sample) {
        var fields = new LinkedHashMap<String, PropertyValue>();
        sample.fields().forEach((name, value) -> fields.put(name, text(value)));
        return localized(new PropertyValue.Struct(sample.type(), fields), sample.text());
    }

    private static String reason(Sample sample) {
        return "CNS: Failed to work on disk:Fault cause: vim.fault." + sample.type();
    }

    private static PropertyValue localized(PropertyValue fault, String message) {
        return new PropertyValue.Struct(
                "LocalizedMethodFault", Map.of("fault", fault, "localizedMessage", text(message)));
    }

    private static PropertyValue text(String value) {
        return new PropertyValue.Text("string", value);
    }
}
