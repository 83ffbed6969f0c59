package dev.vspherecloud.config;

import dev.vspherecloud.config.Outline.Block;
import dev.vspherecloud.config.Outline.Line;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Gathers an [Outline] from a text that is read from its beginning to its end.
///
/// What has no place in it becomes a comment, so nothing is lost.
///
/// Threads: one.
final class OutlineBuilder {
    private static final Place NOWHERE = Place.wholeFile("");

    private record Written(Line line, Passage passage) {}

    /// A section that still grows.
    final class Draft {
        private final Title title;
        private final Optional<String> name;
        private final Place place;
        private final SequencedMap<Label, Written> lines = new LinkedHashMap<>();

        private Draft(Title title, Optional<String> name, Place place) {
            this.title = title;
            this.name = name;
            this.place = place;
        }

        /// Adds a key. Of one that is given twice the last counts.
        ///
        /// @param words one, or those of a list
        void line(Label label, List<String> words, Passage passage) {
            if (words.stream().allMatch(String::isBlank)) {
                OutlineBuilder.this.keep(passage, "", true);
                return;
            }
            Optional.ofNullable(lines.remove(label))
                    .ifPresent(first -> keep(
                            label.yaml(),
                            first.passage(),
                            "given again in line " + passage.start().line() + ", and the last one counts"));
            lines.put(label, new Written(new Line(label, words, passage.start()), passage));
        }

        /// Keeps a key as a comment, and says so.
        ///
        /// @param key its name, which may be anything
        void keep(String key, Passage passage, String why) {
            String path = Stream.of(Optional.of(title.yaml()), name, UnknownName.shown(key))
                    .flatMap(Optional::stream)
                    .collect(Collectors.joining("."));
            warn(passage, path, why);
            OutlineBuilder.this.keep(passage, why, true);
        }

        /// Adds a key that the text leaves out, before all others, unless it is there.
        void implied(Label label, String text) {
            if (!lines.containsKey(label)) {
                var passage = new Passage(NOWHERE, NOWHERE, "");
                lines.putFirst(label, new Written(new Line(label, List.of(text), NOWHERE), passage));
            }
        }

        private Block block() {
            return new Block(
                    title,
                    name,
                    place,
                    lines.values().stream().map(Written::line).toList());
        }

        private Stream<Notes.Span> spans() {
            return lines.values().stream()
                    .map(Written::passage)
                    .map(passage -> new Notes.Span(passage.start(), passage.end(), passage.start(), place, false));
        }
    }

    private record Key(Title title, Optional<String> name) {}

    private final Problems problems;
    private final Map<Key, Draft> drafts = new LinkedHashMap<>();
    private final List<Notes.Span> heads = new ArrayList<>();
    private final NavigableMap<Place, Passage> kept = new TreeMap<>(Passage.ORDER);
    private final List<Remark> pieces = new ArrayList<>();
    private final List<Remark> comments = new ArrayList<>();

    /// @param problems gets a warning for whatever becomes a comment
    OutlineBuilder(Problems problems) {
        this.problems = problems;
    }

    void comment(Remark comment) {
        comments.add(comment);
    }

    /// A section; the same one again when it was begun before.
    Draft block(Title title, Optional<String> name, Passage head) {
        Draft draft = drafts.computeIfAbsent(new Key(title, name), _ -> new Draft(title, name, head.start()));
        head(head, draft.place);
        return draft;
    }

    /// Comments on this belong to what stands at that place.
    void head(Passage head, Place owner) {
        heads.add(new Notes.Span(head.start(), head.end(), owner, owner, true));
    }

    /// Keeps a section, or what is in it, as a comment.
    void keepSection(Passage passage, String why) {
        if (!why.isEmpty()) {
            warn(passage, "", why);
        }
        keep(passage, why, false);
    }

    private void warn(Passage passage, String key, String why) {
        problems.warning(passage.start().withKey(key), why + "; it is kept as a comment");
    }

    private void keep(Passage passage, String why, boolean isKey) {
        if (kept.putIfAbsent(passage.start(), passage) == null) {
            pieces.add(Remark.kept(passage, why, isKey));
        }
    }

    Outline built() {
        Stream<Notes.Span> spans = Stream.concat(
                        heads.stream(), drafts.values().stream().flatMap(Draft::spans))
                .filter(span -> pieceAt(span.start()).isEmpty());
        Stream<Remark> remarks =
                Stream.concat(pieces.stream(), comments.stream().flatMap(this::outsideOfPieces));
        return new Outline(
                drafts.values().stream().map(Draft::block).toList(), new Notes(spans.toList(), remarks.toList()));
    }

    /// A comment within a piece is in it already; one beside a piece goes where that goes.
    private Stream<Remark> outsideOfPieces(Remark comment) {
        if (pieceAt(comment.start()).isPresent()) {
            return Stream.empty();
        }
        boolean isBesidePiece = Optional.ofNullable(kept.floorEntry(comment.start()))
                .filter(piece -> piece.getValue().isBefore(comment.start()))
                .isPresent();
        return Stream.of(isBesidePiece ? comment.alone() : comment);
    }

    private Optional<Passage> pieceAt(Place place) {
        return Optional.ofNullable(kept.floorEntry(place))
                .map(Map.Entry::getValue)
                .filter(piece -> piece.contains(place));
    }
}
