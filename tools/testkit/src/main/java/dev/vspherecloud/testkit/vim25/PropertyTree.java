package dev.vspherecloud.testkit.vim25;

import java.util.Optional;
import java.util.stream.Stream;

/// The properties of managed objects, down to their leaves.
final class PropertyTree {
    private final Vim25Table table;

    PropertyTree(Vim25Table table) {
        this.table = table;
    }

    /// Returns the problem of a path from a managed object; empty if there is none.
    Optional<String> problem(String object, String path) {
        if (table.object(object).isEmpty()) {
            return Optional.of(object + ": no managed object of the table");
        }
        Optional<PropertyPath> parsed = PropertyPath.parse(path);
        return parsed.isEmpty()
                ? Optional.of(object + "." + path + ": not a property path")
                : problem(table.object(object).get(), object, parsed.get());
    }

    /// Returns the property that a TraversalSpec names, which is one step.
    Optional<Member> property(String object, String name) {
        return table.object(object).stream()
                .flatMap(composite -> table.members(composite).stream())
                .filter(member -> member.name().equals(name))
                .findFirst();
    }

    private Optional<String> problem(Composite from, String walked, PropertyPath path) {
        PropertyPath.Step step = path.steps().getFirst();
        String here = walked + "." + step.name();
        Optional<Member> found = find(from, step.name());
        if (found.isEmpty()) {
            return Optional.of(here + ": no such property in 6.7U3");
        }
        boolean last = path.steps().size() == 1;
        Optional<String> problem = stepProblem(found.get(), step, here, last);
        if (problem.isPresent() || last) {
            return problem;
        }
        var rest = new PropertyPath(path.steps().subList(1, path.steps().size()));
        return table.type(found.get().type())
                .map(type -> problem(type, here, rest))
                .orElseGet(() -> Optional.of(here + ": a " + found.get().type() + ", which has nothing below it here"));
    }

    private Optional<String> stepProblem(Member member, PropertyPath.Step step, String here, boolean last) {
        if (step.keyed() && !member.isList()) {
            return Optional.of(here + ": not a list, and has a key");
        }
        if (step.keyed() && !hasKeys(member)) {
            return Optional.of(here + ": a list of " + member.type() + ", which have no key");
        }
        return !last && member.isList() && !step.keyed()
                ? Optional.of(here + ": a list, and the path goes on below it without a key")
                : Optional.empty();
    }

    private boolean hasKeys(Member member) {
        return member.isReference()
                || table.type(member.type()).flatMap(type -> find(type, "key")).isPresent();
    }

    /// Finds a property in the declared type or a subtype, because the value may be of a subtype.
    private Optional<Member> find(Composite composite, String name) {
        return Stream.concat(Stream.of(composite), table.subtypes(composite.name()))
                .flatMap(candidate -> table.members(candidate).stream())
                .filter(member -> member.name().equals(name))
                .findFirst();
    }
}
