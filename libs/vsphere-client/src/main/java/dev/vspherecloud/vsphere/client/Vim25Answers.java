package dev.vspherecloud.vsphere.client;

import dev.vspherecloud.http.ResponseTooLargeException;
import dev.vspherecloud.vsphere.client.soap.MalformedXmlException;
import dev.vspherecloud.vsphere.client.soap.XmlCursor;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Reads the responses to the requests of [Vim25Requests]. Each method gets the cursor on the element
/// `<...Response>`.
///
/// Unknown elements of a response are skipped, so newer servers may send more.
final class Vim25Answers {
    private Vim25Answers() {}

    /// One page of a read of properties.
    ///
    /// @param token the token to request the next page; empty on the last page
    record Page(List<ObjectContent> objects, Optional<String> token) {
        Page {
            objects = List.copyOf(objects);
        }
    }

    /// Reads a response without content.
    static Boolean readEmpty(XmlCursor xml) {
        xml.content(_ -> {});
        return true;
    }

    /// Reads the name of the user from the response to `Login`; empty if the server does not name it, which the API
    /// requires.
    static String userName(XmlCursor xml) {
        var names = new ArrayList<String>(1);
        visitReturnValue(xml, child -> {
            if (child.equals("userName")) {
                names.add(xml.content(_ -> {}).strip());
            }
        });
        return names.isEmpty() ? "" : names.getFirst();
    }

    /// Reads the returned references; the list may be empty.
    static List<MoRef> refs(XmlCursor xml) {
        var refs = new ArrayList<MoRef>();
        xml.content(child -> {
            if (child.equals("returnval")) {
                refs.add(PropertyReader.readRef(xml));
            }
        });
        return refs;
    }

    static MoRef ref(XmlCursor xml) {
        List<MoRef> refs = refs(xml);
        if (refs.size() != 1) {
            throw new MalformedXmlException(refs.size() + " references, expected one");
        }
        return refs.getFirst();
    }

    /// Reads the returned reference to a task.
    static MoRef task(XmlCursor xml) {
        MoRef task = ref(xml);
        if (!task.type().equals("Task")) {
            throw new MalformedXmlException("found a reference to a " + task.type() + ", expected one to a Task");
        }
        return task;
    }

    /// Reads the returned value, of any type.
    static PropertyValue returnedValue(XmlCursor xml) {
        var values = new ArrayList<PropertyValue>(1);
        xml.content(child -> {
            if (child.equals("returnval")) {
                values.add(PropertyReader.read(xml));
            }
        });
        return switch (values.size()) {
            case 0 -> new PropertyValue.Unset();
            case 1 -> values.getFirst();
            default -> new PropertyValue.Items("", values);
        };
    }

    /// Reads the returned time.
    static Instant time(XmlCursor xml) {
        var values = new ArrayList<PropertyValue>(1);
        xml.content(child -> {
            if (child.equals("returnval")) {
                values.add(PropertyReader.read(xml));
            }
        });
        return values.stream()
                .flatMap(value -> HistoryValues.time(value).stream())
                .findFirst()
                .orElseThrow(() -> new MalformedXmlException("found no time"));
    }

    static List<VcenterEvent> events(XmlCursor xml) {
        return readAll(xml, "event", VcenterEvent::from);
    }

    static List<VcenterTask> tasks(XmlCursor xml) {
        return readAll(xml, "task", VcenterTask::from);
    }

    /// Reads every returned value. If a value is unreadable, the read fails, so that the value does not look
    /// like a missing one.
    private static <T> List<T> readAll(XmlCursor xml, String what, Function<PropertyValue, Optional<T>> parser) {
        var values = new ArrayList<T>();
        xml.content(child -> {
            if (child.equals("returnval")) {
                values.add(parser.apply(PropertyReader.read(xml))
                        .orElseThrow(() -> new MalformedXmlException("found a value that is not a " + what)));
            }
        });
        return List.copyOf(values);
    }

