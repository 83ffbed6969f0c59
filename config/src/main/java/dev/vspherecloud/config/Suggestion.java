package dev.vspherecloud.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/// Finds the word that somebody probably meant.
public final class Suggestion {
    private Suggestion() {}

    /// The known word nearest to the typed one, if one is near enough.
    ///
    /// Case, dashes and underscores do not count, so `ca-file` finds `caFile`. Beyond that a word of four letters
    /// may have one wrong, a long one three.
    public static Optional<String> nearest(String typed, Collection<String> known) {
        String wanted = bare(typed);
        int limit = wanted.length() <= 4 ? 1 : wanted.length() <= 8 ? 2 : 3;
        return known.stream()
                .filter(word -> Math.abs(bare(word).length() - wanted.length()) <= limit)
                .filter(word -> distance(wanted, bare(word)) <= limit)
                .min(Comparator.comparingInt(word -> distance(wanted, bare(word))));
    }

    /// `did you mean "X"?`, if there is such a word.
    public static Optional<String> question(String typed, Collection<String> known) {
        return nearest(typed, known).map(word -> "did you mean \"" + word + "\"?");
    }

    private static String bare(String word) {
        return word.replaceAll("[-_]", "").toLowerCase(Locale.ROOT);
    }

    /// How many letters have to be added, dropped, changed or swapped with their neighbour (optimal string alignment).
    private static int distance(String from, String to) {
        int[][] best = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                best[i][j] = i == 0 || j == 0 ? i + j : step(best, from, i, to, j);
            }
        }
        return best[from.length()][to.length()];
    }

    private static int step(int[][] best, String from, int i, String to, int j) {
        boolean same = from.charAt(i - 1) == to.charAt(j - 1);
        int nearest = Math.min(best[i - 1][j - 1] + (same ? 0 : 1), 1 + Math.min(best[i - 1][j], best[i][j - 1]));
        boolean swapped =
                i > 1 && j > 1 && from.charAt(i - 1) == to.charAt(j - 2) && from.charAt(i - 2) == to.charAt(j - 1);
        return swapped ? Math.min(nearest, best[i - 2][j - 2] + 1) : nearest;
    }
}
