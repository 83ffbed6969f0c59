package dev.vspherecloud.ccm.application.print;

/// The look of a page on a terminal, or in a file.
///
/// @param width the number of columns for text that can be broken
/// @param hasColors true if the page has colours
public record PageStyle(int width, boolean hasColors) {
    private static final int DEFAULT_WIDTH = 100;

    /// The look of output that no terminal shows.
    public static final PageStyle PLAIN = new PageStyle(DEFAULT_WIDTH, false);

    String paint(Tint tint, String text) {
        return hasColors ? tint.applied(text) : text;
    }
}
