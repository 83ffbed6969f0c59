package dev.vspherecloud.testkit.proxy;

import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// A list of calls in the order of their arrival; an immutable copy.
public record Calls(List<Call> list) {
    public Calls {
        list = List.copyOf(list);
    }

    public long count() {
        return list.size();
    }

    public long count(String name) {
        return named(name).count();
    }

    public long countWhere(Predicate<Call> condition) {
        return list.stream().filter(condition).count();
    }

    public Calls named(String name) {
        return where(call -> call.name().equals(name));
    }

    public Calls where(Predicate<Call> condition) {
        return new Calls(list.stream().filter(condition).toList());
    }

    /// Returns the calls that arrived in `[from, to)`.
    public Calls between(Instant from, Instant to) {
        return where(call -> !call.at().isBefore(from) && call.at().isBefore(to));
    }

    public List<String> names() {
        return list.stream().map(Call::name).toList();
    }

    public SortedMap<String, Long> countByName() {
        return list.stream().collect(Collectors.groupingBy(Call::name, TreeMap::new, Collectors.counting()));
    }

    public long requestBytes() {
        return list.stream().mapToLong(Call::requestBytes).sum();
    }

    public long responseBytes() {
        return list.stream().mapToLong(Call::responseBytes).sum();
    }

    /// Returns a readable table: one line for each name, and a line with totals.
    public String describe() {
        var text = new StringBuilder(
                "%7s %6s %12s %12s  %s%n".formatted("calls", "ended", "bytes up", "bytes down", "name"));
        countByName().keySet().forEach(name -> text.append(line(named(name), name)));
        return text.append(line(this, "in all")).toString();
    }

    private static String line(Calls calls, String name) {
        long brokenOff = calls.countWhere(call -> !call.ending().isEmpty());
        return "%7d %6d %12d %12d  %s%n"
                .formatted(calls.count(), brokenOff, calls.requestBytes(), calls.responseBytes(), name);
    }
}
