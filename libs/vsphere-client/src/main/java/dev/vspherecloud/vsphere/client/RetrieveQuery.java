package dev.vspherecloud.vsphere.client;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Selects properties and objects to read: what vim25 calls a `PropertyFilterSpec`.
///
/// @param properties the properties to read, by type; an object of a type that is not listed is traversed but
///     not reported
/// @param starts the objects to begin at, and how to continue from there
/// @param toleratesMissing true to leave out a start object that does not exist. If false, the whole call fails
///     with [OBJECT_GONE][VcenterException.Kind#OBJECT_GONE], which is the stronger statement
public record RetrieveQuery(List<PropertyPaths> properties, List<Start> starts, boolean toleratesMissing) {
    /// The properties to read of objects of a type and its subtypes.
    ///
    /// @param type a managed object type, as in `VirtualMachine` or `ManagedEntity`
    /// @param paths explicit leaf paths, as in `runtime.powerState`; at least one
    public record PropertyPaths(String type, List<String> paths) {
        public PropertyPaths {
            paths = List.copyOf(paths);
            requireNonEmpty(paths, "property paths");
        }
    }

    /// An object to begin at.
    ///
    /// @param skip true to report only the objects that are reached from this object
    public record Start(MoRef object, boolean skip, List<Selection> selections) {
        public Start {
            selections = List.copyOf(selections);
        }
    }

    /// A step of a traversal from one object to others.
    public sealed interface Selection {
        /// A step along a property that refers to other objects.
        ///
        /// @param name the name by which [Named] refers to this step; empty if nothing refers to it
        /// @param type the type of the objects from which the step starts
        /// @param path the property that refers to the other objects
        /// @param skip true to leave out of the report the objects that the step reaches directly
        /// @param next how to continue from the objects that the step reaches
        record Traversal(String name, String type, String path, boolean skip, List<Selection> next)
                implements Selection {
            public Traversal {
                next = List.copyOf(next);
            }
        }

        /// A repetition of the traversal with this name, which makes that traversal recursive.
        record Named(String name) implements Selection {}
    }

    public RetrieveQuery {
        properties = List.copyOf(properties);
        starts = List.copyOf(starts);
        requireNonEmpty(properties, "properties");
        requireNonEmpty(starts, "starts");
    }

    /// Creates a query that fails if one of its start objects does not exist.
    public RetrieveQuery(List<PropertyPaths> properties, List<Start> starts) {
        this(properties, starts, false);
    }

    /// Selects exactly these objects, without a traversal.
    public static RetrieveQuery ofObjects(String type, List<String> paths, Collection<MoRef> objects) {
        return new RetrieveQuery(
                List.of(new PropertyPaths(type, paths)),
                objects.stream()
                        .map(object -> new Start(object, false, List.of()))
                        .toList());
    }

    /// Selects the members of a view.
    ///
    /// @param view a `ListView` or a `ContainerView`
    public static RetrieveQuery ofView(MoRef view, String type, List<String> paths) {
        return ofView(view, List.of(new PropertyPaths(type, paths)));
    }

    /// Selects the members of a view and their properties, for several types.
    public static RetrieveQuery ofView(MoRef view, List<PropertyPaths> properties) {
        var members = new Selection.Traversal("", view.type(), "view", false, List.of());
        return new RetrieveQuery(properties, List.of(new Start(view, true, List.of(members))));
    }

    /// Selects name and parent of these objects and of all objects above them, up to the root folder.
    ///
    /// The paths for VMs repeat those of their supertype, so that it does not matter whether a server joins the
    /// paths of both types.
    public static RetrieveQuery ancestors(Collection<MoRef> objects) {
        return ancestors(
                List.of(
                        new PropertyPaths("ManagedEntity", List.of("name", "parent")),
                        new PropertyPaths("VirtualMachine", List.of("name", "parent", "parentVApp"))),
                objects);
    }

    /// Selects these objects and all objects above them, up to the root folder. If a VM is in a vApp, the vApp
    /// is its only parent.
    public static RetrieveQuery ancestors(List<PropertyPaths> properties, Collection<MoRef> objects) {
        var parents = new Selection.Named("parents");
        var vapp = new Selection.Named("vapp");
        Map<Selection.Named, Selection> undeclared = new HashMap<>(Map.of(
                parents, new Selection.Traversal(parents.name(), "ManagedEntity", "parent", false, List.of(parents)),
                vapp, new Selection.Traversal(vapp.name(), "VirtualMachine", "parentVApp", false, List.of(parents))));
        var starts = new ArrayList<Start>();
        for (MoRef object : objects) {
            List<Selection.Named> up =
                    object.type().equals("VirtualMachine") ? List.of(parents, vapp) : List.of(parents);
            starts.add(new Start(
                    object,
                    false,
                    up.stream().map(name -> declareOrRefer(name, undeclared)).toList()));
        }
        return new RetrieveQuery(properties, starts);
    }

    /// Declares a traversal where the query needs it first, and refers to it by its name from then on: a
    /// vCenter may refuse a name that is declared twice.
    ///
    /// Rule from: vSphere Web Services SDK Programming Guide, "Simple Reference SelectionSpec": the traversal
    /// must be within the same `PropertyFilterSpec`, and of the type of the object that refers to it.
    private static Selection declareOrRefer(Selection.Named name, Map<Selection.Named, Selection> undeclared) {
        Selection declaration = undeclared.remove(name);
        return declaration == null ? name : declaration;
    }

    /// Returns the same query, but a start object that does not exist is left out.
    public RetrieveQuery toleratingMissing() {
        return new RetrieveQuery(properties, starts, true);
    }

    /// Returns the paths of the properties that the query reads, of all types together.
    Set<String> paths() {
        return properties.stream().flatMap(ofType -> ofType.paths().stream()).collect(Collectors.toUnmodifiableSet());
    }

    private static void requireNonEmpty(List<?> list, String what) {
        if (list.isEmpty()) {
            throw new IllegalArgumentException("the query has no " + what);
        }
    }
}