    /// Reads a page of objects. If vCenter found nothing, the page is empty.
    ///
    /// @param paths the paths of the properties that were requested; others are skipped
    static Page page(XmlCursor xml, Set<String> paths) {
        var objects = new ArrayList<ObjectContent>();
        var tokens = new ArrayList<String>(1);
        visitReturnValue(xml, child -> {
            switch (child) {
                case "token" -> tokens.add(xml.text());
                case "objects" -> objects.add(readObject(xml, paths));
                default -> {}
            }
        });
        return new Page(
                objects, tokens.stream().filter(token -> !token.isEmpty()).findFirst());
    }

    private static ObjectContent readObject(XmlCursor xml, Set<String> paths) {
        var refs = new ArrayList<MoRef>(1);
        var values = new HashMap<String, PropertyValue>();
        var missing = new HashMap<String, String>();
        xml.content(child -> {
            switch (child) {
                case "obj" -> refs.add(PropertyReader.readRef(xml));
                case "propSet" -> readNamed(xml, paths, values);
                case "missingSet" -> readMissing(xml, missing);
                default -> {}
            }
        });
        return new ObjectContent(single(refs), values, missing);
    }

    /// Reads the updates; empty if the wait ended without any.
    ///
    /// @param paths the paths of the properties that the filters watch; others are skipped
    static Optional<UpdateSet> updates(XmlCursor xml, Set<String> paths) {
        var version = new ArrayList<String>(1);
        var truncated = new ArrayList<String>(1);
        var updates = new ArrayList<ObjectUpdate>();
        var missingObjects = new HashMap<MoRef, String>();
        boolean hasReturnValue = visitReturnValue(xml, child -> {
            switch (child) {
                case "version" -> version.add(xml.text());
                case "truncated" -> truncated.add(xml.text());
                case "filterSet" -> readFilterUpdate(xml, paths, updates, missingObjects);
                default -> {}
            }
        });
        if (!hasReturnValue) {
            return Optional.empty();
        }
        if (version.size() != 1) {
            throw new MalformedXmlException("the update set has no version");
        }
        boolean isTruncated = truncated.contains("true") || truncated.contains("1");
        return Optional.of(new UpdateSet(version.getFirst(), isTruncated, updates, missingObjects));
    }

    private static void readFilterUpdate(
            XmlCursor xml, Set<String> paths, List<ObjectUpdate> updates, Map<MoRef, String> missingObjects) {
        var filters = new ArrayList<MoRef>(1);
        xml.content(child -> {
            switch (child) {
                case "filter" -> filters.add(PropertyReader.readRef(xml));
                case "objectSet" -> updates.add(readUpdate(xml, paths, single(filters)));
                case "missingSet" -> readMissingObject(xml, missingObjects);
                default -> {}
            }
        });
    }

    private static ObjectUpdate readUpdate(XmlCursor xml, Set<String> paths, MoRef filter) {
        var kinds = new ArrayList<ObjectUpdate.Kind>(1);
        var refs = new ArrayList<MoRef>(1);
        var changes = new LinkedHashMap<String, PropertyValue>();
        var missing = new HashMap<String, String>();
        try {
            xml.content(child -> {
                switch (child) {
                    case "kind" -> kinds.add(kind(xml.text()));
                    case "obj" -> refs.add(PropertyReader.readRef(xml));
                    case "changeSet" -> readNamed(xml, paths, changes);
                    case "missingSet" -> readMissing(xml, missing);
                    default -> {}
                }
            });
        } catch (MalformedXmlException e) {
            if (refs.size() == 1 && ResponseTooLargeException.isCauseOf(e)) {
                throw new ObjectTooLargeException(refs.getFirst(), e);
            }
            throw e;
        }
        return new ObjectUpdate(filter, single(kinds), single(refs), changes, missing);
    }

    private static ObjectUpdate.Kind kind(String text) {
        return switch (text) {
            case "enter" -> ObjectUpdate.Kind.ENTER;
            case "modify" -> ObjectUpdate.Kind.MODIFY;
            case "leave" -> ObjectUpdate.Kind.LEAVE;
            default -> throw new MalformedXmlException("found an update that is not enter, modify or leave");
        };
    }

