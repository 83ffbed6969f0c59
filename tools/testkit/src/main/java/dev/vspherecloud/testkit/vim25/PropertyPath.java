package dev.vspherecloud.testkit.vim25;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A property path, split into steps: `config.hardware.device[4000].macAddress` or
/// `config.extraConfig["guestinfo.metadata"]`.
record PropertyPath(List<Step> steps) {
    private static final Pattern STEP = Pattern.compile("([A-Za-z]\\w*)(\\[(?:\"[^\"]*\"|-?\\d+)])?(\\.|$)");

    PropertyPath {
        steps = List.copyOf(steps);
    }

    /// @return empty if the text is no path
    static Optional<PropertyPath> parse(String text) {
        var steps = new ArrayList<Step>();
        Matcher matcher = STEP.matcher(text);
        int position = 0;
        while (position < text.length() && matcher.find() && matcher.start() == position) {
            steps.add(new Step(matcher.group(1), matcher.group(2) != null));
            position = matcher.end();
        }
        boolean complete = position == text.length() && !steps.isEmpty() && !text.endsWith(".");
        return complete ? Optional.of(new PropertyPath(steps)) : Optional.empty();
    }

    /// @param keyed true if it selects one member of a list
    record Step(String name, boolean keyed) {}
}
