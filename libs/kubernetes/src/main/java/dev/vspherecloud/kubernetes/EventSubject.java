package dev.vspherecloud.kubernetes;

/// What an Event is about.
///
/// @param namespace of the object, and so of the Event; empty for an object without one
/// @param uid       of the object itself: `kubectl describe` looks for it; empty when it is still to be looked up
/// @param part      of the object, as in `vcenter{vc-a}`; empty when it is about the whole
record EventSubject(String apiVersion, String kind, String namespace, String name, String uid, String part) {
    /// Where Events about objects without a namespace are, as those about Nodes.
    private static final String DEFAULT_NAMESPACE = "default";

    static EventSubject node(String name, String uid) {
        return new EventSubject("v1", "Node", "", name, uid, "");
    }

    static EventSubject lease(String namespace, String name) {
        return new EventSubject("coordination.k8s.io/v1", "Lease", namespace, name, "", "");
    }

    /// The same object, as the place where something about this vCenter is said.
    EventSubject forVcenter(String vcenter) {
        return new EventSubject(apiVersion, kind, namespace, name, uid, "vcenter{" + vcenter + "}");
    }

    EventSubject withUid(String found) {
        return new EventSubject(apiVersion, kind, namespace, name, found, part);
    }

    String eventNamespace() {
        return namespace.isEmpty() ? DEFAULT_NAMESPACE : namespace;
    }
}
