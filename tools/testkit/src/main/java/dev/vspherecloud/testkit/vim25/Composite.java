package dev.vspherecloud.testkit.vim25;

import java.util.ArrayList;
import java.util.List;

/// A data type, the parameters of a method, or a managed object.
///
/// @param base the type it extends, or for a method its receiver; empty for none
/// @param own the members it adds to its base, in the order of the wire
record Composite(String name, String base, List<Member> own) {
    Composite {
        own = List.copyOf(own);
    }

    Composite with(Member member) {
        var more = new ArrayList<>(own);
        more.add(member);
        return new Composite(name, base, more);
    }
}