    /// Reads a `DynamicProperty` or a `PropertyChange`: a name, for a change also the operation, and the value
    /// if there is one. A property that was not requested is skipped: vCenter sends the name first.
    private static void readNamed(XmlCursor xml, Set<String> paths, Map<String, PropertyValue> into) {
        var names = new ArrayList<String>(1);
        var operations = new ArrayList<String>(1);
        var values = new ArrayList<PropertyValue>(1);
        xml.content(child -> {
            switch (child) {
                case "name" -> names.add(xml.text());
                case "op" -> operations.add(xml.text());
                case "val" -> {
                    if (names.isEmpty() || paths.contains(names.getFirst())) {
                        values.add(PropertyReader.read(xml));
                    }
                }
                default -> {}
            }
        });
        String name = single(names);
        if (!paths.contains(name)) {
            return;
        }
        boolean isRemoved = operations.contains("remove") || operations.contains("indirectRemove") || values.isEmpty();
        into.put(name, isRemoved ? new PropertyValue.Unset() : values.getFirst());
    }

    private static void readMissing(XmlCursor xml, Map<String, String> into) {
        var paths = new ArrayList<String>(1);
        var faults = new ArrayList<String>(1);
        xml.content(child -> {
            switch (child) {
                case "path" -> paths.add(xml.text());
                case "fault" -> faults.add(readFaultType(xml));
                default -> {}
            }
        });
        into.put(single(paths), single(faults));
    }

    private static void readMissingObject(XmlCursor xml, Map<MoRef, String> into) {
        var refs = new ArrayList<MoRef>(1);
        var faults = new ArrayList<String>(1);
        xml.content(child -> {
            switch (child) {
                case "obj" -> refs.add(PropertyReader.readRef(xml));
                case "fault" -> faults.add(readFaultType(xml));
                default -> {}
            }
        });
        into.put(single(refs), single(faults));
    }

    /// Reads the type of the fault inside a `LocalizedMethodFault`.
    private static String readFaultType(XmlCursor xml) {
        var types = new ArrayList<String>(1);
        xml.content(child -> {
            if (child.equals("fault")) {
                types.add(xml.type());
            }
        });
        return single(types);
    }

    /// Visits the children of the element `returnval`.
    ///
    /// @return true if there is such an element
    static boolean visitReturnValue(XmlCursor xml, Consumer<String> child) {
        var found = new ArrayList<String>(1);
        xml.content(element -> {
            if (element.equals("returnval")) {
                found.add(element);
                xml.content(child);
            }
        });
        return !found.isEmpty();
    }

    private static <T> T single(List<T> parts) {
        if (parts.size() != 1) {
            throw new MalformedXmlException("found " + parts.size() + " elements, expected one");
        }
        return parts.getFirst();
    }

    /// Reads the result of `HasUserPrivilegeOnEntities`: one `EntityPrivilege` for each object.
    ///
    /// @return the privileges that are not granted, by object. A privilege that is not mentioned is not granted.
    static Map<MoRef, List<String>> missingPrivileges(PropertyValue answer, Collection<String> privileges) {
        var missing = new HashMap<MoRef, List<String>>();
        for (PropertyValue each : answer.items()) {
            Set<String> granted = each.field("privAvailability").items().stream()
                    .filter(privilege -> privilege.field("isGranted").flag().orElse(false))
                    .flatMap(privilege -> privilege.field("privId").text().stream())
                    .collect(Collectors.toSet());
            each.field("entity")
                    .ref()
                    .ifPresent(object -> missing.put(
                            object,
                            privileges.stream()
                                    .filter(privilege -> !granted.contains(privilege))
                                    .toList()));
        }
        return missing;
    }

    /// Reports that a response exceeds a limit inside the properties of one object. The cause says which limit.
    static final class ObjectTooLargeException extends RuntimeException {
        private final transient MoRef object;

        ObjectTooLargeException(MoRef object, Throwable cause) {
            super(cause);
            this.object = object;
        }

        MoRef object() {
            return object;
        }
    }
}
