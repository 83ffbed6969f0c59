package dev.vspherecloud.testkit.vim25;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.w3c.dom.Element;

/// Compares one request with the table, from the envelope down, and collects every problem.
final class RequestCheck {
    private final Vim25Table table;
    private final String release;
    private final String namespace;
    private final List<String> problems = new ArrayList<>();

    /// @param release for messages
    /// @param namespace of all elements and types
    RequestCheck(Vim25Table table, String release, String namespace) {
        this.table = table;
        this.release = release;
        this.namespace = namespace;
    }

    List<String> check(Element envelope) {
        if (!Xml.SOAP.equals(envelope.getNamespaceURI())
                || !envelope.getLocalName().equals("Envelope")) {
            return List.of("the root is not an Envelope of SOAP 1.1");
        }
        List<Element> calls = Xml.children(envelope, "Body").stream()
                .filter(body -> Xml.SOAP.equals(body.getNamespaceURI()))
                .flatMap(body -> Xml.children(body).stream())
                .toList();
        if (calls.size() != 1) {
            return List.of("the Body has " + calls.size() + " elements, not one");
        }
        call(calls.getFirst());
        return List.copyOf(problems);
    }

    private void call(Element call) {
        String name = call.getLocalName();
        Optional<Composite> method = table.method(name);
        if (method.isEmpty()) {
            problems.add(name + ": no method of the table");
            return;
        }
        namespace(call, name);
        sequence(call, method.get().own(), name, "");
        Xml.children(call, "_this").forEach(self -> receiver(self, method.get()));
        problems.addAll(new SelectionCheck(table).check(call));
    }

    private void receiver(Element self, Composite method) {
        String type = self.getAttribute("type");
        if (table.isObject(type) && !table.isKindOf(type, method.base())) {
            problems.add(method.name() + "._this: a " + type + ", not a " + method.base());
        }
    }

    /// Checks the children of an element: each known, in order, as often as allowed, and none missing.
    ///
    /// @param hint is added to the problem of an unknown one
    private void sequence(Element parent, List<Member> declared, String path, String hint) {
        var occurrences = new int[declared.size()];
        int latest = 0;
        for (Element child : Xml.children(parent)) {
            String here = path + "." + child.getLocalName();
            int index = indexOf(declared, child.getLocalName());
            if (index < 0) {
                problems.add(here + ": no such element in " + release + hint);
                continue;
            }
            if (index < latest) {
                problems.add(here + ": wrong order, belongs before "
                        + declared.get(latest).name());
            }
            latest = Math.max(latest, index);
            occurrences[index]++;
            namespace(child, here);
            value(child, declared.get(index), here);
        }
        for (int i = 0; i < occurrences.length; i++) {
            occurs(declared.get(i), occurrences[i], path);
        }
    }

    private static int indexOf(List<Member> declared, String name) {
        return declared.stream().map(Member::name).toList().indexOf(name);
    }

    private void occurs(Member member, int times, String path) {
        if (times == 0 && member.isRequired()) {
            problems.add(path + "." + member.name() + ": required and missing");
        }
        if (times > 1 && !member.isList()) {
            problems.add(path + "." + member.name() + ": " + times + " times, at most once is allowed");
        }
    }

    private void namespace(Element element, String path) {
        if (!namespace.equals(element.getNamespaceURI())) {
            problems.add(path + ": not in namespace " + namespace);
        }
    }

    private void value(Element element, Member member, String path) {
        Optional<Xml.TypeName> stated = Xml.typeOf(element);
        stated.ifPresent(type -> statedType(type, member, path));
        String type = stated.map(Xml.TypeName::name).orElse(member.type());
        if (type.equals("anyType")) {
            problems.add(path + ": an anyType needs an xsi:type");
        } else if (type.equals("ManagedObjectReference")) {
            reference(element, path);
        } else if (Scalars.isScalar(type)) {
            scalar(element, type, path);
        } else if (table.enumeration(type).isPresent()) {
            enumeration(element, type, path);
        } else {
            table.type(type)
                    .ifPresentOrElse(
                            found -> sequence(element, table.members(found), path, hint(found, stated.isPresent())),
                            () -> problems.add(path + ": " + type + " is no type of the table"));
        }
    }

    private void statedType(Xml.TypeName stated, Member member, String path) {
        boolean isScalar = Scalars.isScalar(stated.name());
        if (!stated.namespace().equals(isScalar ? Xml.SCHEMA : namespace)) {
            problems.add(path + ": xsi:type " + stated.name() + " is not in namespace "
                    + (isScalar ? Xml.SCHEMA : namespace));
        }
        if (!member.type().equals("anyType") && !table.isKindOf(stated.name(), member.type())) {
            problems.add(path + ": xsi:type " + stated.name() + " is no " + member.type());
        }
    }

    private void reference(Element element, String path) {
        String type = element.getAttribute("type");
        if (type.isEmpty()) {
            problems.add(path + ": a reference without the attribute type");
        } else if (!table.isObject(type)) {
            problems.add(path + ": a reference to a " + type + ", which is no managed object");
        }
        if (element.getTextContent().isBlank()) {
            problems.add(path + ": an empty reference");
        }
    }

    private void scalar(Element element, String type, String path) {
        if (!Xml.children(element).isEmpty() || !Scalars.accepts(type, element.getTextContent())) {
            problems.add(path + ": not a value of type " + type);
        }
    }

    private void enumeration(Element element, String type, String path) {
        boolean isKnown =
                table.enumeration(type).stream().anyMatch(values -> values.contains(element.getTextContent()));
        if (!isKnown) {
            problems.add(path + ": not one of " + type);
        }
    }

    private String hint(Composite type, boolean stated) {
        boolean mayBeMore = !stated && table.subtypes(type.name()).findAny().isPresent();
        return mayBeMore ? ", as " + type.name() + " without xsi:type" : "";
    }
}
