package dev.vspherecloud.config;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Takes an INI configuration apart without losing a word: what nobody here reads becomes a comment.
///
/// Threads: one.
final class IniOutline {
    private final IniCursor cursor;
    private final String[] lines;
    private final OutlineBuilder outline;
    private final Map<String, OutlineBuilder.Draft> vcenters = new HashMap<>();
    private Optional<Title> title = Optional.empty();
    private Optional<OutlineBuilder.Draft> draft = Optional.empty();

    private IniOutline(String file, String text, OutlineBuilder outline) {
        this.cursor = new IniCursor(file, text);
        this.lines = text.split("\n", -1);
        this.outline = outline;
    }

    /// @param text     one that the INI reader accepts
    /// @param problems gets a warning for whatever becomes a comment
    static Outline of(String file, String text, Problems problems) {
        var outline = new OutlineBuilder(problems);
        new IniOutline(file, text, outline).read();
        return outline.built();
    }

    private void read() {
        while (cursor.peek() != IniCursor.END) {
            Place start = cursor.place();
            Optional<IniLine> line = IniText.next(cursor);
            line.ifPresent(this::line);
            comment(start, line.isEmpty());
            cursor.take();
        }
        vcenters.forEach((name, vcenter) -> vcenter.implied(Label.of(ConfigKey.SERVER), name.strip()));
    }

    private void line(IniLine line) {
        switch (line) {
            case IniLine.Header header -> header(header);
            case IniLine.Entry entry -> entry(entry);
            case IniLine.Stray(IniFlaw flaw) -> throw new IllegalStateException("accepted, and has a flaw: " + flaw);
        }
    }

    private void comment(Place start, boolean isAlone) {
        Place sign = cursor.place();
        if (cursor.isAtComment()) {
            outline.comment(Remark.of(sign, cursor.takeWhile(character -> character != '\n'), isAlone));
        } else if (isAlone) {
            outline.comment(Remark.blank(start));
        }
    }

    private void header(IniLine.Header header) {
        Passage passage = passage(header.place());
        title = Title.ofIni(header.section())
                .filter(each -> each.isNamed() == header.name().isPresent());
        draft = title.map(each -> outline.block(each, header.name(), passage));
        if (title.flatMap(Title::section).equals(Optional.of(Section.VCENTER))) {
            header.name().ifPresent(name -> vcenters.put(name, draft.orElseThrow()));
        }
        if (title.isEmpty()) {
            outline.keepSection(passage, "nothing here reads this section");
        }
    }

    private void entry(IniLine.Entry entry) {
        Passage passage = passage(entry.place());
        Optional<Label> label = title.flatMap(each -> Label.ofIni(each, entry.key()));
        if (draft.isEmpty()) {
            outline.keepSection(passage, "");
        } else if (label.isEmpty()) {
            draft.get().keep(entry.key(), passage, title.orElseThrow().unread());
        } else {
            draft.get().line(label.get(), List.of(text(label.get(), entry)), passage);
        }
    }

    /// A key alone is a flag that is set.
    private static String text(Label label, IniLine.Entry entry) {
        return label.unambiguous(Dialect.INI, entry.value().map(IniValue::text).orElse("true"));
    }

    /// From here to the cursor.
    private Passage passage(Place start) {
        Place end = cursor.place();
        String before = beginning(start);
        String[] touched = Arrays.copyOfRange(lines, start.line() - 1, end.line());
        touched[touched.length - 1] = beginning(end);
        return new Passage(
                start,
                end,
                String.join("\n", touched).substring(before.length()).strip());
    }

    /// What stands before this place on its line.
    private String beginning(Place place) {
        String line = lines[place.line() - 1];
        return line.substring(0, line.offsetByCodePoints(0, place.column() - 1));
    }
}
