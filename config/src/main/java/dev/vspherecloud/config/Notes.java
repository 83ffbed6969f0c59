package dev.vspherecloud.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The comments of a configuration, each with the section or key that it most likely speaks of.
///
/// A comment alone on its line speaks of what follows, one beside something of that. Within a value of several lines
/// all speak of it.
///
/// Threads: one.
final class Notes {
    /// Something that comments can speak of, from here to there.
    ///
    /// @param owner place under which its comments are found
    /// @param block place of the section that it is, or is in
    /// @param isHead true when it begins a section
    record Span(Place start, Place end, Place owner, Place block, boolean isHead) {}

    private final NavigableMap<Place, Span> spans = new TreeMap<>(Passage.ORDER);
    private final Map<Place, List<String>> above = new HashMap<>();
    private final Map<Place, String> beside = new HashMap<>();
    private final Map<Place, List<String>> below = new HashMap<>();
    private final List<String> end = new ArrayList<>();

    /// @param spans of two that begin at one place the first counts
    Notes(List<Span> spans, List<Remark> remarks) {
        spans.forEach(span -> this.spans.putIfAbsent(span.start(), span));
        remarks.stream()
                .sorted(Comparator.comparing(Remark::start, Passage.ORDER))
                .forEach(this::add);
    }

    /// Lines before what stands at this place, empty or begun by `#`.
    List<String> above(Place place) {
        return List.copyOf(above.getOrDefault(place, List.of()));
    }

    /// What follows on the same line.
    Optional<String> beside(Place place) {
        return Optional.ofNullable(beside.get(place));
    }

    /// Lines at the end of the section that begins at this place.
    List<String> below(Place block) {
        return List.copyOf(below.getOrDefault(block, List.of()));
    }

    /// Lines after everything.
    List<String> end() {
        return List.copyOf(end);
    }

    private void add(Remark remark) {
        Optional<Span> host = speaksOf(remark);
        if (host.isEmpty()) {
            following(remark).addAll(remark.lines());
        } else if (remark.isAlone() || beside.containsKey(host.get().owner())) {
            linesAbove(host.get()).addAll(remark.lines());
        } else {
            beside.put(host.get().owner(), remark.lines().getFirst());
        }
    }

    /// What began before the remark, and is not over, or goes on beside it.
    private Optional<Span> speaksOf(Remark remark) {
        return span(spans.lowerEntry(remark.start()))
                .filter(span -> !remark.isAlone() || Passage.ORDER.compare(remark.start(), span.end()) < 0);
    }

    /// Where a remark goes that speaks of what follows. At the end of a section nothing follows: an indented one, and
    /// one that was a key, belongs to that section and not to the next.
    private List<String> following(Remark remark) {
        Optional<Span> before = span(spans.lowerEntry(remark.start()));
        Optional<Span> next = span(spans.higherEntry(remark.start()));
        boolean isLast = next.filter(span -> !span.isHead()).isEmpty();
        int outside = next.map(span -> span.start().column()).orElse(1);
        if (before.isPresent() && isLast && (remark.isOfKey() || remark.start().column() > outside)) {
            return below.computeIfAbsent(before.get().block(), _ -> new ArrayList<>());
        }
        return next.map(this::linesAbove).orElse(end);
    }

    private List<String> linesAbove(Span span) {
        return above.computeIfAbsent(span.owner(), _ -> new ArrayList<>());
    }

    private static Optional<Span> span(Map.@Nullable Entry<Place, Span> entry) {
        return entry == null ? Optional.empty() : Optional.of(entry.getValue());
    }
}
