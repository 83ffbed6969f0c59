package dev.vspherecloud.testkit.vim25;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.w3c.dom.Element;

/// Checks rules that the order of elements cannot express: the property paths of a request exist, a traversal follows
/// references, a named selection is defined once, and limits are in range.
final class SelectionCheck {
    private final PropertyTree properties;
    private final List<String> problems = new ArrayList<>();

    SelectionCheck(Vim25Table table) {
        properties = new PropertyTree(table);
    }

    List<String> check(Element call) {
        specs(call);
        limits(call);
        return List.copyOf(problems);
    }

    private void specs(Element parent) {
        List<Element> objectSets = Xml.children(parent, "objectSet");
        if (!objectSets.isEmpty()) {
            named(objectSets);
        }
        for (Element child : Xml.children(parent)) {
            switch (child.getLocalName()) {
                case "propSet" -> propertySpec(child);
                case "objectSet" -> {}
                default -> specs(child);
            }
        }
    }

    private void propertySpec(Element spec) {
        String type = Xml.text(spec, "type").orElse("");
        for (Element path : Xml.children(spec, "pathSet")) {
            properties.problem(type, path.getTextContent()).ifPresent(problems::add);
        }
    }

    /// @param objectSets all of one PropertyFilterSpec: each name is declared once among them, and any may refer to it
    private void named(List<Element> objectSets) {
        List<Element> selections =
                objectSets.stream().flatMap(SelectionCheck::selections).toList();
        Set<String> declared = new HashSet<>();
        selections.stream()
                .filter(SelectionCheck::isTraversal)
                .flatMap(selection -> Xml.text(selection, "name").stream())
                .filter(name -> !declared.add(name))
                .forEach(name -> problems.add("selectSet: the TraversalSpec " + name
                        + " is declared again; declare it once and refer to it with a SelectionSpec"));
        selections.forEach(selection -> {
            if (isTraversal(selection)) {
                traversal(selection);
            } else if (!declared.contains(Xml.text(selection, "name").orElse(""))) {
                problems.add("selectSet: refers to a selection that is not defined");
            }
        });
    }

    private static Stream<Element> selections(Element parent) {
        return Xml.children(parent, "selectSet").stream()
                .flatMap(selection -> Stream.concat(Stream.of(selection), selections(selection)));
    }

    private static boolean isTraversal(Element selection) {
        return Xml.typeOf(selection).map(Xml.TypeName::name).equals(Optional.of("TraversalSpec"));
    }

    private void traversal(Element spec) {
        String type = Xml.text(spec, "type").orElse("");
        String path = Xml.text(spec, "path").orElse("");
        Optional<Member> property = properties.property(type, path);
        if (property.isEmpty()) {
            problems.add(type + "." + path + ": no property to traverse in 6.7U3");
        } else if (!property.get().isReference()) {
            problems.add(type + "." + path + ": a " + property.get().type() + ", not a reference to traverse");
        }
    }

    /// Checks limits. Values out of range are illegal in vCenter; the simulator reads them as "no limit".
    private void limits(Element call) {
        for (Element option : Xml.children(call, "options")) {
            atLeast(option, "maxObjects", 1);
            atLeast(option, "maxObjectUpdates", 1);
            atLeast(option, "maxWaitSeconds", 0);
        }
    }

    private void atLeast(Element options, String name, int lowest) {
        Xml.text(options, name)
                .filter(text -> Scalars.accepts("int", text))
                .filter(text -> Integer.parseInt(text) < lowest)
                .ifPresent(text -> problems.add("options." + name + ": " + text + " is below " + lowest));
    }
}
