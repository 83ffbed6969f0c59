package dev.vspherecloud.architecture;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Classes that are exempt from a rule of [ArchitectureTest], each with the reason.
///
/// One list per rule makes them countable. An exception that is no longer needed fails the rule.
///
/// @param reasons by class name without the base package, as in `reconcile.Loop`; a class includes its nested
///     classes
record RuleExceptions(SortedMap<String, String> reasons) {
    static final RuleExceptions NOTHING = new RuleExceptions(new TreeMap<>());

    static RuleExceptions classes(Map<String, String> reasons) {
        return new RuleExceptions(new TreeMap<>(reasons));
    }

    /// @param className with package; nested classes after `$` or `.`
    boolean covers(String className) {
        return reasons.keySet().stream().anyMatch(name -> isWithin(name, className));
    }

    static boolean isWithin(String name, String className) {
        String whole = SourceFiles.BASE + "." + name;
        return className.equals(whole) || className.startsWith(whole + "$") || className.startsWith(whole + ".");
    }
}
