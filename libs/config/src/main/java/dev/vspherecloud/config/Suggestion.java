package dev.vspherecloud.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// Finds the known word that a mistyped word probably means.
public final class Suggestion {
    private Suggestion() {}

    /// Returns the known word that is nearest to the typed word; empty if no known word is near enough.
    ///
    /// Case, dashes and underscores are ignored, so `ca-file` finds `caFile`. Beyond that a word of four
    /// letters may have one wrong letter, and a long word three. If several words are equally near, the one
    /// that begins like the typed word is returned.
    public static Optional<String> nearest(String typed, Collection<String> known) {
        return allNearest(typed, known, limit(typed)).stream().findFirst();
    }

    /// Returns the known word from which a single typing error leads to the typed word: one letter dropped,
    /// doubled, changed or swapped.
    public static Optional<String> closest(String typed, Collection<String> known) {
        return allNearest(typed, known, 1).stream().findFirst();
    }

    /// Returns `did you mean "X"?`, or `"X" or "Y"` if two known words are equally near; empty if no known word
    /// is near enough.
    public static Optional<String> didYouMean(String typed, Collection<String> known) {
        List<String> words = allNearest(typed, known, limit(typed));
        return words.isEmpty()
                ? Optional.empty()
                : Optional.of(words.stream()
                        .map(word -> '"' + word + '"')
                        .collect(Collectors.joining(" or ", "did you mean ", "?")));
    }

    private static int limit(String typed) {
        int length = normalized(typed).length();
        return length <= 4 ? 1 : length <= 8 ? 2 : 3;
    }

    private static List<String> allNearest(String typed, Collection<String> known, int limit) {
        String wanted = normalized(typed);
        int least = known.stream()
                .filter(word -> Math.abs(normalized(word).length() - wanted.length()) <= limit)
                .mapToInt(word -> distance(wanted, normalized(word)))
                .min()
                .orElse(Integer.MAX_VALUE);
        return least > limit
                ? List.of()
                : known.stream()
                        .filter(word -> distance(wanted, normalized(word)) == least)
                        .sorted(Comparator.comparingInt(word -> -commonStart(wanted, normalized(word))))
                        .toList();
    }

    private static int commonStart(String one, String other) {
        int length = 0;
        while (length < Math.min(one.length(), other.length()) && one.charAt(length) == other.charAt(length)) {
            length++;
        }
        return length;
    }

    private static String normalized(String word) {
        return word.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
    }

    /// Returns how many letters of one word have to be added, dropped, changed or swapped with their neighbour
    /// to get the other word (optimal string alignment).
    private static int distance(String from, String to) {
        int[][] best = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                best[i][j] = i == 0 || j == 0 ? i + j : cost(best, from, i, to, j);
            }
        }
        return best[from.length()][to.length()];
    }

    private static int cost(int[][] best, String from, int i, String to, int j) {
        boolean same = from.charAt(i - 1) == to.charAt(j - 1);
        int nearest = Math.min(best[i - 1][j - 1] + (same ? 0 : 1), 1 + Math.min(best[i - 1][j], best[i][j - 1]));
        boolean swapped =
                i > 1 && j > 1 && from.charAt(i - 1) == to.charAt(j - 2) && from.charAt(i - 2) == to.charAt(j - 1);
        return swapped ? Math.min(nearest, best[i - 2][j - 2] + 1) : nearest;
    }
}
