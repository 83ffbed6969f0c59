package dev.vspherecloud.kubernetes.event;

/// The object that an Event is about.
///
/// @param apiVersion the API version, as in `v1`, or `apps/v1` for a kind of an API group
/// @param kind       the kind, as in `Service`
/// @param namespace  the namespace of the object, and so of the Event; empty for an object without one
/// @param uid        the uid of the object, by which `kubectl describe` searches; empty if it is still to be
///     looked up
/// @param part       the part of the object, as in `vcenter{vc-a}`; empty if the Event is about the whole
///     object
public record ObjectReference(String apiVersion, String kind, String namespace, String name, String uid, String part) {
    /// The namespace of Events about objects without a namespace, such as Nodes.
    private static final String DEFAULT_NAMESPACE = "default";

    /// Returns a reference to an object as a whole.
    ///
    /// @param namespace the namespace of the object; empty for an object without one
    /// @param uid       the uid of the object; empty if the [EventRecorder] must look it up
    public static ObjectReference of(String apiVersion, String kind, String namespace, String name, String uid) {
        return new ObjectReference(apiVersion, kind, namespace, name, uid, "");
    }

    public static ObjectReference node(String name, String uid) {
        return new ObjectReference("v1", "Node", "", name, uid, "");
    }

    public static ObjectReference lease(String namespace, String name) {
        return new ObjectReference("coordination.k8s.io/v1", "Lease", namespace, name, "", "");
    }

    /// Returns a reference to this part of the same object.
    public ObjectReference withPart(String named) {
        return new ObjectReference(apiVersion, kind, namespace, name, uid, named);
    }

    public ObjectReference withUid(String found) {
        return new ObjectReference(apiVersion, kind, namespace, name, found, part);
    }

    String eventNamespace() {
        return namespace.isEmpty() ? DEFAULT_NAMESPACE : namespace;
    }
}
