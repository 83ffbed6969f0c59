package dev.vspherecloud.csi.cns;

import dev.vspherecloud.http.PrintableText;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.PropertyValue;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Reads a `LocalizedMethodFault`. Every value results in a fault: what cannot be recognised is
/// [Other][CnsFault.Other].
final class CnsFaultReader {
    /// Matches the session key in references, as in `session[52c9…]52a1…`. It must not be in a message.
    private static final Pattern SESSION_KEY = Pattern.compile("session\\[[^\\]]*\\]");

    private static final int MAX_TYPE_LENGTH = 128;
    private static final int MAX_PRIVILEGES = 16;

    private CnsFaultReader() {}

    static CnsFault read(PropertyValue localizedFault) {
        PropertyValue fault = localizedFault.field("fault");
        String message = message(localizedFault, fault);
        String type = type(fault);
        return switch (type) {
            case "NotFound", "CnsVolumeNotFoundFault" -> new CnsFault.NotFound(volume(fault), message);
            case "CnsSnapshotNotFoundFault" -> new CnsFault.SnapshotNotFound(volume(fault), snapshot(fault), message);
            case "CnsSnapshotCreatedFault" -> new CnsFault.SnapshotCreated(volume(fault), snapshot(fault), message);
            case "CnsNotRegisteredFault" -> new CnsFault.NotRegistered(volume(fault), message);
            case "CnsVolumeAlreadyExistsFault" ->
                new CnsFault.AlreadyExists(
                        volume(fault), fault.field("datastore").ref(), message);
            case "CnsAlreadyRegisteredFault" -> new CnsFault.AlreadyRegistered(volume(fault), message);
            case "NoDiskSpace", "InsufficientStorageSpace" ->
                new CnsFault.NoDiskSpace(text(fault, "datastore"), message);
            case "NoPermission" ->
                new CnsFault.NoPermission(fault.field("object").ref(), privileges(fault), message);
            case "InvalidArgument" -> new CnsFault.InvalidArgument(text(fault, "invalidProperty"), message);
            case "NotSupported", "NotImplemented", "MethodNotFound" -> new CnsFault.NotSupported(message);
            case "ResourceInUse" -> new CnsFault.ResourceInUse(text(fault, "name"), message);
            case "ManagedObjectNotFound" ->
                new CnsFault.ManagedObjectNotFound(fault.field("obj").ref(), message);
            case "RequestCanceled" -> new CnsFault.Canceled(message);
            default -> new CnsFault.Other(PrintableText.of(type, MAX_TYPE_LENGTH), withObject(message, fault));
        };
    }

    /// Returns the type of the fault. A fault without fields is read as a text.
    private static String type(PropertyValue fault) {
        return switch (fault) {
            case PropertyValue.Struct(String type, var _) -> type;
            case PropertyValue.Text(String type, var _) -> type;
            case PropertyValue.Ref _, PropertyValue.Items _, PropertyValue.Unset _ -> "";
        };
    }

    private static Optional<CnsVolumeId> volume(PropertyValue fault) {
        return CnsVolumeId.read(fault, "volumeId");
    }

    /// Returns the id of the snapshot. Unlike all others, this element begins with a capital letter.
    private static String snapshot(PropertyValue fault) {
        return CnsVolumeId.read(fault, "SnapshotId").map(CnsVolumeId::id).orElse("");
    }

    /// Returns the privileges of `privilegeId` and, since vSphere 7.0, of `missingPrivileges`.
    private static List<String> privileges(PropertyValue fault) {
        String one = text(fault, "privilegeId");
        if (!one.isEmpty()) {
            return List.of(one);
        }
        return fault.field("missingPrivileges").items().stream()
                .flatMap(entity -> entity.field("privilegeIds").items().stream())
                .flatMap(privilege -> privilege.text().stream())
                .map(CnsFaultReader::clean)
                .distinct()
                .limit(MAX_PRIVILEGES)
                .toList();
    }

    /// Returns the sentence of vCenter, and the reason that CNS adds.
    private static String message(PropertyValue localizedFault, PropertyValue fault) {
        String sentence = text(localizedFault, "localizedMessage");
        String reason = text(fault, "reason");
        if (reason.isEmpty() || sentence.contains(reason)) {
            return sentence;
        }
        return sentence.isEmpty() ? reason : sentence + " (" + reason + ")";
    }

    /// Returns the message, and the datastore or host of the fault if the message does not name it.
    ///
    /// Rule from: vim25, `InvalidDatastoreState`, `InvalidDatastore` and `InvalidHostState`.
    private static String withObject(String message, PropertyValue fault) {
        String object = Stream.concat(
                        Stream.of("datastoreName", "name").map(field -> text(fault, field)),
                        Stream.of("datastore", "host")
                                .flatMap(field -> fault.field(field).ref().stream())
                                .map(MoRef::toString))
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse("");
        if (object.isEmpty() || message.contains(object)) {
            return message;
        }
        return message.isEmpty() ? object : "%s: %s".formatted(object, message);
    }

    private static String text(PropertyValue owner, String field) {
        return owner.field(field).text().map(CnsFaultReader::clean).orElse("");
    }

    private static String clean(String text) {
        return SESSION_KEY.matcher(PrintableText.of(text)).replaceAll("session[hidden]");
    }
}
