package dev.vspherecloud.csi.cns;

import dev.vspherecloud.http.PrintableText;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.PropertyValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Reads a `LocalizedMethodFault`. Every value results in a fault: what cannot be recognised is
/// [Other][CnsFault.Other].
///
/// A fault may have a cause, which is a fault too. The innermost one that is known decides, because the outer ones only
/// say which step failed. Two cases differ. A fault that CNS itself defines says what happened to the volume, whatever
/// the cause was. And a `NotFound` that is a cause is about something that CNS needed, not certainly about the volume.
final class CnsFaultReader {
    /// Matches the session key in references, as in `session[52c9…]52a1…`. It must not be in a message.
    private static final Pattern SESSION_KEY = Pattern.compile("session\\[[^\\]]*\\]");

    /// Matches the end of the reason of a `CnsFault` without a cause. It is the name of a type, not a translated text.
    private static final Pattern NAMED_CAUSE = Pattern.compile(
            "Fault cause: ?(?:[a-z][a-z0-9]{0,30}\\.){1,4}fault\\.([A-Z][A-Za-z0-9]{1,100})\\s*\\.?\\s*$");

    /// The largest number of characters of a reason in which the name is looked for.
    private static final int MAX_REASON = 1000;

    /// The largest number of faults inside one another that are read. Real ones have two or three.
    private static final int MAX_DEPTH = 8;

    private static final int MAX_TYPE_LENGTH = 128;
    private static final int MAX_PRIVILEGES = 16;
    private static final String WRAPPER = "CnsFault";

    private CnsFaultReader() {}

    /// A fault, or the cause of one.
    ///
    /// @param text what vCenter says about it; may be empty
    private record Level(String type, PropertyValue fields, String text) {}

    static CnsFault read(PropertyValue localizedFault) {
        List<Level> levels = levels(localizedFault);
        int decisive = decisive(levels);
        String message = message(levels, decisive);
        return known(levels, decisive, message).orElseGet(() -> {
            Level level = levels.get(decisive);
            return new CnsFault.Other(
                    PrintableText.of(level.type(), MAX_TYPE_LENGTH), withObject(message, level.fields()));
        });
    }

    /// Returns the fault of a call, of which only the types are known.
    ///
    /// @param types   the type of the fault, and then those of its causes, the innermost last
    /// @param message for messages
    static CnsFault ofTypes(List<String> types, String message) {
        List<Level> levels = types.stream()
                .map(type -> new Level(type, new PropertyValue.Unset(), ""))
                .toList();
        int decisive = decisive(levels);
        return known(levels, decisive, message)
                .orElseGet(() ->
                        new CnsFault.Other(PrintableText.of(levels.get(decisive).type(), MAX_TYPE_LENGTH), message));
    }

    /// Returns the fault and its causes, from the outermost to the innermost.
    private static List<Level> levels(PropertyValue localizedFault) {
        var levels = new ArrayList<Level>();
        PropertyValue each = localizedFault;
        do {
            PropertyValue fault = each.field("fault");
            levels.add(new Level(type(fault), fault, sentence(each, fault)));
            each = fault.field("faultCause");
        } while (!type(each.field("fault")).isEmpty() && levels.size() < MAX_DEPTH);
        Level last = levels.getLast();
        if (last.type().equals(WRAPPER)) {
            namedCause(last.fields()).ifPresent(type -> levels.add(new Level(type, new PropertyValue.Unset(), "")));
        }
        return levels;
    }

    private static Optional<String> namedCause(PropertyValue fault) {
        return fault.field("reason")
                .text()
                .map(reason -> reason.substring(Math.max(0, reason.length() - MAX_REASON)))
                .map(NAMED_CAUSE::matcher)
                .filter(Matcher::find)
                .map(matcher -> matcher.group(1));
    }

    /// Returns the position of the fault that decides.
    private static int decisive(List<Level> levels) {
        List<Integer> known = IntStream.range(0, levels.size())
                .filter(i -> known(levels, i, "").isPresent())
                .boxed()
                .toList();
        return known.stream()
                .filter(i -> isOfCns(levels.get(i).type()))
                .findFirst()
                .orElseGet(() -> known.isEmpty() ? levels.size() - 1 : known.getLast());
    }

    private static boolean isOfCns(String type) {
        return type.startsWith("Cns") && !type.equals(WRAPPER);
    }

    /// Returns the fault at a position; empty if its type is not known.
    private static Optional<CnsFault> known(List<Level> levels, int at, String message) {
        PropertyValue fault = levels.get(at).fields();
        String type = levels.get(at).type();
        return Optional.ofNullable(
                switch (type) {
                    case "NotFound" ->
                        at == 0 ? new CnsFault.NotFound(volume(fault), message) : new CnsFault.CauseNotFound(message);
                    case "CnsVolumeNotFoundFault" -> new CnsFault.NotFound(volume(fault), message);
                    case "CnsSnapshotNotFoundFault" ->
                        new CnsFault.SnapshotNotFound(volume(fault), snapshot(fault), message);
                    case "CnsSnapshotCreatedFault" ->
                        new CnsFault.SnapshotCreated(volume(fault), snapshot(fault), message);
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
                    case "HostNotConnected",
                            "HostNotReachable",
                            "HostCommunication",
                            "InvalidHostState",
                            "InvalidHostConnectionState",
                            "InaccessibleDatastore",
                            "InvalidDatastore",
                            "InvalidDatastoreState",
                            "DatastoreNotWritableOnHost",
                            "TaskInProgress",
                            "ConcurrentAccess",
                            "Timedout" -> new CnsFault.Unavailable(type, withObject(message, fault));
                    case "InvalidState",
                            "InvalidPowerState",
                            "InvalidVmState",
                            "InvalidVmConfig",
                            "InvalidDeviceSpec" -> new CnsFault.InvalidState(type, withObject(message, fault));
                    case "TooManyDevices", "TooManyDisksOnLegacyHost" ->
                        new CnsFault.TooManyDevices(type, withObject(message, fault));
                    case "RequestCanceled" -> new CnsFault.Canceled(message);
                    default -> null;
                });
    }

    /// Returns what vCenter says about the fault that decides, and then what it says about the others, each with its
    /// type.
    private static String message(List<Level> levels, int decisive) {
        var parts = new ArrayList<String>();
        parts.add(levels.get(decisive).text());
        levels.stream()
                .skip(decisive + 1L)
                .map(level -> "because of " + named(level))
                .forEach(parts::add);
        levels.stream().limit(decisive).map(level -> "in " + named(level)).forEach(parts::add);
        return parts.stream().filter(part -> !part.isEmpty()).collect(Collectors.joining("; "));
    }

    private static String named(Level level) {
        String type = PrintableText.of(level.type(), MAX_TYPE_LENGTH);
        return level.text().isEmpty() || level.text().equals(type) ? type : "%s: %s".formatted(type, level.text());
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
    private static String sentence(PropertyValue localizedFault, PropertyValue fault) {
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
